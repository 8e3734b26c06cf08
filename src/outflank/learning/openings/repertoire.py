"""A repertoire: what a learner wants to play in positions of the opening, one decision a position.

Positions that are equal but for a turn or a reflection share a decision, and so do lines that reach
the same position by other moves.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from outflank.archive import find_opening, openings_on_the_way
from outflank.errors import InvalidValue, OutflankError
from outflank.learning.entries import Decision, Dropped, new_id
from outflank.learning.subjects import opening_subject
from outflank.native.line_keys import CanonicalView
from outflank.rules import BLACK, PASS, WHITE, Board, Classic, Color, Game, Move, Position, Square
from outflank.rules.square import as_move
from outflank.texts import Text

__all__ = [
    "KnownDecision",
    "Repertoire",
    "after_passes",
    "different_moves",
    "line_of",
    "opening_of_line",
]

_START: Final = Classic().start()


@dataclass(frozen=True, slots=True)
class KnownDecision:
    """A decision as a line from the start reaches it: the way there, and the answers there.

    `opening` is the last name of an opening on the way, or "".
    """

    subject: str
    position: Position
    way: tuple[Move, ...]
    answers: tuple[Square, ...]
    opening: str

    @property
    def color(self) -> Color:
        """The side whose decision it is."""
        return self.position.turn


class Repertoire:
    """The decisions of a learner, which do not change: the methods that add return log entries.

    >>> tiger = Repertoire().line("Tiger", BLACK)
    >>> repertoire = Repertoire(tiger)
    >>> [str(one.answers[0]) for one in repertoire.known(BLACK)]
    ['f5', 'c3', 'c4']
    >>> mirrored = Position.parse("d3c5")
    >>> repertoire.answers_in(mirrored)
    (f6,)
    """

    def __init__(self, decisions: Iterable[Decision] = ()) -> None:
        found = ((_position(one), one) for one in decisions)
        self._decisions: dict[Position, tuple[Position, Decision]] = {
            position.canonical(): (position, one) for position, one in found if position is not None
        }

    @classmethod
    def of(cls, decisions: Mapping[str, Decision]) -> Repertoire:
        """Make the repertoire of a learner's `Progress.decisions`."""
        return cls(decisions.values())

    def __len__(self) -> int:
        return len(self._decisions)

    def __iter__(self) -> Iterator[Decision]:
        return (decision for _, decision in self._decisions.values())

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and position.canonical() in self._decisions

    # Asking

    def answers_in(self, position: Position) -> tuple[Square, ...]:
        """Return the learner's answers in a position, turned as it is; none without a decision."""
        found = self._decisions.get(position.canonical())
        if found is None:
            return ()
        stored, decision = found
        turn = stored.symmetry_to(position)
        assert turn is not None  # both have the same canonical position
        return tuple(turn.square(move, position.size) for move in decision.moves)

    def answer_in(self, position: Position) -> Square | None:
        """Return the learner's first answer in a position, or None without a decision."""
        return next(iter(self.answers_in(position)), None)

    def is_answer(self, position: Position, move: Move | str) -> bool:
        """Return whether a move is among the answers, or symmetric to one of them."""
        if as_move(move) not in position.legal_moves:
            return False
        view = CanonicalView.of(position)
        wanted = {view.move_number(answer) for answer in self.answers_in(position)}
        return view.move_number(as_move(move)) in wanted

    def known(self, color: Color) -> list[KnownDecision]:
        """Return the decisions of a side that lines from the start reach, the shortest first.

        The side plays its own answers, the opponent anything. Each decision is found once.
        """
        found: dict[Position, KnownDecision] = {}
        front: list[tuple[Position, tuple[Move, ...]]] = [(_START, ())]
        seen = {_START.canonical()}
        while front:
            beyond: list[tuple[Position, tuple[Move, ...]]] = []
            for position, way in front:
                moves: Iterable[Move] = different_moves(position, position.legal_moves)
                if position.turn is color:
                    moves = self.answers_in(position)
                    if moves:
                        found[position.canonical()] = self._known(position, way)
                for move in moves:
                    after, passed = after_passes(position.play(move))
                    if after.turn is color and after not in self:
                        continue
                    if after.is_over or after.canonical() in seen:
                        continue
                    seen.add(after.canonical())
                    beyond.append((after, (*way, move, *passed)))
            front = beyond
        return list(found.values())

    def apart(self, color: Color) -> list[Decision]:
        """Return the decisions of a side that no line from the start reaches."""
        reached = {one.subject for one in self.known(color)}
        return [
            decision
            for position, decision in self._decisions.values()
            if position.turn is color and decision.subject not in reached
        ]

    def _known(self, position: Position, way: tuple[Move, ...]) -> KnownDecision:
        _, decision = self._decisions[position.canonical()]
        return KnownDecision(
            decision.subject, position, way, self.answers_in(position), opening_of_line(way)
        )

    # Adding and dropping

    def choose(self, position: Position, *moves: Move | str, at: int = 0) -> Decision:
        """Return the entry that makes these moves the answers in a position.

        >>> Repertoire().choose(Position.start().play("f5"), "d6", at=5).moves
        ('d6',)
        """
        if position.variant != Classic():
            raise InvalidValue(Text("errors.learning.repertoire_of_classic"))
        wanted = [as_move(move) for move in moves]
        for move in wanted:
            position.play(move)  # says what is wrong with it
        if not wanted or PASS in wanted:
            raise InvalidValue(Text("errors.learning.no_answer"))
        return Decision(
            id=new_id(),
            at=at,
            subject=opening_subject(position),
            position=str(position),
            moves=tuple(dict.fromkeys(map(str, wanted))),
        )

    def drop(self, position: Position, *, at: int = 0) -> Dropped:
        """Return the entry that drops the decision of a position."""
        if position not in self:
            raise InvalidValue(Text("errors.learning.no_decision"))
        return Dropped(id=new_id(), at=at, subject=opening_subject(position))

    def line(
        self, what: str | Game | Iterable[Move | str], color: Color, *, at: int = 0
    ) -> list[Decision]:
        """Return the entries that add all decisions of one side of a line.

        The line is an opening's name, a transcript, a game or its moves. Answers that a position
        has already are kept, and the new one is added to them.
        """
        found: list[Decision] = []
        for position, move in line_of(what):
            if position.turn is not color or move is PASS or self.is_answer(position, move):
                continue
            found.append(self.choose(position, *self.answers_in(position), move, at=at))
        return found


