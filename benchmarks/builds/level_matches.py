"""Matches of the levels for a benchmark: what is kept of them, and how a step is shown."""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from builds.progress_line import show_progress
from outflank.arena.engine_match import (
    EloDifference,
    EngineMatch,
    GameRecord,
    GamesFile,
    MatchPlayer,
    MatchScore,
    Openings,
    run_match,
)
from outflank.engine import levels
from outflank.engine.levels import LevelEngine
from outflank.engine.source import EngineLike, EngineSource

__all__ = ["LevelMatches", "on_paper", "points", "steps_of"]

STEPS_OF_ONE = 12  # above, a level plays the one two below
PATIENCE = 3600.0  # seconds for a move, which its nodes end before


@dataclass(frozen=True, slots=True)
class LevelMatches:
    """Plays matches of so many pairs, and keeps their games in a folder if there is one."""

    pairs: int
    seed: int
    folder: Path | None

    def play(
        self, title: str, openings: Openings, players: tuple[EngineLike, EngineLike]
    ) -> MatchScore:
        """Play a match, one game at a time; games that were kept are not played again."""
        one, other = (_seated(player) for player in players)
        match = EngineMatch((one, other), openings, self.seed)
        title = f"{title}, {one.name} against {other.name}"
        games: list[GameRecord] = []

        def note(game: GameRecord) -> None:
            games.append(game)
            if kept is not None:
                kept.add(game)
            score = MatchScore.of(games).summary()
            show_progress(f"{title}: {len(games)} of {2 * self.pairs} games, {score}")

        with contextlib.ExitStack() as stack:
            kept = None
            if self.folder is not None:
                self.folder.mkdir(parents=True, exist_ok=True)
                playing = [each for each in levels() if str(each.number) in (one.name, other.name)]
                settings = hashlib.sha256(repr(playing).encode()).hexdigest()[:6]
                path = self.folder / f"{re.sub('[^a-z0-9]+', '-', title)}-{settings}.jsonl"
                kept = stack.enter_context(GamesFile(path, match))
                games += kept.games
            run_match(match, self.pairs, done=list(games), on_game=note)
        show_progress("")
        return MatchScore.of(game for game in games if game.pair < self.pairs)


def _seated(player: EngineLike) -> MatchPlayer:
    """Return a player of a match; a busy machine does not make a level weaker."""
    found = next((one for one in levels() if str(one.number) == player), None)
    if found is None or not isinstance(player, str):
        return MatchPlayer(player)
    patient = replace(found, seconds=PATIENCE)
    return MatchPlayer(player, source=EngineSource.of(lambda: LevelEngine(patient)))


def steps_of(chosen: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield each chosen level with the one below, or above 12 the one two below, if chosen."""
    for above in sorted(chosen):
        nearest = above - (1 if above <= STEPS_OF_ONE else 2)
        if lower := [one for one in chosen if one <= nearest]:
            yield above, max(lower)


def points(elo: EloDifference) -> str:
    """Return the share of the points that the first side makes, with its interval."""
    low, middle, high = (1 / (1 + 10 ** (-one / 400)) for one in (elo.low, elo.elo, elo.high))
    return f"{middle:.1%} ({low:.0%}-{high:.0%})"


def on_paper(plot: str) -> str:
    """Return a plot as a file of its own, with a white ground and its own letters."""
    begins = plot.index(">") + 1
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    letters = '<g font-family="sans-serif" font-size="12">'
    return f"{plot[:begins]}{ground}{letters}{plot[begins:].removesuffix('</svg>')}</g></svg>\n"
