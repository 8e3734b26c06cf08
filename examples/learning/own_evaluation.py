"""A small network learns 6x6 Othello from random games, and plays with it in a best-first search.

Needs `pip install "outflank[rl]"`. Run as `python own_evaluation.py [games] [pairs]`, which takes
about twenty seconds. NumPy alone trains the network; the search gives it the positions of a whole
round in one call, as planes.
"""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank import Classic, Limit
from outflank.arena.engine_match import (
    EngineMatch,
    MatchPlayer,
    MatchScore,
    RandomOpenings,
    run_match,
)
from outflank.engine.simple import BestFirstEngine
from outflank.environments import VectorGames

SIZE = 6
NODES = Limit(nodes=400)
Floats = NDArray[np.float32]


class Network:
    """One hidden layer, which says by how many discs the side to move will win."""

    def __init__(self, hidden: int = 32, seed: int = 1) -> None:
        dice = np.random.default_rng(seed)
        inputs = 2 * SIZE * SIZE
        self.weights: list[Floats] = [
            dice.normal(0, inputs**-0.5, (inputs, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            dice.normal(0, hidden**-0.5, (hidden, 1)).astype(np.float32),
            np.zeros(1, np.float32),
        ]

    def evaluate_planes(self, planes: NDArray[np.int8]) -> Floats:
        """Evaluate many positions; this is what makes it an evaluation for the engines."""
        return self._forward(planes)[1]

    def _forward(self, planes: NDArray[Any]) -> tuple[Floats, Floats]:
        first, bias, second, last = self.weights
        inputs = planes.reshape(len(planes), first.shape[0]).astype(np.float32)
        hidden = np.maximum(inputs @ first + bias, 0)
        return hidden, (hidden @ second + last)[:, 0] * SIZE

    def learn(self, planes: NDArray[np.int8], discs: Floats, epochs: int) -> float:
        """Fit the network by Adam, and return the mean error of the last epoch in discs."""
        dice = np.random.default_rng(1)
        means = [np.zeros_like(each) for each in self.weights]
        squares = [np.zeros_like(each) for each in self.weights]
        step, error = 0, 0.0
        for _ in range(epochs):
            order, wrong = dice.permutation(len(planes)), 0.0
            for rows in np.array_split(order, max(1, len(order) // 96)):
                hidden, found = self._forward(planes[rows])
                missed = found - discs[rows]
                wrong += float(np.abs(missed).sum())
                slope = (missed * SIZE / len(rows))[:, None].astype(np.float32)
                back = (slope @ self.weights[2].T) * (hidden > 0)
                inputs = planes[rows].reshape(len(rows), -1).astype(np.float32)
                slopes = [inputs.T @ back, back.sum(0), hidden.T @ slope, slope.sum(0)]
                step += 1
                for place, change in enumerate(slopes):
                    means[place] += 0.1 * (change - means[place])
                    squares[place] += 0.01 * (change**2 - squares[place])
                    mean = means[place] / (1 - 0.9**step)
                    square = squares[place] / (1 - 0.99**step)
                    self.weights[place] -= 0.002 * mean / (np.sqrt(square) + 1e-6)
            error = wrong / len(planes)
        return error


def play_games(count: int, seed: int = 1) -> tuple[NDArray[np.int8], Floats]:
    """Play random games; return their positions as planes, and what each led to for its mover."""
    games = VectorGames(count, size=SIZE, seed=seed)
    planes, is_black, lasting = [], [], []
    margins = np.zeros(count, np.float32)
    over = np.zeros(count, bool)
    while not over.all():
        planes.append(games.observations.copy())
        is_black.append(games.black_to_move.copy())
        lasting.append(~over)
        games.step(games.sample())
        ended = games.terminated & ~over
        margins[ended] = games.margins[ended]
        over |= ended
    for_mover = np.where(np.array(is_black), margins, -margins)
    kept = np.array(lasting)
    return np.array(planes)[kept], for_mover[kept].astype(np.float32)


def main(games: int, pairs: int) -> None:
    """Train, and play against engines that have not learned anything."""
    network = Network()
    planes, discs = play_games(games)
    print(f"{len(planes):,} positions of {games:,} random games")
    print(f"guessing a draw errs by {np.abs(discs).mean():.1f} discs")
    print(f"the network errs by {network.learn(planes, discs, 6):.1f} discs")
    learned = MatchPlayer(BestFirstEngine(network, name="learned"), NODES)
    for other in ("random", "greedy", "positional"):
        players = learned, MatchPlayer(other)
        match = EngineMatch(players, RandomOpenings(Classic(), SIZE, plies=4))
        print(f"against {other}: {MatchScore.of(run_match(match, pairs)).summary()}")


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 3000,
        int(sys.argv[2]) if len(sys.argv) > 2 else 10,
    )
