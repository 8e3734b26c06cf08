"""What opponents play in a position, with the share of each move, from games or from a book."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final, Literal, Protocol, TypeAlias

from outflank.archive import GameIndex
from outflank.engine.opening_book import own_book
from outflank.errors import NoGameIndex
from outflank.learning.openings.repertoire import different_moves
from outflank.native.line_keys import CanonicalView
from outflank.notation import Book
from outflank.rules import PASS, Classic, Color, Game, Move, Node, Position, Square

__all__ = [
    "BookReplies",
    "CountedReplies",
    "FirstKnown",
    "IndexReplies",
    "PlayedReply",
    "Replies",
    "ReplySource",
    "book_losses",
    "draw_reply",
    "replies_against",
    "replies_as_played",
]

ReplySource: TypeAlias = Literal["games", "own", "book"]

FEWEST_GAMES: Final = 10  # with fewer games in a position, what they played says little
_HALVED_BY: Final = 1.0  # discs that a move gives away, for half of the weight
_WORST: Final = 8.0  # discs: what gives away more is not drawn from a book
_DEEPEST: Final = 24  # plies of a game that are counted
_OWN: Final = "own"  # stands for oneself in the headers of games


@dataclass(frozen=True, slots=True)
class PlayedReply:
    """A move that opponents play, or one of several symmetric moves.

    `share` is a part of 1, and `games` counts those in which it was played, 0 if none were counted.
    """

    move: Square
    share: float
    games: int = 0


class Replies(Protocol):
    """A source of what opponents play; `name` says which: "games", "own" or "book"."""

    @property
    def name(self) -> ReplySource:
        """The name of the source."""
        ...

    def in_position(self, position: Position) -> list[PlayedReply]:
        """Return the moves played in a position, the most frequent first; none if unknown."""
        ...


class BookReplies:
    """Replies by the values of an opening book, by default our own.

    The best move has the largest weight, and each disc that a move gives away halves it.

    >>> tiger = Position.parse("f5d6c3d3c4")
    >>> [(str(one.move), round(one.share, 2)) for one in BookReplies().in_position(tiger)][:2]
    [('f4', 0.93), ('b5', 0.05)]
    """

    def __init__(self, book: Book | None = None) -> None:
        self._book = book

    @property
    def name(self) -> ReplySource:
        """The name of the source."""
        return "book"

    def in_position(self, position: Position) -> list[PlayedReply]:
        """Return the moves that the book knows, the best first."""
        losses = book_losses(position, self._book)
        found = [
            (move, 0.5 ** (losses[move] / _HALVED_BY))
            for move in different_moves(position, losses)
            if isinstance(move, Square) and losses[move] <= _WORST
        ]
        total = sum(weight for _, weight in found)
        replies = [PlayedReply(move, weight / total) for move, weight in found]
        return sorted(replies, key=lambda one: -one.share)


class IndexReplies:
    """Replies as they were played in the games of an index (`outflank games build`)."""

    def __init__(self, index: GameIndex, fewest: int = FEWEST_GAMES) -> None:
        self._index = index
        self._fewest = fewest

    @property
    def name(self) -> ReplySource:
        """The name of the source."""
        return "games"

    def in_position(self, position: Position) -> list[PlayedReply]:
        """Return the moves of the games, the most frequent first; none if there are few games."""
        if position.is_over:
            return []
        report = self._index.ask(position, players=0)
        counts = {one.move: one.tally.games for one in report.moves}
        return _shares(counts, self._fewest)


class CountedReplies:
    """Replies as they were played in some games, such as a player's own.

    If `opponents_of` names a player of the games' headers, the moves of that player do not count.

    >>> games = [Game.parse("f5d6c3"), Game.parse("d3c5f6"), Game.parse("f5f6e6")]
    >>> replies = CountedReplies(games, fewest=1).in_position(Position.parse("c4"))
    >>> [(str(one.move), one.games) for one in replies]
    [('e3', 2), ('c3', 1)]
    """

    def __init__(
        self,
        games: Iterable[Game],
        *,
        fewest: int = FEWEST_GAMES,
        opponents_of: str = "",
    ) -> None:
        self._fewest = fewest
        self._counts: dict[Position, Counter[int]] = {}
        for game in games:
            self._count(game, opponents_of)

    @property
    def name(self) -> ReplySource:
        """The name of the source."""
        return "own"

    def _count(self, game: Game, player: str) -> None:
        if game.start.variant != Classic():
            return
        position = game.start
        for number, ply in enumerate(game.mainline()):
            if number >= _DEEPEST:
                break
            is_own = bool(player) and game.headers.get(str(position.turn), "") == player
            if ply.move is not PASS and not is_own:
                view = CanonicalView.of(position)
                played = self._counts.setdefault(view.canonical, Counter())
                played[view.move_number(ply.move)] += 1
            position = ply.position

    def in_position(self, position: Position) -> list[PlayedReply]:
        """Return the moves of the games, the most frequent first; none if there are few games."""
        counted = self._counts.get(position.canonical())
        if counted is None:
            return []
        view = CanonicalView.of(position)
        moves = different_moves(position, position.legal_moves)
        counts = {move: counted[view.move_number(move)] for move in moves}
        return _shares(counts, self._fewest)


class FirstKnown:
    """The replies of the first of several sources that knows a position."""

    def __init__(self, *sources: Replies) -> None:
        self._sources = sources

    @property
    def name(self) -> ReplySource:
        """The name of the first source."""
        return self._sources[0].name

    def source_for(self, position: Position) -> ReplySource | None:
        """Return the name of the source that knows a position, or None if none does."""
        return next((one.name for one in self._sources if one.in_position(position)), None)

    def in_position(self, position: Position) -> list[PlayedReply]:
        """Return the replies of the first source that has some."""
        return next(filter(None, (one.in_position(position) for one in self._sources)), [])


def replies_against(played: Iterable[tuple[Node, Color]]) -> CountedReplies:
    """Count what opponents played, from the ends of games and the colour that one had in each.

    >>> ends = [Game.parse(line).root.last() for line in ("f5d6c3", "f5f6e6")]
    >>> replies = replies_against((end, Color.BLACK) for end in ends * FEWEST_GAMES)
    >>> [str(one.move) for one in replies.in_position(Position.parse("f5"))]
    ['d6', 'f6']
    >>> replies.in_position(Position.start())
    []
    """

    def games() -> Iterator[Game]:
        for end, own in played:
            plies = list(islice(end.path, _DEEPEST))
            if plies:
                game = Game.of_moves([ply.move for ply in plies], plies[0].parent.position)
                game.headers[str(own)] = _OWN
                yield game

    return CountedReplies(games(), opponents_of=_OWN)


@contextlib.contextmanager
def replies_as_played(own: Iterable[Game] | CountedReplies = ()) -> Iterator[FirstKnown]:
    """Open what there is: the index of played games, the user's own games, then our book.

    >>> with replies_as_played() as replies:
    ...     replies.source_for(Position.parse("f5d6c3d3c4")) in ("games", "book")
    True
    """
    with contextlib.ExitStack() as stack:
        sources: list[Replies] = []
        with contextlib.suppress(NoGameIndex):
            sources.append(IndexReplies(stack.enter_context(GameIndex())))
        if isinstance(own, CountedReplies):
            sources.append(own)
        elif games := list(own):
            sources.append(CountedReplies(games))
        yield FirstKnown(*sources, BookReplies())


def draw_reply(replies: list[PlayedReply], chance: Random) -> Square | None:
    """Draw one of some replies by their shares; None if there are none.

    >>> f4, b5 = PlayedReply(Square.parse("f4"), 1.0), PlayedReply(Square.parse("b5"), 0.0)
    >>> draw_reply([f4, b5], Random(1))
    f4
    """
    if not replies:
        return None
    return chance.choices([one.move for one in replies], [one.share for one in replies])[0]


def book_losses(position: Position, book: Book | None = None) -> dict[Move, float]:
    """Return how many discs each move gives away that a book knows, by default our own.

    >>> losses = book_losses(Position.parse("f5d6c3d3c4"))
    >>> [(str(move), loss) for move, loss in losses.items()][:2]
    [('f4', 0.0), ('b5', 4.15625)]
    """
    known = own_book() if book is None else book
    values = {one.move: one.score.discs for one in known.moves(position)}
    if not values:
        return {}
    best = max(values.values())
    record = known.find(position) if len(values) < len(position.legal_moves) else None
    if record is not None and record.score is not None:
        # A position at the end of a line has a value, but only some of its moves are in the book.
        best = max(best, record.score.discs)
    return {move: best - value for move, value in values.items()}


def _shares(counts: dict[Move, int], fewest: int) -> list[PlayedReply]:
    total = sum(counts.values())
    if total < max(1, fewest):
        return []
    replies = [
        PlayedReply(move, games / total, games)
        for move, games in counts.items()
        if games and isinstance(move, Square)
    ]
    return sorted(replies, key=lambda one: (-one.games, str(one.move)))
