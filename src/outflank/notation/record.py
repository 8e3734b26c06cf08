"""What a file holds: games or positions with scores, what was read, and what a notation loses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, overload

from outflank.errors import NotationError
from outflank.rules import Game, Move, Position, Score, Square
from outflank.rules.game_tree import has_tree
from outflank.texts import Text

__all__ = ["Reading", "Record", "ScoredPosition", "as_game", "as_scored_position", "losses"]


@dataclass(frozen=True, slots=True)
class ScoredPosition:
    """A position with the known scores of its moves, as in a line of an OBF file.

    `scores` pairs moves with their scores, or with None if the file gives none; `score` is that
    of the position itself. All scores are from the side to move.

    >>> from outflank.rules import Classic, Square
    >>> record = ScoredPosition(Classic().start(), ((Square.parse("f5"), Score(0)),))
    >>> print(record.best)
    +0
    """

    position: Position
    scores: tuple[tuple[Move, Score | None], ...] = ()
    score: Score | None = None
    comment: str = ""

    @property
    def best(self) -> Score | None:
        """The score of the position, or else of its best move."""
        known = [score for _, score in self.scores if score is not None]
        return self.score or max(known, key=lambda score: score.discs, default=None)


Record: TypeAlias = Game | ScoredPosition

R = TypeVar("R", Game, ScoredPosition)
_OF_FILES = ("wthor", "wthor_file")  # numbers of a file, which say nothing about a game


def as_game(record: Record) -> Game:
    """Return the record as a game; a position becomes a game that starts there.

    >>> from outflank.rules import Classic
    >>> as_game(ScoredPosition(Classic().start(6)))
    <Game classic 6x6, 0 plies>
    """
    if isinstance(record, Game):
        return record
    game = Game(record.position)
    game.root.comment = record.comment
    return game


def as_scored_position(record: Record) -> ScoredPosition:
    """Return the record as a position; a game becomes the position at the end of its main line.

    >>> game = Game()
    >>> _ = game.push("f5")
    >>> as_scored_position(game).position == game.position
    True
    """
    if isinstance(record, ScoredPosition):
        return record
    if not has_tree(record):
        return ScoredPosition(record.position, comment=record.last_comment())
    node = record.root.last()
    return ScoredPosition(node.position, comment=node.comment)


@dataclass(frozen=True, slots=True)
class Reading:
    """The records that were read, their notation, and the errors of those that could not be read.

    It can be used like the list of its records: games, or positions with scores. `left_out` counts
    the records beyond the number that was asked for.

    >>> from outflank.notation import read
    >>> reading = read("f5d6c3")
    >>> reading.format, reading.why
    ('transcript', 'It has moves such as f5d6c3.')
    >>> reading.game.transcript, str(reading.position.turn), reading.problems
    ('f5d6c3', 'white', ())
    """

    format: str
    why: str
    records: tuple[Record, ...]
    problems: tuple[NotationError, ...] = ()
    source: str = ""
    left_out: int = 0

    @property
    def games(self) -> tuple[Game, ...]:
        """The records as games; a position becomes a game that starts there."""
        return tuple(map(as_game, self.records))

    @property
    def positions(self) -> tuple[Position, ...]:
        """The records as positions; a game becomes the one at the end of its main line."""
        return tuple(as_scored_position(record).position for record in self.records)

    @property
    def game(self) -> Game:
        """The first record as a game; if there is none, the first problem is raised."""
        return as_game(self._first())

    @property
    def position(self) -> Position:
        """The first record as a position; if there is none, the first problem is raised."""
        return as_scored_position(self._first()).position

    def _first(self) -> Record:
        for record in self.records:
            return record
        raise (
            self.problems[0]
            if self.problems
            else NotationError(Text("errors.notation.nothing_found"), source=self.source)
        )

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def __len__(self) -> int:
        return len(self.records)

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, index: int | slice) -> Record | tuple[Record, ...]:
        return self.records[index]


def losses(record: Record, reduced: Record) -> list[str]:
    """Name what a record has and its reduced form has not.

    >>> losses(Game(variant="anti"), Game())
    ['variant']
    """
    whole, rest = _contents(record), _contents(reduced)
    return [name for name, content in whole.items() if _is_lost(content, rest[name])]


def _is_lost(content: Any, kept: Any) -> bool:
    """Return whether something was lost; what a notation adds does not matter."""
    if isinstance(content, dict) and isinstance(kept, dict):
        return any(kept.get(name) != value for name, value in content.items())
    return content is not None and bool(content != kept)


def _contents(record: Record) -> dict[str, Any]:
    """Return the contents of a record by the names that users are shown, without trifles.

    Passes are left out, because they can be inserted again, and so are third decimals and white
    space.
    """
    game = as_game(record)
    main, plies = list(game.mainline()), list(game.walk())
    scores = [ply.score for ply in plies if ply.score]
    if not isinstance(record, Game):
        scores = [score for _, score in record.scores if score]
        scores += [record.score] if record.score else []
        scores.sort(key=_figure)
    return {
        "variant": game.start.variant,
        "answers": [ply.answer for ply in plies if ply.answer],
        "moves": [ply.move for ply in main if isinstance(ply.move, Square)],
        "variations": len(plies) - len(main),
        "headers": {
            name: _plain(value)
            for name, value in game.headers.items()
            if _plain(value) and name not in _OF_FILES
        },
        "comments": [_plain(node.comment) for node in (game.root, *plies) if _plain(node.comment)],
        "times": [round(ply.seconds, 2) for ply in plies if ply.seconds is not None],
        "clocks": [round(ply.clock, 2) for ply in plies if ply.clock is not None],
        "marks": [node.nags for node in (game.root, *plies) if node.nags],
        "scores": [_figure(score) for score in scores],
        "kinds of scores": [(score.kind, score.depth, score.confidence) for score in scores],
        "verdict": game.verdict,
    }


def _figure(score: Score) -> float:
    return round(score.discs, 2)


def _plain(text: str) -> str:
    return " ".join(text.split())
