"""The matches that are kept by themselves: finding them, and opening one to go on with it."""

from __future__ import annotations

import dataclasses
import itertools
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from outflank.errors import JournalError, MatchInUse
from outflank.play.codec import decode_fields, encode_fields
from outflank.play.events import Event
from outflank.play.hold import Hold
from outflank.play.journal import FileJournal
from outflank.play.match import Match
from outflank.play.options import GameOptions
from outflank.play.settings import data_folder
from outflank.play.tally import Tally

__all__ = ["Circumstances", "Kept", "Unfinished", "autosaves", "keep", "new_name", "unfinished"]

_FACT = "table"  # what the circumstances are called at the head of a match


def autosaves(folder: Path | None = None) -> FileJournal:
    """Return the journal in which every local match is kept."""
    return FileJournal((folder or data_folder()) / "matches")


def new_name() -> str:
    """Return a name for a match, by the time and by chance."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"


def keep(events: Sequence[Event], journal: FileJournal) -> str:
    """Put a recorded match among the autosaves, under a name of its own, and return the name."""
    name = new_name()
    journal.append(name, 0, events)
    return name


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a table knows of a match that its events do not tell."""

    delay: float = 0.0
    seed: int | None = None
    lots: int = 0  # that were drawn so far, this match's included
    tally: Tally = dataclasses.field(default_factory=Tally)  # before this match

    def describe(self, match: str, journal: FileJournal) -> None:
        """Have the circumstances of a match that is about to begin kept with it."""
        journal.describe(match, {_FACT: encode_fields(self)})

    @classmethod
    def of(cls, match: str, journal: FileJournal) -> Circumstances:
        """Return the circumstances of a kept match; the usual ones if they were not kept."""
        facts = journal.facts(match).get(_FACT, {})
        try:
            return decode_fields(cls, facts)
        except JournalError:
            return cls()  # the game is worth more than what surrounds it


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept match that is opened here, so that nobody else goes on with it meanwhile."""

    name: str
    match: Match
    circumstances: Circumstances
    hold: Hold

    @classmethod
    def open(cls, journal: FileJournal, name: str) -> Kept:
        """Open the match of that name; one that is open already is refused."""
        hold = journal.hold(name)  # first, for nothing may change after it was read
        match = Match.restore(journal.load(name))
        return cls(name, match, Circumstances.of(name, journal), hold)

    @classmethod
    def newest(cls, journal: FileJournal) -> Kept:
        """Open the newest match that is neither over nor open already."""
        in_use = None
        for name in _not_over(journal):
            try:
                return cls.open(journal, name)
            except MatchInUse as error:
                in_use = in_use or error
            except JournalError:
                pass  # a damaged game must not stand in the way of an older one
        none = JournalError(f"there is no unfinished game to resume in {journal.folder}")
        raise in_use or none

    @property
    def options(self) -> GameOptions:
        """The options with which the match goes on."""
        known = self.circumstances
        options = GameOptions.of(self.match.setup)
        return dataclasses.replace(options, delay=known.delay, seed=known.seed)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A kept match that is not over, by its number in the list of those, the newest first."""

    number: int
    name: str
    match: Match
    changed: datetime
    is_open: bool

    @classmethod
    def find(cls, journal: FileJournal, number: int) -> Unfinished:
        """Return the match with that number."""
        for one in unfinished(journal):
            if one.number == number:
                return one
        raise JournalError(f"there is no unfinished game {number}; outflank saves lists them")

    def __str__(self) -> str:
        setup, moves = self.match.setup, len(self.match.game.moves)
        first, second = (player.name for player in setup.players)
        board = f"{setup.variant.title} {setup.size}x{setup.size}"
        return f"{board}, {first} v {second}, after move {moves}"


def unfinished(journal: FileJournal) -> Iterator[Unfinished]:
    """Return the kept matches that are not over, the newest first, those without a move last."""
    numbers = itertools.count(1)
    for name in _not_over(journal):
        try:
            match = Match.restore(journal.load(name))
        except JournalError:
            continue
        changed = datetime.fromtimestamp(journal.path(name).stat().st_mtime).astimezone()
        yield Unfinished(next(numbers), name, match, changed, journal.is_held(name))


def _not_over(journal: FileJournal) -> Iterator[str]:
    unmoved = []
    for name in journal.matches():
        try:
            kinds = journal.kinds(name)
        except JournalError:
            continue
        if not kinds or kinds[-1] == "MatchEnded":
            continue
        if "MovePlayed" in kinds:
            yield name
        else:
            unmoved.append(name)  # a game nobody has moved in is worth less than an older one
    yield from unmoved
