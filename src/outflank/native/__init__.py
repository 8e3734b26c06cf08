"""The only door to the C++ core: counting, playing and replaying in bulk; `search` thinks.

Every function gives the same result without the core, in pure Python and slowly; `available` tells
which it is. Variants whose placements the core does not know are always played in Python.
"""

from __future__ import annotations

import enum
import itertools
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar, cast

from outflank.errors import IllegalMove, OutflankError, UnknownName
from outflank.native.crossing import (
    ANSWERS,
    NO_SQUARE,
    decoded_moves,
    decoded_positions,
    encoded,
    encoded_all,
    move_number,
    thresholds,
)
from outflank.rules.answer import Answer
from outflank.rules.bitboards import absorb
from outflank.rules.board import BLACK, Board
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.square import PASS, Move
from outflank.rules.variants import Variant, YesNo

try:
    from outflank import _core
except ImportError:
    _built = False
else:
    _built = True

__all__ = [
    "Fault",
    "Line",
    "Playout",
    "Replay",
    "available",
    "hashes",
    "kernels",
    "knows",
    "perft",
    "playouts",
    "replay",
]

Passes = Literal["ply", "free"]

_GOLDEN = 0x9E3779B97F4A7C15
# A call into the core cannot be interrupted, so each call is kept to some hundredths of a second.
_BATCH = 4096
_DEEPEST_CALL = 8
_DEEPEST_SPLIT = 6

_T = TypeVar("_T")


class Fault(enum.StrEnum):
    """Why a replay stopped before its last move."""

    OFF_BOARD = "off the board"
    NO_CAPTURE = "outflanks nothing"
    CAN_MOVE = "passes with a move left"
    GAME_OVER = "after the end"


_FAULTS = (None, *Fault)  # in the core's order too


@dataclass(frozen=True, slots=True)
class Line:
    """A game as it is written down: a start, moves and what the oracle said for each of them."""

    start: Position
    moves: Sequence[Move]
    answers: Sequence[Answer] = ()

    @classmethod
    def of(cls, game: Game) -> Line:
        """Write down the plies that lead to where a game stands.

        >>> game = Game()
        >>> _ = game.push("f5")
        >>> Line.of(game).moves
        (Square.parse('f5'),)
        """
        answers = tuple(ply.answer for ply in game.plies if ply.answer is not None)
        return cls(game.start, tuple(game.moves), answers)


@dataclass(frozen=True, slots=True)
class Playout:
    """A random game: its last position, its length and, when asked for, its moves and answers."""

    position: Position
    plies: int
    moves: Sequence[Move] = ()
    answers: Sequence[Answer] = ()


@dataclass(frozen=True, slots=True)
class Replay:
    """Where a line leads: to its end, or to the position before a move that is wrong.

    `played` counts the given moves, `plies` also the passes that were inserted; `trace` holds the
    position after every ply.
    """

    position: Position
    played: int
    plies: int
    fault: Fault | None = None
    trace: Sequence[Position] = ()


def available() -> bool:
    """Tell whether the core was built; without it everything here is slow."""
    return _built


def kernels() -> list[str]:
    """Name what can count here, slowest first: Python, then the core's instruction sets.

    >>> kernels()[0]
    'python'
    """
    return ["python", *(_core.kernels() if _built else ())]


def knows(variant: Variant) -> bool:
    """Tell whether the core is there and has this variant's placements.

    >>> from outflank.rules.variants import Classic
    >>> knows(Classic()) == available()
    True
    """
    return _built and type(variant).place is (YesNo.place if variant.answers else Variant.place)


# Counting


def perft(
    position: Position,
    depth: int,
    passes: Passes = "ply",
    progress: Callable[[int, int], None] | None = None,
    *,
    kernel: str | None = None,
) -> int:
    """Count the leaves of the game tree; a finished game is one leaf.

    A pass uses up one ply of the depth, or none with `passes="free"`. `progress` is told now and
    then how many parts of the tree are counted, and how many there are. `kernel` is the fastest of
    `kernels()` unless another is named.

    >>> from outflank.rules.variants import Classic
    >>> [perft(Classic().start(), depth) for depth in range(6)]
    [1, 4, 12, 56, 244, 1396]
    """
    if depth < 0:
        raise OutflankError(f"a depth is 0 or more, not {depth}")
    if passes not in ("ply", "free"):
        raise UnknownName("way to count passes", passes, ("ply", "free"))
    if kernel is not None and kernel not in kernels():
        raise UnknownName("kernel", kernel, kernels())
    if position.variant.answers:
        raise OutflankError(
            f"perft counts games without chance, not those of {position.variant.title}"
        )
    is_free = passes == "free"
    in_core = kernel != "python" and knows(position.variant)
    tallest = min(depth, position.board.empties)  # what is below that is only passes
    split = max(0, min(tallest - (_DEEPEST_CALL if in_core else 1), _DEEPEST_SPLIT))
    parts = [(position, depth)]
    for _ in range(split):
        parts = [child for part in parts for child in _children(*part, is_free=is_free)]
    leaves = 0
    for done, (start, rest) in enumerate(parts, 1):
        if in_core:
            board, black_to_move = encoded(start.board), start.turn is BLACK
            leaves += _core.perft(start.size, board, black_to_move, rest, not is_free, kernel)
        else:
            leaves += _count_leaves(start, rest, is_free=is_free)
        if progress is not None:
            progress(done, len(parts))
    return leaves


