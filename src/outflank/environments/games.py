"""Many games that are played at once, as arrays."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from outflank import native
from outflank.environments.python_games import PythonGames
from outflank.errors import OutflankError, UnknownName
from outflank.native.batch import COLORS, OPPONENTS, batch_position, game_batch
from outflank.rules import PASS, Color, Move, Position, Square, Variant, find_variant
from outflank.rules.bitboards import absorb
from outflank.texts import Text

if TYPE_CHECKING:
    from outflank.native.batch import GameBatch

__all__ = ["VectorGames"]

_WORD = (1 << 64) - 1
_MOST_GAMES = 10_000_000  # their planes take gigabytes


class VectorGames:
    """Games that are played side by side; `step` plays one move in each.

    An action is the number of a square, `row * size + column`, or `size * size` for a pass, which
    is legal only when nothing else is. The arrays are views of the games' own memory, and each step
    changes them, so copy what you want to keep.

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
        self.variant = find_variant(variant) if isinstance(variant, str) else variant
        self.size = size
        self.count = count
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.variant.start(size)  # raises SizeError for an impossible size
        if not 1 <= count <= _MOST_GAMES:
            raise OutflankError(
                Text(
                    "errors.environments.batch_size",
                    most=f"{_MOST_GAMES:,}",
                    given=f"{count:,}",
                )
            )
        learner = None if color is None else str(color)
        for kind, name, known in (("opponent", opponent, OPPONENTS), ("color", learner, COLORS)):
            if name not in known:
                raise UnknownName(kind, str(name), [each for each in known if each])
        make = game_batch if native.knows(self.variant) else PythonGames
        self._batch: GameBatch | PythonGames = make(
            self.variant,
            size,
            count,
            autoreset=self.autoreset_mode.value,
            opponent=opponent,
            color=learner,
            illegal_loses=illegal_loses,
        )
        self.masks = self._batch.masks
        self.observations = self._batch.observations
        self.final_observations = self._batch.final_observations
        self.rewards = self._batch.rewards
        self.terminated = self._batch.terminated
        self.margins = self._batch.margins
        self.black_to_move = self._batch.black_to_move
        self.agent_is_black = self._batch.agent_is_black
        self.answers = self._batch.answers
        self.over = self._batch.over
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
            self._batch.seed_choice(absorb(first & _WORD, 1))
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
        if isinstance(self._batch, PythonGames):
            return self._batch.positions[game]
        return batch_position(self._batch, game, self.variant, self.size)

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
