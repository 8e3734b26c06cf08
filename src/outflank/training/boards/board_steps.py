"""The steps that learn pattern weights from own games, for all games but classic 8x8."""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any

import numpy as np

from outflank.engine.learned import data_file
from outflank.texts import say
from outflank.training.boards.board_fit import fit_board
from outflank.training.boards.learned_games import LEARNED_GAMES, LearnedGame
from outflank.training.boards.own_games import GamePlayer, PlayedPositions
from outflank.training.positions.array_files import unpacked
from outflank.training.processes import worked
from outflank.training.run_folder import Progress, RunFolder

__all__ = ["fit_again", "fit_first", "play_first", "play_more"]

_PORTION = 20  # games that a process takes at once
_FIRST, _MORE = "games", "more-games"  # folders of positions, a file a portion
_WEIGHTS = "first.patterns"
# How much later positions correct a value: features err more than weights.
_TRUST = {_FIRST: 0.7, _MORE: 0.5}
_EARLIER = 0.3  # weight of positions of the first games beside those of later ones


def play_first(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:  # noqa: ARG001 - as all steps
    """Play games with the evaluation by features."""
    return _play(run, _FIRST, run.settings.first_games, None, progress)


def fit_first(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:  # noqa: ARG001 - as all steps
    """Fit first weights to the values that the searches found."""
    return _fit(run, [_FIRST], _WEIGHTS, progress)


def play_more(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:  # noqa: ARG001 - as all steps
    """Play games with the first weights."""
    weights = lzma.decompress(run.file(_WEIGHTS).read_bytes())
    return _play(run, _MORE, run.settings.more_games, weights, progress)


def fit_again(run: RunFolder, data: Path, progress: Progress) -> dict[str, Any]:  # noqa: ARG001 - as all steps
    """Fit the weights that the engine reads, to all positions."""
    return _fit(run, [_FIRST, _MORE], _game(run).file, progress)


def _game(run: RunFolder) -> LearnedGame:
    return LEARNED_GAMES[run.settings.kind]


def _play(
    run: RunFolder, folder: str, games: int, weights: bytes | None, progress: Progress
) -> dict[str, Any]:
    """Play games on all cores; the finished portions of an interrupted run are kept."""
    run.file(folder).mkdir(exist_ok=True)
    portions = [
        (first, min(first + _PORTION, games))
        for first in range(0, games, _PORTION)
        if not run.file(_portion(folder, first)).exists()
    ]
    seed = f"{run.settings.seed} {folder}"
    done = games - sum(end - first for first, end in portions)
    begin = (run.settings.kind, weights, _TRUST[folder], seed)
    for first, end, found in worked(_play_portion, portions, _begin, begin):
        with run.replacing(_portion(folder, first)) as part:
            _save(part, found)
        done += end - first
        progress(done, games, "")
    played = _played(run, folder)
    return {
        "games": games,
        "positions": len(played),
        "mean": round(float(played.target.mean()), 3),
        "spread": round(float(played.target.std()), 3),
    }


def _fit(run: RunFolder, folders: list[str], file: str, progress: Progress) -> dict[str, Any]:
    parts = [_played(run, folder) for folder in folders]
    counts = [_EARLIER] * (len(parts) - 1) + [1.0]
    weight = np.concatenate(
        [np.full(len(part), count, np.float32) for part, count in zip(parts, counts, strict=True)]
    )
    steps = run.settings.fit_steps
    curve: list[tuple[int, float]] = []

    def note(step: int, error: float) -> None:
        curve.append((step, round(error, 3)))
        progress(step, steps, say("training.progress.error", error=f"{error:.2f}"))

    found = fit_board(_game(run), PlayedPositions.joined(parts), weight, steps, note)
    with run.replacing(file) as part:
        part.write_bytes(found.file)
    return {
        "file": file,
        "bytes": len(found.file),
        "positions": found.positions,
        "spread": round(found.spread, 3),
        "held-out error": round(found.error, 3),
        "curve": curve,
    }


def _portion(folder: str, first: int) -> str:
    return f"{folder}/{first:08}.npz"


def _save(path: Path, played: PlayedPositions) -> None:
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            digits=played.digits,
            mobility=played.mobility,
            value=played.value,
            target=played.target,
        )


def _played(run: RunFolder, folder: str) -> PlayedPositions:
    """Return the positions of a step's games, in their order."""
    parts = []
    for path in sorted(run.file(folder).glob("*.npz")):
        with unpacked(path) as kept:
            names = ("digits", "mobility", "value", "target")
            parts.append(PlayedPositions(*(kept[name] for name in names)))
    return PlayedPositions.joined(parts)


# What a process of the pool keeps: its player, and the prefix of its games' seeds.
_kept: list[tuple[GamePlayer, str]] = []


def _begin(kind: str, weights: bytes | None, trust: float, seed: str) -> None:
    player = GamePlayer(LEARNED_GAMES[kind], data_file("probcut.txt"), weights, trust)
    _kept[:] = [(player, seed)]


def _play_portion(portion: tuple[int, int]) -> tuple[int, int, PlayedPositions]:
    first, end = portion
    player, seed = _kept[0]
    games = [player.play(f"{seed} {number}") for number in range(first, end)]
    return first, end, PlayedPositions.joined(games)
