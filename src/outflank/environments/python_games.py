"""A batch of games played by the Python rules: slow, but the reference for the core's batches.

It is used when the core is not built, and for variants that the core does not know.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from outflank.native.batch import Autoreset
from outflank.native.encoding import ANSWERS, decoded_positions, encoded_all, thresholds
from outflank.rules import BLACK, PASS, WHITE, Answer, Move, Position, Square, Variant
from outflank.rules.bitboards import absorb

__all__ = ["PythonGames"]

_WORD = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15  # what SplitMix64 adds to its state for each number


class _SplitMix64:
    """The random numbers of the core, whose state is an entry of an array."""

    def __init__(self, states: NDArray[np.uint64], place: int) -> None:
        self._states = states
        self._place = place

    def draw(self) -> int:
        """Return 64 random bits."""
        state = int(self._states[self._place])
        self._states[self._place] = state + _GOLDEN & _WORD
        return absorb(state, 0)

    def below(self, bound: int) -> int:
        """Return a random number from 0 to bound - 1."""
        return (self.draw() >> 32) * bound >> 32


class PythonGames:
    """Games that are played side by side in Python, with the arrays and methods of `GameBatch`.

    >>> from outflank.rules import Classic
    >>> games = PythonGames(Classic(), 8, 2)
    >>> games.step(games.sample()), games.masks.sum(axis=1).tolist()
    (None, [3, 3])
    """

    def __init__(
        self,
        variant: Variant,
        size: int,
        count: int,
        *,
        autoreset: Autoreset = "NextStep",
        opponent: str | None = None,
        color: str | None = None,
        illegal_loses: bool = False,
    ) -> None:
        self.variant: Variant = variant
        self.size: int = size
        self.positions: list[Position] = [variant.start(size)] * count
        self.autoreset: Autoreset = autoreset
        self.opponent: str | None = opponent
        self.color: str | None = color
        self.illegal_loses: bool = illegal_loses
        planes = (count, 6 if variant.answers else 2, size, size)
        self.masks: NDArray[np.bool_] = np.zeros((count, size * size + 1), np.bool_)
        self.observations: NDArray[np.int8] = np.zeros(planes, np.int8)
        self.final_observations: NDArray[np.int8] | None = None
        if autoreset == "SameStep":
            self.final_observations = np.zeros(planes, np.int8)
        self.rewards: NDArray[np.float32] = np.zeros(count, np.float32)
        self.terminated: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self.margins: NDArray[np.int16] = np.zeros(count, np.int16)
        self.black_to_move: NDArray[np.bool_] = np.ones(count, np.bool_)
        self.agent_is_black: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self.answers: NDArray[np.uint8] = np.zeros(count, np.uint8)
        self.over: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self.chance: NDArray[np.uint64] = np.arange(count, dtype=np.uint64)
        self._actions = np.zeros(count, np.int64)
        self._chances = [_SplitMix64(self.chance, game) for game in range(count)]
        self._choice_state = np.zeros(1, np.uint64)
        self._choice = _SplitMix64(self._choice_state, 0)
        self.reset()

    def reset(
        self, seeds: NDArray[np.uint64] | None = None, chosen: NDArray[np.bool_] | None = None
    ) -> None:
        """Start all games again, or the chosen ones."""
        for game in range(len(self.positions)):
            if chosen is None or chosen[game]:
                if seeds is not None:
                    self.chance[game] = seeds[game]
                self._begin(game)
                self._finish_step(game, 0.0, ended=False)

    @property
    def choice(self) -> int:
        """The state of the random numbers of `sample`."""
        return int(self._choice_state[0])

    @choice.setter
    def choice(self, state: int) -> None:
        self._choice_state[0] = state

    def boards(self, games: NDArray[np.int64]) -> bytes:
        """Return the boards of some games: black's squares, then white's."""
        boards, _ = encoded_all([self.positions[game] for game in games.tolist()])
        return boards

    def place(
        self, games: NDArray[np.int64], boards: bytes, turns: bytes, answers: bytes, over: bytes
    ) -> None:
        """Put some games into states; an opponent whose turn it is moves first."""
        positions = decoded_positions(self.variant, self.size, boards, turns)
        given = zip(games.tolist(), positions, answers, over, strict=True)
        for game, position, answer, has_ended in given:
            ended = bool(has_ended) or position.is_over
            self.positions[game] = position
            if answer and not ended:
                self.positions[game] = position.hear(Answer(ANSWERS[answer]))
            elif not ended:
                self.positions[game] = self._heard(position, self._chances[game])
            if self.opponent is not None and not ended:
                self._reply(game)
                ended = self.positions[game].is_over
            self.over[game] = ended
            if ended:
                self.margins[game] = self._margin(game)
            self._finish_step(game, 0.0, ended=False)

    def sample(self) -> NDArray[np.int64]:
        """Draw a legal action for each game."""
        for game, position in enumerate(self.positions):
            squares = [] if self.over[game] else [*position.legal_moves.squares]
            skipped = self._choice.below(len(squares))
            self._actions[game] = self._number(squares[skipped] if squares else PASS)
        return self._actions

    def step(self, actions: NDArray[np.int64]) -> int | None:
        """Play one action in each game; if one is illegal, play none and return its game."""
        for game, action in enumerate(actions):
            if self.over[game]:
                if self.autoreset == "Disabled":
                    return game
            elif not self.illegal_loses and not self._is_legal(game, int(action)):
                return game
        for game, action in enumerate(actions):
            self._step_one(game, int(action))
        return None

    def _step_one(self, game: int, action: int) -> None:
        if self.over[game]:
            self._begin(game)
            self._finish_step(game, 0.0, ended=False)
            return
        actor = self.positions[game].turn
        refused = not self._is_legal(game, action)
        if refused:
            self.positions[game] = replace(self.positions[game], answer=None)
        else:
            self._play(game, self._move(action))
            if self.opponent is not None:
                self._reply(game)
        position = self.positions[game]
        if not refused and not position.is_over:
            self._finish_step(game, 0.0, ended=False)
            return
        margin = self._margin(game)
        self.margins[game] = margin
        ahead = margin if (actor is BLACK) != self.variant.fewest_wins else -margin
        reward = -1.0 if refused else float((ahead > 0) - (ahead < 0))
        self.over[game] = True
        if self.final_observations is not None:
            self.final_observations[game] = self._planes(game)
            self._begin(game)
        self._finish_step(game, reward, ended=True)

    def _begin(self, game: int) -> None:
        chance = self._chances[game]
        self.over[game] = False
        if self.opponent is not None:
            self.agent_is_black[game] = (
                chance.draw() >> 63 == 0 if self.color is None else self.color == "black"
            )
        self.positions[game] = self._heard(self.variant.start(self.size), chance)
        if self.opponent is not None:
            self._reply(game)

    def _heard(self, position: Position, chance: _SplitMix64) -> Position:
        """Return the position with an answer of the oracle, if it awaits one."""
        if not position.awaits_answer or position.is_over:
            return position
        yes, no = thresholds(self.variant.answers)
        number = chance.draw() >> 11
        return position.hear(
            Answer.YES if number < yes else Answer.NO if number < no else Answer.MAYBE
        )

    def _play(self, game: int, move: Move) -> None:
        after = self.positions[game].play(move)
        self.positions[game] = self._heard(after, self._chances[game])

    def _reply(self, game: int) -> None:
        """Let the opponent move until it is the learner's turn again."""
        while not self.positions[game].is_over:
            position = self.positions[game]
            if (position.turn is BLACK) == self.agent_is_black[game]:
                return
            squares = [*position.legal_moves.squares]
            if squares and self.opponent == "greedy":
                values = [self._value(position, square) for square in squares]
                squares = [
                    square
                    for square, value in zip(squares, values, strict=True)
                    if value == max(values)
                ]
            self._play(game, squares[self._chances[game].below(len(squares))] if squares else PASS)

    def _margin(self, game: int) -> int:
        board = self.positions[game].board
        return board.count(BLACK) - board.count(WHITE)

    def _value(self, position: Position, square: Square) -> int:
        """Return the mover's lead after a move, or its deficit if the fewest discs win."""
        board = position.place(square).on(position.board)
        ahead = board.count(position.turn) - board.count(position.turn.opponent)
        return -ahead if self.variant.fewest_wins else ahead

    def _is_legal(self, game: int, action: int) -> bool:
        return 0 <= action <= self.size * self.size and bool(self.masks[game, action])

    def _number(self, move: Move) -> int:
        return move.index(self.size) if isinstance(move, Square) else self.size * self.size

    def _move(self, action: int) -> Move:
        return PASS if action == self.size * self.size else Square.at(action, size=self.size)

    def _finish_step(self, game: int, reward: float, *, ended: bool) -> None:
        position = self.positions[game]
        self.rewards[game] = reward
        self.terminated[game] = ended
        self.black_to_move[game] = position.turn is BLACK
        self.answers[game] = 0 if self.over[game] else ANSWERS.index(position.answer)
        self.masks[game] = False
        squares = [] if self.over[game] else [*position.legal_moves.squares]
        self.masks[game, [self._number(square) for square in squares or [PASS]]] = True
        self.observations[game] = self._planes(game)

    def _planes(self, game: int) -> NDArray[np.int8]:
        position = self.positions[game]
        own = position.turn
        if self.opponent is not None:
            own = BLACK if self.agent_is_black[game] else WHITE
        count = self.size * self.size
        bits = [position.board.discs(color).mask for color in (own, own.opponent)]
        planes = [[mask >> square & 1 for square in range(count)] for mask in bits]
        if self.variant.answers:
            answer = None if self.over[game] else position.answer
            planes += [[int(own is BLACK)] * count]
            planes += [[int(answer is each)] * count for each in Answer]
        return np.array(planes, np.int8).reshape(-1, self.size, self.size)
