"""Othello for Gymnasium: one game of a learner against an opponent."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Self, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from outflank.engine import Engine
from outflank.engine.registry import open_engine
from outflank.environments.games import VectorGames
from outflank.environments.rendering import RENDER_MODES, Frame, check_render_mode, rendered
from outflank.environments.starting import as_action, require_running, start_at
from outflank.native.batch import OPPONENTS
from outflank.rules import BLACK, WHITE, Color, Move, Position, Variant

__all__ = ["OthelloEnv"]

Opponent: TypeAlias = Engine | type[Engine] | Callable[[Position], Move] | str | int | None

_SEEDS = 1 << 63


class OthelloEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """A game of Othello from the learner's point of view.

    The opponent is an engine, the name, level or class of one ("random", "greedy", "level:3", 3),
    or a function that chooses a move for a position; with `opponent=None` the learner moves for
    both sides in turn.
    The learner's colour is random in each game unless it is given. The reward at the end of a game
    is 1, 0 or -1; an illegal action loses. `copy.copy` and `pickle` work at any moment; such a copy
    has the same future, chance included.

    >>> env = OthelloEnv(size=6, opponent="greedy", color="black", render_mode="ansi")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(env.games.sample()[0])
    >>> observation.shape, float(reward), terminated, info["action_mask"].dtype
    ((2, 6, 6), 0.0, False, dtype('int8'))
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": [*RENDER_MODES],
        "render_fps": 2,
    }

    def __init__(
        self,
        size: int = 8,
        variant: Variant | str = "classic",
        opponent: Opponent = "random",
        color: Color | str | None = None,
        *,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        is_native = opponent is None or (isinstance(opponent, str) and opponent in OPPONENTS)
        self.render_mode: str | None = render_mode
        self.games: VectorGames = VectorGames(
            1,
            size=size,
            variant=variant,
            opponent=opponent if is_native and isinstance(opponent, str) else None,
            color=color,
            autoreset_mode="Disabled",
            illegal_loses=True,
        )
        self._opponent = None if is_native else opponent
        self._engine: Engine | None = None  # if it was opened here
        self._engine_seed: int | None = None  # of the present game
        self._choose: Callable[[Position], Move] | None = None
        self._find_opponent()
        self._color = None if color is None else Color(str(color))
        self._learner: Color | None = None  # the learner's colour against an engine or a function
        planes, squares = self.games.observations.shape[1], size * size
        self.observation_space: spaces.Space[NDArray[np.int8]] = spaces.Box(
            0, 1, (planes, size, size), np.int8
        )
        self.action_space: spaces.Space[np.int64] = spaces.Discrete(squares + 1)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Start a new game; the seed decides colours, answers and the opponent's moves.

        It starts at `options["position"]`, if that is given.
        """
        super().reset(seed=seed, options=options)
        self.games.reset(seed)
        start_at(self.games, options)
        if self._choose is not None:
            drawn = WHITE if self.np_random.integers(2) else BLACK
            self._learner = self._color or drawn
            self._engine_seed = int(self.np_random.integers(_SEEDS))
            self._reply()
            require_running(self.games, np.zeros(1, np.int64))
        self._show()
        return self._observation(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Play one action and the opponent's reply."""
        self.games.step([as_action(action)])
        reward = float(self.games.rewards[0])
        if self._choose is not None and not self.games.over[0]:
            reward = self._reply()
        self._show()
        return self._observation(), reward, bool(self.games.over[0]), False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions, in the form that sb3-contrib expects."""
        masks: NDArray[np.bool_] = self.games.masks[0].copy()
        return masks

    @property
    def position(self) -> Position:
        """The position of the game."""
        return self.games.position()

    def render(self) -> Frame | None:
        """Return the board as text or as an array of colours, or print it ("human")."""
        return rendered(self.games, self.render_mode)

    def close(self) -> None:
        """Close the opponent's engine if it was opened here."""
        if self._engine is not None:
            self._engine.close()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_engine": None, "_choose": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._find_opponent()

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        memo[id(self._opponent)] = self._opponent  # an engine plays in all copies
        twin.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        return twin

    def _find_opponent(self) -> None:
        """Set what chooses the opponent's moves; an engine given by its name is opened."""
        chooser = self._opponent
        if chooser is None or (callable(chooser) and not isinstance(chooser, type)):
            self._choose = chooser
        elif isinstance(chooser, Engine):
            self._choose = chooser.choose
        else:
            self._engine = open_engine(chooser)
            self._choose = self._ask_engine

    def _ask_engine(self, position: Position) -> Move:
        """Return the move of the engine that was opened here, with the seed of this game."""
        assert self._engine is not None
        return self._engine.choose(position, seed=self._engine_seed)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _reply(self) -> float:
        """Play the opponent's moves until it is the learner's turn; return the learner's reward."""
        assert self._choose is not None
        while not self.games.over[0]:
            position = self.games.position()
            if position.turn is self._learner:
                return 0.0
            move = position.legal_moves[0] if position.must_pass else self._choose(position)
            self.games.step([self.games.action(move)])
        return -float(self.games.rewards[0])

    def _observation(self) -> NDArray[np.int8]:
        planes: NDArray[np.int8] = self.games.observations[0].copy()
        mover = BLACK if self.games.black_to_move[0] else WHITE
        if self._learner is not None and self._learner is not mover:  # at the end of a game
            planes[[0, 1]] = planes[[1, 0]]
            planes[2:3] = 1 - planes[2:3]
        return planes

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.games.masks[0].astype(np.int8)}
        if self.games.over[0]:
            info["margin"] = int(self.games.margins[0])
        return info
