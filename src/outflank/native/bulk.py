"""Many games or positions at once: playing random games, replaying recorded ones, hashing."""

from __future__ import annotations

import enum
import itertools
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from outflank.errors import IllegalMove, OutflankError
from outflank.native.encoding import (
    ANSWERS,
    NO_SQUARE,
    available,
    decoded_moves,
    decoded_positions,
    encoded,
    encoded_all,
    knows,
    move_number,
    thresholds,
)
from outflank.native.limits import require_whole
from outflank.rules.answer import Answer
from outflank.rules.bitboards import absorb
from outflank.rules.board import BLACK, Board
from outflank.rules.game import Game
from outflank.rules.game_tree import has_tree
from outflank.rules.position import Position
from outflank.rules.square import PASS, Move
from outflank.texts import Text

if available():
    from outflank import _core

__all__ = [
    "Playout",
    "RecordedGame",
    "Replay",
    "ReplayFault",
    "hashes",
    "playouts",
    "replay",
]

_GOLDEN = 0x9E3779B97F4A7C15  # what SplitMix64 adds to its state for each number
# A call into the core cannot be interrupted, so each call is kept to some hundredths of a second.
_BATCH = 4096

_T = TypeVar("_T")
_Result = TypeVar("_Result")


class ReplayFault(enum.StrEnum):
    """Why a replay stopped before its last move."""

    OFF_BOARD = "off the board"
    NO_CAPTURE = "outflanks nothing"
    CAN_MOVE = "passes with a move left"
    GAME_OVER = "after the end"


_FAULTS = (None, *ReplayFault)  # in the core's order too


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game to replay: a start, moves and what the oracle said for each of them."""

    start: Position
    moves: Sequence[Move]
    answers: Sequence[Answer] = ()

    @classmethod
    def of(cls, game: Game) -> RecordedGame:
        """Record the plies that lead to where a game stands.

        >>> game = Game()
        >>> _ = game.push("f5")
        >>> RecordedGame.of(game).moves
        (f5,)
        """
        answers: tuple[Answer, ...] = ()
        if has_tree(game):
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
    """Where a recorded game leads: to its end, or to the position before a wrong move.

    `played` counts the given moves, `plies` also the passes that were inserted; `trace` holds the
    position after every ply.
    """

    position: Position
    played: int
    plies: int
    fault: ReplayFault | None = None
    trace: Sequence[Position] = ()


def playouts(
    position: Position, games: int, *, seed: int = 0, record: bool = False
) -> list[Playout]:
    """Play random games from a position to the end, the same ones for the same seed everywhere.

    >>> from outflank.rules.variants import Classic
    >>> ends = playouts(Classic().start(), 3, seed=7)
    >>> [end.position.is_over for end in ends]
    [True, True, True]
    """
    if not isinstance(position, Position):
        raise TypeError(f"games are played from a Position, not from {position!r}")
    require_whole("number of games", games)
    require_whole("seed", seed)
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
        if position.awaits_answer:
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
    games: Iterable[RecordedGame], *, insert_passes: bool = False, trace: bool = False
) -> list[Replay]:
    """Replay recorded games and check every move.

    With `insert_passes`, forced passes that were not written down are played where they belong.

    >>> from outflank.rules import Classic, Square
    >>> f5, a1 = Square.parse("f5"), Square.parse("a1")
    >>> (result,) = replay([RecordedGame(Classic().start(), [f5, a1])])
    >>> result.played, result.fault
    (1, <ReplayFault.NO_CAPTURE: 'outflanks nothing'>)
    """
    waiting = list(games)
    for game in waiting:
        _require_answers(game, insert_passes=insert_passes)

    def replay_group(group: Sequence[RecordedGame]) -> Iterable[Replay]:
        if knows(group[0].start.variant):
            return _replay_in_core(group, insert_passes=insert_passes, trace=trace)
        return (_replay(game, insert_passes=insert_passes, trace=trace) for game in group)

    return _grouped(waiting, lambda game: (game.start.size, game.start.variant), replay_group)


def _require_answers(game: RecordedGame, *, insert_passes: bool) -> None:
    variant = game.start.variant
    if len(game.answers) != (len(game.moves) if variant.answers else 0):
        raise OutflankError(
            Text(
                "errors.native.answers_do_not_fit_moves",
                moves=len(game.moves),
                variant=variant.name,
                answers=len(game.answers),
            )
        )
    if variant.answers and insert_passes:
        raise OutflankError(Text("errors.native.unrecorded_pass", variant=variant.name))


def _replay_in_core(
    games: Sequence[RecordedGame], *, insert_passes: bool, trace: bool
) -> Iterator[Replay]:
    variant, size = games[0].start.variant, games[0].start.size
    moves, answers = array("H"), bytearray()
    for game in games:
        moves.extend(move_number(move, size) for move in game.moves)
        answers.extend(ANSWERS.index(answer) for answer in game.answers)
    boards, turns = encoded_all([game.start for game in games])
    last_boards, last_turns, played, plies, faults, trace_boards, trace_turns = _core.replay(
        size,
        boards,
        turns,
        array("I", (len(game.moves) for game in games)).tobytes(),
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


def _replay(game: RecordedGame, *, insert_passes: bool, trace: bool) -> Replay:
    """Replay one game in Python."""
    position = replace(game.start, answer=None)
    steps: list[Position] = []
    for played, move in enumerate(game.moves):
        now = position
        answer = game.answers[played] if game.answers else None
        passed: list[Position] = []
        try:
            if answer is not None and not now.is_over:
                now = now.hear(answer)
            if insert_passes and move is not PASS and now.must_pass:
                now = now.play(PASS)
                passed = [now]
            now = now.play(move)
        except IllegalMove:
            fault = _fault_of(move, position)
            return Replay(position, played, len(steps), fault, tuple(steps) if trace else ())
        steps += [*passed, now]
        position = now
    return Replay(position, len(game.moves), len(steps), None, tuple(steps) if trace else ())


def _fault_of(move: Move, position: Position) -> ReplayFault:
    if position.is_over:
        return ReplayFault.GAME_OVER
    if move is PASS:
        return ReplayFault.CAN_MOVE
    return (
        ReplayFault.OFF_BOARD
        if move_number(move, position.size) == NO_SQUARE
        else ReplayFault.NO_CAPTURE
    )


# Hashing


def hashes(values: Iterable[Board] | Iterable[Position]) -> list[int]:
    """Return the `hash64` of many boards or positions.

    >>> board = Board.start()
    >>> hashes([board]) == [board.hash64()]
    True
    """
    waiting: list[Board | Position] = list(values)

    def hash_group(group: Sequence[Board | Position]) -> Iterable[int]:
        if not available():
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