def _children(position: Position, depth: int, *, is_free: bool) -> list[tuple[Position, int]]:
    """Return the parts of a tree one ply down; a leaf is a part that stays as it is."""
    moves = position.legal_moves
    if depth == 0 or not moves:
        return [(position, depth)]
    if moves[0] is PASS and is_free:
        return _children(position.play(PASS), depth, is_free=is_free)
    return [(position.play(move), depth - 1) for move in moves]


def _count_leaves(position: Position, depth: int, *, is_free: bool) -> int:
    if depth == 1 and (squares := position.legal_moves.squares):
        return len(squares)
    parts = _children(position, depth, is_free=is_free)
    if parts == [(position, depth)]:
        return 1
    return sum(_count_leaves(*part, is_free=is_free) for part in parts)


# Random games


def playouts(
    position: Position, games: int, *, seed: int = 0, record: bool = False
) -> list[Playout]:
    """Play random games from a position to the end, the same ones for the same seed everywhere.

    >>> from outflank.rules.variants import Classic
    >>> ends = playouts(Classic().start(), 3, seed=7)
    >>> [end.position.is_over() for end in ends]
    [True, True, True]
    """
    base = absorb(0, seed & (1 << 64) - 1)
    seeds = (absorb(base, game) for game in range(games))
    if not knows(position.variant):
        return [_play_out(position, one, record=record) for one in seeds]
    found: list[Playout] = []
    for batch in _batches(seeds):
        found += _playouts_in_core(position, batch, record=record)
    return found


def _playouts_in_core(
    position: Position, seeds: Sequence[int], *, record: bool
) -> Iterator[Playout]:
    odds = position.variant.answers
    boards, turns, lengths, moves, answers = _core.playouts(
        position.size,
        encoded(position.board),
        position.turn is BLACK,
        array("Q", seeds).tobytes(),
        odds=thresholds(odds) if odds else None,
        first_answer=ANSWERS.index(position.answer),
        record=record,
    )
    all_moves = decoded_moves(moves, position.size)
    all_answers = [ANSWERS[number] for number in answers]
    ends = decoded_positions(position.variant, position.size, boards, turns)
    begin = 0
    for end, plies in zip(ends, array("H", lengths), strict=True):
        part = slice(begin, begin + plies) if record else slice(0)
        begin += plies
        heard = tuple(answer for answer in all_answers[part] if answer is not None)
        yield Playout(end, plies, tuple(all_moves[part]), heard)


def _play_out(position: Position, seed: int, *, record: bool) -> Playout:
    """Play one random game in Python, drawing the same numbers as the core."""
    numbers = (absorb(seed + turn * _GOLDEN & (1 << 64) - 1, 0) for turn in itertools.count())
    yes, no = thresholds(position.variant.answers)
    moves: list[Move] = []
    answers: list[Answer] = []
    while legal := position.legal_moves:
        if position.awaits_answer():
            number = next(numbers) >> 11
            heard = Answer.YES if number < yes else Answer.NO if number < no else Answer.MAYBE
            position = position.hear(heard)
        if position.answer is not None:
            answers.append(position.answer)
        choice = legal[0]
        if choice is not PASS:
            choice = legal[(next(numbers) >> 32) * len(legal) >> 32]
        moves.append(choice)
        position = position.play(choice)
    if record:
        return Playout(position, len(moves), tuple(moves), tuple(answers))
    return Playout(position, len(moves))


# Replaying


def replay(
    lines: Iterable[Line], *, insert_passes: bool = False, trace: bool = False
) -> list[Replay]:
    """Play written games again and check every move.

    With `insert_passes`, forced passes that were not written down are played where they belong.

    >>> from outflank.rules import Classic, Square
    >>> f5, a1 = Square.parse("f5"), Square.parse("a1")
    >>> (result,) = replay([Line(Classic().start(), [f5, a1])])
    >>> result.played, result.fault
    (1, <Fault.NO_CAPTURE: 'outflanks nothing'>)
    """
    waiting = list(lines)
    for line in waiting:
        _require_answers(line, insert_passes=insert_passes)

    def replay_group(group: Sequence[Line]) -> Iterable[Replay]:
        if knows(group[0].start.variant):
            return _replay_in_core(group, insert_passes=insert_passes, trace=trace)
        return (_replay(line, insert_passes=insert_passes, trace=trace) for line in group)

    return _grouped(waiting, lambda line: (line.start.size, line.start.variant), replay_group)


