"""Playing one game of a match, and its record."""

from __future__ import annotations

import threading
import time
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Self

from outflank.arena.adjudication import Adjudicator, SolvedScore
from outflank.arena.engine_match.definition import EngineMatch
from outflank.engine import Engine, Limit
from outflank.errors import OutflankError, ProgramFault
from outflank.play.oracles import LocalOracle
from outflank.rules import BLACK, WHITE, Board, Color, Game, Outcome, Position, Reason, Variant
from outflank.texts import Text

__all__ = ["GameRecord", "play_game"]

_REASONS = {
    "late": Reason.TIME,
    "illegal move": Reason.ILLEGAL_MOVE,
    "resignation": Reason.RESIGNATION,
}
_LATE = 0.02  # seconds by which a move may exceed its limit before it counts as late


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game; pairs of values are in the order of the players.

    `black` is the player with black, 0 or 1; `opening` is the number of plies in the opening.
    """

    pair: int
    black: int
    start: str
    opening: int
    moves: tuple[str, ...]
    answers: tuple[str, ...]
    discs: tuple[int, int]  # black's and white's
    winner: Color | None
    reason: str
    margin: int | None  # black's discs minus white's on a full board, if the board decided
    asked: tuple[int, int]  # how many moves each player was asked for
    seconds: tuple[float, float]
    slowest: tuple[float, float]
    late: tuple[int, int]  # moves that took longer than their limit
    fault: str | None = None

    def points(self, player: int) -> float:
        """Return a player's points: 1, 0.5 or 0."""
        if self.winner is None:
            return 0.5
        return float((self.winner is BLACK) == (player == self.black))

    def replay(self, variant: Variant, plies: int | None = None) -> Game:
        """Return the game as it was played, or its first plies."""
        cells, _, turn = self.start.rpartition(" ")
        game = Game(Position(Board.parse(cells), BLACK if turn == "X" else WHITE, variant=variant))
        for number, move in enumerate(self.moves[:plies]):
            if self.answers:
                game.hear(self.answers[number])
            game.push(move)
        return game

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain values, with the moves in one string."""
        texts = {"moves": " ".join(self.moves), "answers": " ".join(self.answers)}
        return asdict(self) | texts | {"winner": None if self.winner is None else str(self.winner)}

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Self:
        """Return the record of plain values; wrong ones raise an error such as KeyError."""
        split = {name: tuple(plain[name].split()) for name in ("moves", "answers")}
        pairs = {
            name: (plain[name][0], plain[name][1])
            for name in ("discs", "asked", "seconds", "slowest", "late")
        }
        winner = None if plain["winner"] is None else Color(plain["winner"])
        record = cls(**(plain | split | pairs | {"winner": winner}))
        counts = (record.pair, record.black, record.opening, *record.discs, *record.asked)
        times = (*record.seconds, *record.slowest)
        if not all(map(_is_count, (*counts, *record.late))) or record.black > 1:
            raise ValueError("a count of the record is not a number")
        if not all(isinstance(seconds, float | int) for seconds in times):
            raise ValueError("a time of the record is not a number")
        return record


def play_game(
    match: EngineMatch,
    pair: int,
    opening: Game,
    black: int,
    *,
    engines: tuple[Engine, Engine],
    adjudicator: Adjudicator | None = None,
    cancel: threading.Event | None = None,
) -> GameRecord | None:
    """Play a game from its opening to the end; return None if it was cancelled.

    A player whose program fails loses the game. Both games of a pair hear the same answers. An
    adjudicator ends the game once no more than `match.adjudicate` squares are empty.
    """
    game = opening.copy()
    given = game.ply_count
    context = _GameContext(match, pair, black, engines, cancel)
    fault = context.begin(game)
    solved: SolvedScore | None = None
    while not game.is_over:
        if adjudicator is not None and game.position.board.empties <= match.adjudicate:
            solved = adjudicator.solve(game.position, cancel=cancel)
            if solved is None:
                return None
            game.end(solved.winner, Reason.ADJUDICATION)
            break
        if game.position.awaits_answer:
            game.hear(context.answer())
        moves = game.position.legal_moves
        if len(moves) == 1:
            game.push(moves[0])
            continue
        try:
            game.push(context.ask(game.position))
        except ProgramFault as problem:
            fault = _lose(game, game.position.turn, problem)
        except OutflankError:
            if not context.is_cancelled():
                raise
        if context.is_cancelled():
            return None
    outcome = game.outcome
    assert outcome is not None
    return GameRecord(
        pair=pair,
        black=black,
        start=str(game.start),
        opening=given,
        moves=tuple(map(str, game.moves)),
        answers=tuple(str(ply.answer) for ply in game.plies if ply.answer is not None),
        discs=(outcome.black, outcome.white) if solved is None else (solved.black, solved.white),
        winner=outcome.winner,
        reason=outcome.reason.value,
        margin=_margin(outcome) if solved is None else solved.margin,
        asked=(context.asked[0], context.asked[1]),
        seconds=_rounded(context.seconds),
        slowest=_rounded(context.slowest),
        late=(context.late[0], context.late[1]),
        fault=fault,
    )


class _GameContext:
    """The two engines of a game, its oracle and its clock."""

    def __init__(
        self,
        match: EngineMatch,
        pair: int,
        black: int,
        engines: tuple[Engine, Engine],
        cancel: threading.Event | None,
    ) -> None:
        self._limits = [player.limit for player in match.players]
        self._black, self._engines, self._cancel = black, engines, cancel
        self._seeds = [Random(f"{match.seed} {pair} {who}").getrandbits(32) for who in range(2)]
        odds = match.openings.variant.answers
        chance = Random(f"{match.seed} {pair} oracle").getrandbits(32)
        self._oracle = LocalOracle(odds, seed=chance) if odds else None
        self._clock = match.clock
        total = match.clock.total
        self._left = [None if total is None else total / 1000 for _ in range(2)]
        self.asked = [0, 0]
        self.seconds = [0.0, 0.0]
        self.slowest = [0.0, 0.0]
        self.late = [0, 0]

    def is_cancelled(self) -> bool:
        return self._cancel is not None and self._cancel.is_set()

    def answer(self) -> str:
        assert self._oracle is not None
        return self._oracle.ask().answer.value

    def ask(self, position: Position) -> Any:
        """Return the move of the player whose turn it is, and note the time it took."""
        who = self._player(position.turn)
        limit = self._limit(who, position)
        began = time.perf_counter()
        try:
            move = self._engines[who].choose(
                position, limit, seed=self._seeds[who], cancel=self._cancel
            )
        finally:
            spent = time.perf_counter() - began
            self.asked[who] += 1
            self.seconds[who] += spent
            self.slowest[who] = max(self.slowest[who], spent)
            self.late[who] += limit.seconds is not None and spent > limit.seconds + _LATE
        self._press_clock(who, spent)
        return move

    def begin(self, game: Game) -> str | None:
        """Tell both engines that a game begins; return the fault if one of them fails."""
        for who, engine in enumerate(self._engines):
            try:
                engine.new_game()
            except ProgramFault as problem:
                return _lose(game, BLACK if who == self._black else WHITE, problem)
        return None

    def _limit(self, who: int, position: Position) -> Limit:
        """Return the player's limit; a clock reduces it to a share of the time left."""
        if self._clock.is_none:
            return self._limits[who]
        per_move = self._clock.per_move
        share = Limit.for_clock(
            self._left[who],
            increment=self._clock.increment / 1000,
            per_move=None if per_move is None else per_move / 1000,
            empties=position.board.empties,
        )
        return self._limits[who].tightened(share)

    def _press_clock(self, who: int, spent: float) -> None:
        """Take the time of a move off the clock; raise ProgramFault if the time is used up."""
        per_move = self._clock.per_move
        left = self._left[who]
        if left is not None:
            left -= spent
            self._left[who] = left + self._clock.increment / 1000
        is_over = left is not None and left < 0
        if is_over or (per_move is not None and spent > per_move / 1000):
            name = self._engines[who].name
            raise ProgramFault(
                "late", Text("errors.arena.out_of_time", player=name, seconds=f"{spent:.2f}")
            )

    def _player(self, turn: Color) -> int:
        return self._black if turn is BLACK else 1 - self._black


def _lose(game: Game, color: Color, problem: ProgramFault) -> str:
    """End a game that a side loses through a fault, and return the fault in words."""
    game.end(color.opponent, _REASONS.get(problem.kind, Reason.CRASH))
    return str(problem)


def _margin(outcome: Outcome) -> int | None:
    return outcome.margin(empties_to_winner=True) if outcome.reason.is_natural else None


def _is_count(value: object) -> bool:
    return isinstance(value, int) and value >= 0


def _rounded(both: list[float]) -> tuple[float, float]:
    return round(both[0], 6), round(both[1], 6)
