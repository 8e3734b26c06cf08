"""The definition of a tournament of engines, with the engine behind each name and the openings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from outflank.arena.adjudication import Adjudicator
from outflank.arena.definition import Definition, tournament_from_toml
from outflank.arena.engine_match.definition import (
    EngineMatch,
    MatchPlayer,
    OpeningBook,
    Openings,
    RandomOpenings,
)
from outflank.arena.pairing import Pairing
from outflank.arena.settings import SettingsReader
from outflank.arena.tournament import Tournament
from outflank.engine import UNLIMITED, Limit
from outflank.errors import EngineError, NotationError
from outflank.rules import Game, Variant, find_variant
from outflank.texts import Text

__all__ = ["LOCAL_SETTINGS", "EngineTournament"]

LOCAL_SETTINGS = ("engines", "seconds", "nodes", "depth", "plies", "openings", "adjudicate")
"""Settings that the file may have in addition to those of a tournament on a server."""

_LIMITS = ("seconds", "nodes", "depth")
_PLAYER_SETTINGS = (*_LIMITS, "directory")


@dataclass(frozen=True)
class EngineTournament:
    """A definition, its players in their order, and the openings of their games.

    >>> cup = EngineTournament.of(Definition("Cup", players=("7", "greedy")))
    >>> [player.name for player in cup.players]
    ['7', 'greedy']
    """

    definition: Definition
    players: tuple[MatchPlayer, ...]
    openings: Openings
    adjudicate: int = 0
    engines: Mapping[str, str] = field(default_factory=dict)  # the engine behind each name

    def __post_init__(self) -> None:
        # The seed decides everything random, so a tournament can be repeated.
        if self.definition.seed is None:
            object.__setattr__(self, "definition", replace(self.definition, seed=1))
        variant = find_variant(self.definition.variant)
        if self.adjudicate and variant.answers:
            raise NotationError(Text("errors.arena.adjudicate_with_chance", variant=variant.text))
        if len(self.players) >= 2:
            self.match(0, 1)  # raises if anything else is wrong
        self.definition.format.check(len(self.players))

    @classmethod
    def of(
        cls,
        definition: Definition,
        players: Iterable[MatchPlayer] | None = None,
        *,
        openings: Openings | None = None,
        adjudicate: int = 0,
    ) -> Self:
        """Return the tournament of these players, by default of the engines in the definition."""
        if players is None:
            found = tuple(map(MatchPlayer.named, definition.players))
        else:
            found = tuple(players)
            names = tuple(player.name for player in found)
            definition = Definition.from_dict(definition.to_dict() | {"players": list(names)})
        variant = find_variant(definition.variant)
        openings = openings or RandomOpenings(variant, definition.size)
        return cls(definition, found, openings, adjudicate)

    @classmethod
    def from_toml(cls, text: str, *, source: str = "") -> Self:
        r"""Read the file of a tournament, including the settings for a run on this machine.

        >>> text = 'name = "Cup"\nplayers = ["7", "slow"]\nengines.slow = "greedy"'
        >>> EngineTournament.from_toml(text).engines
        {'slow': 'greedy'}
        """
        try:
            settings = tomllib.loads(text)
        except (ValueError, RecursionError):
            tournament_from_toml(text, source=source)  # raises the error in one sentence
            raise
        own = {name: settings.pop(name) for name in LOCAL_SETTINGS if name in settings}
        reader = _LocalReader(own, source)
        engines = reader.engines()
        if "players" not in settings:
            settings["players"] = list(engines)
        definition = Definition.from_dict(settings, source=source)
        for name in engines:
            if name not in definition.players:
                raise NotationError(
                    Text("errors.arena.engine_of_nobody", name=repr(name)), source=source
                )
        common = reader.limit(own, "")
        players = []
        for name in definition.players:
            behind, limit, directory = engines.get(name, (name, UNLIMITED, None))
            limit = limit.tightened(common)
            player = _named(MatchPlayer.named(behind, limit, directory=directory), name)
            players.append(player)
        variant, size = find_variant(definition.variant), definition.size
        openings = reader.openings(variant, size)
        if (openings.variant, openings.size) != (variant, size):
            raise NotationError(Text("errors.arena.openings_of_another_game"), source=source)
        most = Adjudicator.most_empties()
        adjudicate = reader.read.whole("adjudicate", 0, least=0, most=most)
        behind_names = {name: behind for name, (behind, *_) in engines.items()}
        return cls(definition, tuple(players), openings, adjudicate, behind_names)

    @property
    def seed(self) -> int:
        """The seed of everything random."""
        return self.definition.seed or 0

    def begin(self) -> Tournament:
        """Return the tournament before its first game."""
        return self.definition.tournament()

    def match(self, one: int, other: int) -> EngineMatch:
        """Return the match of two players, who are given by their places, the lower first."""
        players = self.players[one], self.players[other]
        clock = self.definition.clock
        return EngineMatch(players, self.openings, self.seed, self.adjudicate, clock)

    def opening_number(self, tournament: Tournament, pairing: Pairing) -> int:
        """Return the number of a game's opening; two games of the same players share one."""
        players, form = set(pairing.players), self.definition.format
        earlier = [
            each
            for each in tournament.pairings
            if set(each.players) == players and each.number < pairing.number
        ]
        if not form.is_paired_by_rounds:
            return len(earlier) // 2
        in_round = sum(each.round == pairing.round for each in earlier)
        return (pairing.round - 1) * ((form.games + 1) // 2) + in_round // 2

    def draw_openings(self, count: int, known: Sequence[Game] = ()) -> list[Game]:
        """Return the first `count` openings; `known` are those drawn before.

        If there are fewer, they repeat.
        """
        wanted = int(min(count, self.openings.most_pairs))
        drawn = list(self.openings.draw(wanted, dict(enumerate(known[:wanted])), self.seed))
        return [drawn[place % wanted] for place in range(count)]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that identify this tournament."""
        return {
            **self.definition.to_dict(),
            "boards": None,  # it does not matter how many games are played at once
            "players": [
                player.to_dict() | {"engine": self.engines.get(player.name, player.name)}
                for player in self.players
            ],
            "openings": self.openings.to_dict(),
            "adjudicate": self.adjudicate,
        }


def _named(player: MatchPlayer, name: str) -> MatchPlayer:
    """Return the player with the name that the file gives it."""
    return MatchPlayer(name, player.limit, replace(player.source, name=name))


class _LocalReader:
    """Reads the settings for a run on this machine."""

    def __init__(self, settings: Mapping[str, Any], source: str) -> None:
        self.read = SettingsReader(settings, source)
        self._settings, self._source = settings, source

    def _error(self, problem: Text) -> NotationError:
        return NotationError(problem, source=self._source)

    def engines(self) -> dict[str, tuple[str, Limit, str | None]]:
        """Return the engine behind each name, its limit, and where it runs if it is a program."""
        given = self._settings.get("engines", {})
        if not isinstance(given, dict):
            raise self._error(Text("errors.arena.engines_not_a_table"))
        found: dict[str, tuple[str, Limit, str | None]] = {}
        for name, value in given.items():
            plain = {"engine": value} if isinstance(value, str) else value
            behind = plain.get("engine", name) if isinstance(plain, dict) else None
            if not isinstance(behind, str):
                raise self._error(Text("errors.arena.engine_not_named", player=name))
            for key in plain:
                if key not in ("engine", *_PLAYER_SETTINGS):
                    problem = Text(
                        "errors.arena.engine_without_setting",
                        player=name,
                        setting=repr(key),
                        known=", ".join(_PLAYER_SETTINGS),
                    )
                    raise self._error(problem)
            directory = plain.get("directory")
            if directory is not None and not isinstance(directory, str):
                setting = f"engines.{name}.directory"
                shown = repr(directory)
                raise self._error(
                    Text("errors.arena.directory_not_text", setting=setting, value=shown)
                )
            found[name] = (behind, self.limit(plain, f"engines.{name}."), directory)
        return found

    def limit(self, settings: Mapping[str, Any], prefix: str) -> Limit:
        """Return the limit per move."""
        bounds = {name: settings.get(name) for name in _LIMITS}
        for name, value in bounds.items():
            is_number = isinstance(value, int) or (name == "seconds" and isinstance(value, float))
            if value is not None and (isinstance(value, bool) or not is_number):
                key = "errors.arena.limit_not_whole"
                if name == "seconds":
                    key = "errors.arena.limit_not_number"
                raise self._error(Text(key, setting=f"{prefix}{name}", value=repr(value)))
        try:
            return Limit(**bounds)
        except EngineError as error:
            if not prefix:
                raise NotationError(error.sentence, source=self._source) from None
            setting = prefix.removesuffix(".")
            raise self._error(
                Text("errors.arena.in_setting", setting=setting, problem=error.sentence)
            ) from None

    def plies(self) -> int | None:
        """Return the number of random moves in an opening, or None for the default."""
        if "plies" not in self._settings:
            return None
        return self.read.whole("plies", 0, least=0, most=60)

    def openings(self, variant: Variant, size: int) -> Openings:
        """Read the file of openings, relative to the tournament's file, or draw random ones."""
        name = self._settings.get("openings")
        if name is None:
            return RandomOpenings(variant, size, plies=self.plies())
        if not isinstance(name, str) or "plies" in self._settings:
            raise self._error(Text("errors.arena.openings_not_a_file"))
        from outflank.notation import read_file

        path = Path(self._source).parent / name
        if not path.is_file():
            raise self._error(Text("errors.arena.no_openings_file", path=path))
        reading = read_file(path, variant=variant, size=size)
        if reading.problems:
            raise reading.problems[0]
        return OpeningBook(reading.games)