def _require_answers(line: Line, *, insert_passes: bool) -> None:
    variant = line.start.variant
    if len(line.answers) != (len(line.moves) if variant.answers else 0):
        raise OutflankError(
            f"a line of {len(line.moves)} moves in {variant.name} "
            f"does not go with {len(line.answers)} answers"
        )
    if variant.answers and insert_passes:
        raise OutflankError(f"a pass in {variant.name} has heard an answer: it must be written")


def _replay_in_core(lines: Sequence[Line], *, insert_passes: bool, trace: bool) -> Iterator[Replay]:
    variant, size = lines[0].start.variant, lines[0].start.size
    moves, answers = array("H"), bytearray()
    for line in lines:
        moves.extend(move_number(move, size) for move in line.moves)
        answers.extend(ANSWERS.index(answer) for answer in line.answers)
    boards, turns = encoded_all([line.start for line in lines])
    last_boards, last_turns, played, plies, faults, trace_boards, trace_turns = _core.replay(
        size,
        boards,
        turns,
        array("I", (len(line.moves) for line in lines)).tobytes(),
        moves.tobytes(),
        answers=bytes(answers) if variant.answers else None,
        insert_passes=insert_passes,
        trace=trace,
    )
    ends = decoded_positions(variant, size, last_boards, last_turns)
    steps = decoded_positions(variant, size, trace_boards, trace_turns)
    for end, count, length, fault in zip(
        ends, array("H", played), array("H", plies), faults, strict=True
    ):
        passed = tuple(itertools.islice(steps, length)) if trace else ()
        yield Replay(end, count, length, _FAULTS[fault], passed)


def _replay(line: Line, *, insert_passes: bool, trace: bool) -> Replay:
    """Replay one line in Python."""
    position = replace(line.start, answer=None)
    steps: list[Position] = []
    for played, move in enumerate(line.moves):
        now = position
        answer = line.answers[played] if line.answers else None
        passed: list[Position] = []
        try:
            if answer is not None and not now.is_over():
                now = now.hear(answer)
            if insert_passes and move is not PASS and now.must_pass():
                now = now.play(PASS)
                passed = [now]
            now = now.play(move)
        except IllegalMove:
            fault = _fault_of(move, position)
            return Replay(position, played, len(steps), fault, tuple(steps) if trace else ())
        steps += [*passed, now]
        position = now
    return Replay(position, len(line.moves), len(steps), None, tuple(steps) if trace else ())


def _fault_of(move: Move, position: Position) -> Fault:
    if position.is_over():
        return Fault.GAME_OVER
    if move is PASS:
        return Fault.CAN_MOVE
    return Fault.OFF_BOARD if move_number(move, position.size) == NO_SQUARE else Fault.NO_CAPTURE


# Hashing


def hashes(values: Iterable[Board] | Iterable[Position]) -> list[int]:
    """Return the `hash64` of many boards or positions.

    >>> board = Board.start()
    >>> hashes([board]) == [board.hash64()]
    True
    """
    waiting: list[Board | Position] = list(values)

    def hash_group(group: Sequence[Board | Position]) -> Iterable[int]:
        if not _built:
            return (value.hash64() for value in group)
        if isinstance(group[0], Board):
            boards = cast("Sequence[Board]", group)
            words = b"".join(map(encoded, boards))
            return array("Q", _core.hashes(group[0].size, words, bytes(len(group))))
        positions = cast("Sequence[Position]", group)
        heard = bytes(ANSWERS.index(position.answer) for position in positions)
        return array("Q", _core.hashes(group[0].size, *encoded_all(positions), answers=heard))

    return _grouped(waiting, lambda value: (value.size, type(value)), hash_group)


# Many at once


def _batches(values: Iterable[_T]) -> Iterator[list[_T]]:
    rest = iter(values)
    while batch := list(itertools.islice(rest, _BATCH)):
        yield batch


_Result = TypeVar("_Result")


def _grouped(
    values: Sequence[_T],
    kind: Callable[[_T], object],
    work: Callable[[Sequence[_T]], Iterable[_Result]],
) -> list[_Result]:
    """Work on values of one kind together, in batches, and return the results in order."""
    places: dict[object, list[int]] = {}
    for place, value in enumerate(values):
        places.setdefault(kind(value), []).append(place)
    results: dict[int, _Result] = {}
    for group in places.values():
        for batch in _batches(group):
            results.update(zip(batch, work([values[place] for place in batch]), strict=True))
    return [results[place] for place in range(len(values))]
