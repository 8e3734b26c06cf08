"""A small AlphaZero learns Othello on 6x6 from games with itself, and beats the greedy player.

Needs `pip install "outflank[rl]"` and nothing else: the network is a few lines of NumPy. Run as
`python alphazero_6x6.py`. Ctrl-C saves the network; the next run continues with it.

Many games are played at once. In each turn a tree search (PUCT) looks ahead in all of them
together: `VectorGames.copy_positions` brings the positions of chosen nodes into a second batch,
one `step` plays a move in each, and the network judges all new positions in one call.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from outflank.environments import VectorGames

SIZE = 6
SQUARES = SIZE * SIZE
ACTIONS = SQUARES + 1  # the last one is a pass
INPUTS = 2 * SQUARES  # the mover's discs, and the opponent's
HIDDEN = 256

EXPLORATION = 1.5  # how much the search trusts the network's first impression
NOISE_SHARE, NOISE = 0.25, 0.6  # so that self-play tries moves which the network dislikes
RANDOM_PLIES = 12  # then self-play chooses the best move
KEPT_POSITIONS = 200_000
BATCH = 512
LEARNING_RATE, DECAY = 1e-3, 1e-4


class Network:
    """Two hidden layers, then the policy over all actions and the value of the position."""

    def __init__(self, seed: int = 0) -> None:
        numbers = np.random.default_rng(seed)
        shapes = [(INPUTS, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, ACTIONS), (HIDDEN, 1)]
        weights = [numbers.normal(0, np.sqrt(2 / shape[0]), shape) for shape in shapes]
        weights[2:] = [0.1 * one for one in weights[2:]]  # no strong opinions at first
        biases = [np.zeros(shape[1]) for shape in shapes]
        self.weights = [one.astype(np.float32) for one in [*weights, *biases]]
        self.means = [np.zeros_like(one) for one in self.weights]
        self.squares = [np.zeros_like(one) for one in self.weights]
        self.steps = 0
        self.games = 0  # of self-play

    def judge(self, planes: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the probability of each legal action and the mover's value of each position."""
        _, _, _, policies, values = self._forward(planes, masks)
        return policies, values

    def learn(
        self, planes: np.ndarray, masks: np.ndarray, targets: np.ndarray, results: np.ndarray
    ) -> tuple[float, float]:
        """Take one step towards policies and results; return both losses before it."""
        inputs, first, second, policies, values = self._forward(planes, masks)
        count = len(inputs)
        losses = (
            float(-(targets * np.log(policies + 1e-9)).sum() / count),
            float(((values - results) ** 2).mean()),
        )
        to_policy = (policies - targets) / count
        to_value = (2 * (values - results) * (1 - values**2) / count)[:, None]
        to_second = (to_policy @ self.weights[2].T + to_value @ self.weights[3].T) * (second > 0)
        to_first = (to_second @ self.weights[1].T) * (first > 0)
        errors = [to_first, to_second, to_policy, to_value]
        sources = [inputs, first, second, second]
        slopes = [source.T @ error for source, error in zip(sources, errors, strict=True)]
        self._adjust([*slopes, *(error.sum(axis=0) for error in errors)])
        return losses

    def _forward(self, planes: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, ...]:
        w1, w2, w3, w4, b1, b2, b3, b4 = self.weights
        inputs = planes.reshape(len(planes), INPUTS).astype(np.float32)
        first = np.maximum(inputs @ w1 + b1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        logits = np.where(masks, second @ w3 + b3, -np.inf)
        policies = np.exp(logits - logits.max(axis=1, keepdims=True))
        policies /= policies.sum(axis=1, keepdims=True)
        return inputs, first, second, policies, np.tanh(second @ w4 + b4)[:, 0]

    def _adjust(self, slopes: Sequence[np.ndarray]) -> None:
        """Adam, with decay of the weights."""
        self.steps += 1
        rate = LEARNING_RATE * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for i, slope in enumerate(slopes):
            self.means[i] += 0.1 * (slope - self.means[i])
            self.squares[i] += 0.001 * (slope**2 - self.squares[i])
            change = self.means[i] / (np.sqrt(self.squares[i]) + 1e-8)
            self.weights[i] -= rate * change + LEARNING_RATE * DECAY * self.weights[i]

    def save(self, path: Path) -> None:
        """Write everything that learning continues from; a file is whole or not there."""
        names = ("weights", "means", "squares")
        arrays = {f"{name}{i}": one for name in names for i, one in enumerate(getattr(self, name))}
        draft = path.with_suffix(".draft.npz")
        np.savez(draft, counts=np.array([self.steps, self.games]), **arrays)
        draft.replace(path)

    @classmethod
    def load(cls, path: Path) -> Network:
        """Read a network that `save` wrote."""
        network = cls()
        with np.load(path) as saved:
            for name in ("weights", "means", "squares"):
                setattr(network, name, [saved[f"{name}{i}"] for i in range(8)])
            network.steps, network.games = saved["counts"].tolist()
        return network


class Search:
    """A tree for each of many games, all of which grow by one node at a time.

    A node is a row of these arrays and a game of `nodes`, where its position stands. For each of
    its actions it has the prior probability, the number of visits, the sum of values from the
    mover's point of view, and the node below.
    """

    def __init__(self, network: Network, count: int, simulations: int) -> None:
        self.network = network
        self.count, self.simulations = count, simulations
        self.size = simulations + 1
        self.nodes = VectorGames(count * self.size, size=SIZE, autoreset_mode="Disabled")
        self.moving = VectorGames(count, size=SIZE, autoreset_mode="Disabled")
        self.games = np.arange(count)

    def visits(self, roots: VectorGames, noise: np.random.Generator | None = None) -> np.ndarray:
        """Search from the positions of a batch; return the share of visits of each action."""
        shape = (self.count, self.size)
        self.priors = np.zeros((*shape, ACTIONS), np.float32)
        self.tried = np.zeros((*shape, ACTIONS), np.float32)
        self.sums = np.zeros((*shape, ACTIONS), np.float32)
        self.below = np.zeros((*shape, ACTIONS), np.int64)
        self.above = np.zeros(shape, np.int64)
        self.by_action = np.zeros(shape, np.int64)
        self.ended = np.zeros(shape, np.bool_)
        self.nodes.copy_positions(roots, to=self.games * self.size)
        self.moving.copy_positions(roots)
        priors, _ = self.network.judge(self.moving.observations, self.moving.masks)
        if noise is not None:
            drawn = noise.gamma(NOISE, size=priors.shape) * self.moving.masks
            drawn /= drawn.sum(axis=1, keepdims=True)
            priors = (1 - NOISE_SHARE) * priors + NOISE_SHARE * drawn
        self.priors[:, 0] = priors
        for simulation in range(1, self.simulations + 1):
            self._grow(simulation)
        return self.tried[:, 0] / self.simulations

    def _grow(self, simulation: int) -> None:
        """Follow the best actions to a new node in each game, judge it, and count its value."""
        node, action = self._walk()
        self.moving.copy_positions(self.nodes, self.games * self.size + node)
        self.moving.step(action)
        over = self.moving.over
        priors, values = self.network.judge(self.moving.observations, self.moving.masks)
        values = np.where(over, -self.moving.rewards, values)  # of the side that is now to move
        known = self.below[self.games, node, action]  # only the end of a game is reached again
        new = np.where(known, known, simulation)
        self.nodes.copy_positions(self.moving, to=self.games * self.size + new)
        self.priors[self.games, new] = priors
        self.ended[self.games, new] = over
        self.above[self.games, new], self.by_action[self.games, new] = node, action
        self.below[self.games, node, action] = new
        games = self.games
        while games.size:
            values = -values
            self.tried[games, node, action] += 1
            self.sums[games, node, action] += values
            deeper = node > 0
            games, node, values = games[deeper], node[deeper], values[deeper]
            node, action = self.above[games, node], self.by_action[games, node]

    def _walk(self) -> tuple[np.ndarray, np.ndarray]:
        """Return in each game a node and the action that leaves the tree, or ends the game."""
        node = np.zeros(self.count, np.int64)
        action = np.zeros(self.count, np.int64)
        games = self.games
        while games.size:
            at = node[games]
            tried, priors = self.tried[games, at], self.priors[games, at]
            means = self.sums[games, at] / np.maximum(tried, 1)
            wish = EXPLORATION * priors * np.sqrt(tried.sum(axis=1, keepdims=True) + 1)
            best = np.where(priors > 0, means + wish / (1 + tried), -np.inf).argmax(axis=1)
            action[games] = best
            child = self.below[games, at, best]
            goes_on = (child > 0) & ~self.ended[games, child]
            games, child = games[goes_on], child[goes_on]
            node[games] = child
        return node, action


def symmetries() -> np.ndarray:
    """Return where each action comes from under the eight symmetries of the board."""
    board = np.arange(SQUARES).reshape(SIZE, SIZE)
    turned = [np.rot90(side, turns) for side in (board, board.T) for turns in range(4)]
    return np.array([[*one.ravel(), SQUARES] for one in turned])


class Memory:
    """The latest positions of self-play, with the search's policies and the games' results."""

    def __init__(self, seed: int) -> None:
        self.positions: deque[tuple[np.ndarray, np.ndarray, np.ndarray, float]] = deque(
            maxlen=KEPT_POSITIONS
        )
        self.numbers = np.random.default_rng(seed)
        self.symmetries = symmetries()

    def draw(self, count: int) -> tuple[np.ndarray, ...]:
        """Return random positions, each seen from a random side of the board."""
        chosen = self.numbers.integers(len(self.positions), size=count)
        planes, masks, policies, results = zip(*(self.positions[i] for i in chosen), strict=True)
        views = self.symmetries[self.numbers.integers(len(self.symmetries), size=count)]
        flat = np.array(planes).reshape(count, 2, SQUARES)
        return (
            np.take_along_axis(flat, views[:, None, :SQUARES], axis=2),
            np.take_along_axis(np.array(masks), views, axis=1),
            np.take_along_axis(np.array(policies), views, axis=1),
            np.array(results, np.float32),
        )


class SelfPlay:
    """Games of the network against itself; finished ones go into the memory and begin again."""

    def __init__(self, network: Network, memory: Memory, options: argparse.Namespace) -> None:
        self.network, self.memory = network, memory
        self.games = VectorGames(
            options.games, size=SIZE, autoreset_mode="SameStep", seed=options.seed
        )
        self.search = Search(network, options.games, options.simulations)
        self.numbers = np.random.default_rng(options.seed)
        self.past: list[list[tuple[np.ndarray, ...]]] = [[] for _ in range(options.games)]

    def play_turn(self) -> int:
        """Play one move in each game; return how many positions were added to the memory."""
        games = self.games
        shares = self.search.visits(games, self.numbers)
        plies = np.array([len(one) for one in self.past])
        luck = self.numbers.gumbel(size=shares.shape) * (plies < RANDOM_PLIES)[:, None]
        with np.errstate(divide="ignore"):
            actions = (np.log(shares) + luck).argmax(axis=1)
        planes, masks = games.observations.copy(), games.masks.copy()
        for game, past in enumerate(self.past):
            past.append((planes[game], masks[game], shares[game]))
        games.step(actions)
        added = 0
        for game in np.flatnonzero(games.terminated):
            past, self.past[game] = self.past[game], []
            result = float(games.rewards[game])  # of the last mover; sides alternate
            for seen in reversed(past):
                self.memory.positions.append((*seen, result))  # type: ignore[arg-type]
                result = -result
            added += len(past)
            self.network.games += 1
        return added


def match(network: Network, count: int, simulations: int, seed: int) -> tuple[int, int, int]:
    """Play against the greedy player, half as black; return wins, draws and losses.

    Without simulations the network plays its first impression.
    """
    totals = np.zeros(3, np.int64)
    for color in ("black", "white"):
        games = VectorGames(
            count // 2,
            size=SIZE,
            opponent="greedy",
            color=color,
            autoreset_mode="SameStep",
            seed=seed,
        )
        search = Search(network, games.count, simulations) if simulations else None
        numbers = np.random.default_rng(seed)
        playing = np.ones(games.count, np.bool_)
        turns = 0
        while playing.any():
            if search is None:
                shares, _ = network.judge(games.observations, games.masks)
            else:
                shares = search.visits(games)
            # The first two moves are drawn, so that the games differ.
            luck = numbers.gumbel(size=shares.shape) if turns < 2 else 0.0
            with np.errstate(divide="ignore"):
                games.step((np.log(shares * games.masks) + luck).argmax(axis=1))
            ended = games.terminated & playing
            totals += np.bincount(1 - games.rewards[ended].astype(np.int64), minlength=3)
            playing &= ~ended
            turns += 1
    wins, draws, losses = totals.tolist()
    return wins, draws, losses


def learn(network: Network, options: argparse.Namespace) -> None:
    """Play and learn until the time or the turns are over, and say what happens."""
    memory = Memory(options.seed)
    self_play = SelfPlay(network, memory, options)
    began = said = time.monotonic()
    waiting, losses = 0, []
    for _ in range(options.turns):
        waiting += self_play.play_turn()
        while waiting >= BATCH // 4:  # each position is learnt from four times
            losses.append(network.learn(*memory.draw(BATCH)))
            waiting -= BATCH // 4
        now = time.monotonic()
        if losses and now - said >= options.every:
            policy, value = np.mean(losses, axis=0)
            print(
                f"{(now - began) / 60:6.1f} min {network.games:8,} games"
                f" {len(memory.positions):8,} positions,"
                f" loss of policy {policy:.3f}, of value {value:.3f}",
                flush=True,
            )
            said, losses = now, []
        if now - began >= 60 * options.minutes:
            return


def play_matches(network: Network, options: argparse.Namespace) -> None:
    """Play matches against the greedy player, and print their results."""
    for simulations in (0, options.simulations):
        wins, draws, losses = match(network, options.match, simulations, options.seed + 1)
        how = f"searching {simulations} nodes" if simulations else "without search"
        print(f"Against greedy, {how}: {wins} wins, {draws} draws, {losses} losses.", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn, save the network, then play matches against the greedy player."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20, help="how long to learn")
    parser.add_argument("--turns", type=int, default=10**9, help="the most turns of self-play")
    parser.add_argument("--games", type=int, default=128, help="games of self-play at once")
    parser.add_argument("--simulations", type=int, default=48, help="nodes searched for a move")
    parser.add_argument("--match", type=int, default=1000, help="games against the greedy player")
    parser.add_argument("--weights", type=Path, default=Path("alphazero_6x6.npz"))
    parser.add_argument("--every", type=float, default=30, help="seconds between two lines")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    network = Network(options.seed)
    if options.weights.exists():
        network = Network.load(options.weights)
        print(f"Continuing with {options.weights}, which has learnt from {network.games:,} games.")
    try:
        try:
            learn(network, options)
        finally:
            network.save(options.weights)
            print(f"Saved {options.weights} after {network.games:,} games of self-play.")
        spent = time.process_time() / 60
        print(f"That took {spent:.1f} minutes of processor time.", flush=True)
        play_matches(network, options)
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
