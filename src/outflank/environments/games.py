"""Many games that are played at once, as arrays."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from outflank import native
from outflank.environments.python_games import PythonGames
from outflank.errors import InvalidValue, OutflankError, UnknownName
from outflank.native.batch import COLORS, OPPONENTS, game_batch
from outflank.native.encoding import ANSWERS, decoded_positions, encoded_all
from outflank.rules import PASS, Color, Move, Position, Square, Variant
from outflank.rules.bitboards import absorb
from outflank.rules.position import as_variant
from outflank.texts import Text

if TYPE_CHECKING:
    from outflank.native.batch import GameBatch

__all__ = ["VectorGames"]

_WORD = (1 << 64) - 1
_MOST_GAMES = 10_000_000  # their planes take gigabytes
# What a copy or a pickle takes over, besides the positions and the random numbers of `sample`.
_STATE = ("chance", "agent_is_black", "rewards", "terminated", "margins", "final_observations")


class VectorGames:
    """Games that are played side by side; `step` plays one move in each.

    An action is the number of a square, `row * size + column`, or `size * size` for a pass, which
    is legal only when nothing else is. The arrays are views of the games' own memory, and each step
    changes them, so copy what you want to keep. `copy.copy` and `pickle` work at any moment; such a
    copy has the same future, its oracle's answers and its opponent's moves included.

    >>> games = VectorGames(1000, size=8, seed=1)
    >>> games.masks.shape, games.observations.shape
    ((1000, 65), (1000, 2, 8, 8))
    >>> for _ in range(100):
    ...     games.step(games.sample())
    >>> print(games.position(0).turn)
    white
    """

    def __init__(
        self,
        count: int,
        *,
        size: int = 8,
        variant: Variant | str = "classic",
        opponent: str | None = None,
        color: Color | str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        illegal_loses: bool = False,
        seed: int | None = None,
    ) -> None:
        self.variant: Variant = as_variant(variant)
        self.size: int = size
        self.count: int = count
        self.autoreset_mode: AutoresetMode = AutoresetMode(autoreset_mode)
        self.opponent: str | None = opponent
        self.color: str | None = None if color is None else str(color)
        self.illegal_loses: bool = illegal_loses
        self.variant.start(size)  # raises SizeError for an impossible size
        if not 1 <= count <= _MOST_GAMES:
            raise OutflankError(
                Text(
                    "errors.environments.batch_size",
                    most=f"{_MOST_GAMES:,}",
                    given=f"{count:,}",
                )
            )
        for kind, name, known in (("opponent", opponent, OPPONENTS), ("color", self.color, COLORS)):
            if name not in known:
                raise UnknownName(kind, str(name), [each for each in known if each])
        make = game_batch if native.knows(self.variant) else PythonGames
        self._batch: GameBatch | PythonGames = make(
            self.variant,
            size,
            count,
            autoreset=self.autoreset_mode.value,
            opponent=opponent,
            color=self.color,
            illegal_loses=illegal_loses,
        )
        self.masks: NDArray[np.bool_] = self._batch.masks
        self.observations: NDArray[np.int8] = self._batch.observations
        self.final_observations: NDArray[np.int8] | None = self._batch.final_observations
        self.rewards: NDArray[np.float32] = self._batch.rewards
        self.terminated: NDArray[np.bool_] = self._batch.terminated
        self.margins: NDArray[np.int16] = self._batch.margins
        self.black_to_move: NDArray[np.bool_] = self._batch.black_to_move
        self.agent_is_black: NDArray[np.bool_] = self._batch.agent_is_black
        self.answers: NDArray[np.uint8] = self._batch.answers
        self.over: NDArray[np.bool_] = self._batch.over
        self.reset(secrets.randbits(64) if seed is None else seed)

    def reset(
        self,
        seed: int | Sequence[int | None] | None = None,
        *,
        chosen: NDArray[np.bool_] | None = None,
    ) -> None:
        """Start all games again, or the chosen ones.

        The seed of a game decides its oracle's answers and its opponent's moves. If `seed` is one
        number, game `i` has the seed `seed + i`; without a seed each game continues its random
        numbers.
        """
        if chosen is not None and (chosen.shape != (self.count,) or chosen.dtype != np.bool_):
            raise OutflankError(Text("errors.environments.reset_mask", games=self.count))
        if seed is None:
            self._batch.reset(None, chosen)
            return
        if isinstance(seed, int | np.integer):
            first = int(seed)
            self._batch.choice = absorb(first & _WORD, 1)
            seeds: Sequence[int | None] = range(first, first + self.count)
        else:
            seeds = seed
        if len(seeds) != self.count:
            raise OutflankError(
                Text("errors.environments.seed_count", games=self.count, given=len(seeds))
            )
        numbers = [
            absorb((secrets.randbits(64) if each is None else int(each)) & _WORD, 0)
            for each in seeds
        ]
        self._batch.reset(np.array(numbers, dtype=np.uint64), chosen)

    def step(self, actions: ArrayLike) -> None:
        """Play one action in each game; if one is illegal, raise an error and play none."""
        given = np.asarray(actions)
        if given.shape != (self.count,) or not np.issubdtype(given.dtype, np.integer):
            raise OutflankError(
                Text(
                    "errors.environments.action_shape",
                    games=self.count,
                    dtype=given.dtype,
                    shape=given.shape,
                )
            )
        numbers = np.ascontiguousarray(given, dtype=np.int64)
        refused = self._batch.step(numbers)
        if refused is not None:
            self._refuse(refused, int(numbers[refused]))

    def sample(self) -> NDArray[np.int64]:
        """Draw a legal action for each game, all with the same probability."""
        return self._batch.sample()

    def position(self, game: int = 0) -> Position:
        """Return the position of a game.

        >>> VectorGames(1, size=6).position().board.empties
        32
        """
        return self.positions([game])[0]

    def positions(self, games: ArrayLike | None = None) -> list[Position]:
        """Return the positions of all games, or of the games with these numbers.

        >>> [position.board.empties for position in VectorGames(3, size=4).positions()]
        [12, 12, 12]
        """
        numbers = self._numbers(games)
        boards, turns = self._batch.boards(numbers), self.black_to_move[numbers].tobytes()
        found = decoded_positions(self.variant, self.size, boards, turns)
        answers = [ANSWERS[number] for number in self.answers[numbers].tolist()]
        return [
            position if answer is None else position.hear(answer)
            for position, answer in zip(found, answers, strict=True)
        ]

    def set_positions(self, positions: Sequence[Position], games: ArrayLike | None = None) -> None:
        """Continue all games, or the games with these numbers, from given positions.

        Where the oracle has not answered yet, it answers now. The learner keeps its colour, and an
        opponent whose turn it is moves at once.

        >>> games = VectorGames(2)
        >>> games.set_positions([games.position().play("f5")], games=[1])
        >>> [position.board.empties for position in games.positions()]
        [60, 59]
        """
        numbers = self._numbers(games)
        if len(positions) != len(numbers):
            raise InvalidValue(
                Text("errors.environments.positions", games=len(numbers), given=len(positions))
            )
        for position in positions:
            if not isinstance(position, Position):
                raise TypeError(f"a game is set to a Position, not to {position!r}")
            self._require_own_game(position)
        boards, turns = encoded_all(positions)
        answers = bytes(ANSWERS.index(position.answer) for position in positions)
        self._batch.place(numbers, boards, turns, answers, bytes(len(positions)))

    def copy_positions(
        self,
        source: VectorGames,
        games: ArrayLike | None = None,
        *,
        to: ArrayLike | None = None,
    ) -> None:
        """Continue game `to[i]` from the position of game `games[i]` of another batch.

        Without numbers, each game continues from the game with its own number. This is
        `set_positions` for thousands of positions: a tree search keeps its nodes in one batch and
        plays in another. Each game keeps its own random numbers, so that a search does not know the
        oracle's next answers.

        >>> root, search = VectorGames(1), VectorGames(4)
        >>> search.copy_positions(root, [0, 0, 0, 0])
        >>> search.step(np.flatnonzero(root.masks[0]))
        >>> len(set(search.positions()))
        4
        """
        self._require_own_game(source)
        found, numbers = source._numbers(games), self._numbers(to)
        if len(found) != len(numbers):
            raise InvalidValue(
                Text("errors.environments.positions", games=len(numbers), given=len(found))
            )
        self._batch.place(
            numbers,
            source._batch.boards(found),
            source.black_to_move[found].tobytes(),
            source.answers[found].tobytes(),
            source.over[found].tobytes(),
        )

    def action(self, move: Move) -> int:
        """Return the action for a move.

        >>> VectorGames(1).action(Square.parse("d3")), VectorGames(1).action(PASS)
        (19, 64)
        """
        return move.index(self.size) if isinstance(move, Square) else self.size * self.size

    def move(self, action: int) -> Move:
        """Return the move of an action.

        >>> str(VectorGames(1).move(19))
        'd3'
        """
        return PASS if action == self.size * self.size else Square.at(action, size=self.size)

    def __getstate__(self) -> dict[str, Any]:
        numbers = self._numbers(None)
        settings = {
            "count": self.count,
            "size": self.size,
            "variant": self.variant,
            "opponent": self.opponent,
            "color": self.color,
            "autoreset_mode": self.autoreset_mode,
            "illegal_loses": self.illegal_loses,
        }
        places = (
            self._batch.boards(numbers),
            self.black_to_move.tobytes(),
            self.answers.tobytes(),
            self.over.tobytes(),
        )
        arrays = {name: getattr(self._batch, name) for name in _STATE}
        return {
            "settings": settings,
            "places": places,
            "arrays": {name: None if one is None else one.copy() for name, one in arrays.items()},
            "choice": self._batch.choice,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state["settings"], seed=0)  # type: ignore[misc]
        arrays = state["arrays"]
        self.agent_is_black[:] = arrays["agent_is_black"]  # the planes depend on it
        self._batch.place(self._numbers(None), *state["places"])
        for name, values in arrays.items():
            if values is not None:
                getattr(self._batch, name)[:] = values
        self._batch.choice = state["choice"]

    def _numbers(self, games: ArrayLike | None) -> NDArray[np.int64]:
        """Return the numbers of all games, or those given; refuse others."""
        if games is None:
            return np.arange(self.count, dtype=np.int64)
        numbers = np.asarray(games)
        if numbers.ndim != 1 or not (numbers.size == 0 or np.issubdtype(numbers.dtype, np.integer)):
            raise InvalidValue(
                Text("errors.environments.game_numbers", dtype=numbers.dtype, shape=numbers.shape)
            )
        wrong = numbers[(numbers < 0) | (numbers >= self.count)]
        if wrong.size:
            raise InvalidValue(
                Text("errors.environments.no_game", last=self.count - 1, game=int(wrong[0]))
            )
        return np.ascontiguousarray(numbers, dtype=np.int64)

    def _require_own_game(self, other: Position | VectorGames) -> None:
        """Refuse what belongs to another variant or size."""
        if (other.variant, other.size) != (self.variant, self.size):
            raise InvalidValue(
                Text(
                    "errors.environments.other_game",
                    variant=self.variant.text,
                    size=self.size,
                    given=other.variant.text,
                    given_size=other.size,
                )
            )

    def _refuse(self, game: int, action: int) -> None:
        """Raise the error for an action that was refused."""
        if self.over[game]:
            raise OutflankError(Text("errors.environments.game_over", game=game))
        if not 0 <= action <= self.size * self.size:
            last = self.size * self.size
            raise OutflankError(
                Text("errors.environments.action_out_of_range", last=last, action=action, game=game)
            )
        self.position(game).play(self.move(action))