def line_of(what: str | Game | Iterable[Move | str]) -> list[tuple[Position, Move]]:
    """Return the moves of a line with the positions before them, from the ordinary start.

    >>> [str(move) for _, move in line_of("Tiger")]
    ['f5', 'd6', 'c3', 'd3', 'c4']
    """
    game = _game_of(what)
    if game.start != _START:
        raise InvalidValue(Text("errors.learning.line_from_elsewhere"))
    found: list[tuple[Position, Move]] = []
    position = game.start
    for ply in game.mainline():
        found.append((position, ply.move))
        position = ply.position
    return found


def _game_of(what: str | Game | Iterable[Move | str]) -> Game:
    if isinstance(what, Game):
        return what
    moves: Sequence[Move | str] | str
    if isinstance(what, str):
        letters = what.replace(" ", "").replace("'", "").replace("-", "")
        if letters.isalpha():
            moves = find_opening(what).moves
        else:
            return Game.parse(what)
    else:
        moves = list(what)
    game = Game()
    game.push_all(list(moves))
    return game


def after_passes(position: Position) -> tuple[Position, tuple[Move, ...]]:
    """Return the position after a side has passed if it must, and the pass."""
    if position.must_pass:
        return position.play(PASS), (PASS,)
    return position, ()


def opening_of_line(way: Iterable[Move]) -> str:
    """Return the last name of an opening that moves from the start pass through, or ""."""
    positions = [_START]
    for move in way:
        positions.append(positions[-1].play(move))
    named = openings_on_the_way(positions)
    return named[-1].name if named else ""


def different_moves(position: Position, moves: Iterable[Move]) -> list[Move]:
    """Return moves without those that are symmetric to an earlier one; players begin with f5."""
    view = CanonicalView.of(position)
    usual = Square(position.size // 2 + 1, position.size // 2)
    in_order = sorted(moves, key=lambda move: move != usual)
    return list({view.move_number(move): move for move in reversed(in_order)}.values())[::-1]


@functools.lru_cache(maxsize=4096)
def _position_of(text: str) -> Position | None:
    cells, _, turn = text.rpartition(" ")
    try:
        board = Board.parse(cells)
    except OutflankError:
        return None
    return Position(board, BLACK if turn.upper() == "X" else WHITE)


def _position(decision: Decision) -> Position | None:
    """Return the position of a decision, or None for an entry that makes no sense."""
    position = _position_of(decision.position)
    if position is None or not decision.moves:
        return None
    legal = set(map(str, position.legal_moves)) - {str(PASS)}
    if not legal.issuperset(decision.moves) or opening_subject(position) != decision.subject:
        return None
    return position
