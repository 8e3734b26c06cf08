"""One list of the user's saved games: those saved under a name, and the autosaves."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from outflank.errors import JournalError, OutflankError, SaveExists
from outflank.faces.local.autosave import add_match, autosave_journal, is_match_name
from outflank.faces.local.game_files import load, parse, save, saved_lines
from outflank.play.codec import decode_event, encode_event
from outflank.play.events import Event, MatchStarted
from outflank.play.journal import FileJournal, move_file
from outflank.play.match import Match
from outflank.play.setup import Setup
from outflank.rules import find_variant
from outflank.texts import Text, say
from outflank.user_folders import data_folder

__all__ = ["SavedGame", "SavedGames", "is_path"]

_LONGEST_NAME = 120  # bytes, well below the limit of file systems
_UNUSABLE = re.compile(r'[\\/:*?"<>|]')  # not allowed in file names on some systems
_FILE_ENDING = re.compile(r"\.[A-Za-z]\w{0,7}$")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """One game of the list; `number` is its place there."""

    number: int
    name: str
    path: Path
    is_autosave: bool
    changed: datetime
    players: tuple[str, str]
    variant: str
    size: int
    moves: int
    is_over: bool
    is_open: bool = False  # in this or another program

    @property
    def is_worth_opening(self) -> bool:
        """Whether a short list shows it: an autosave must be unfinished and have a move."""
        return not self.is_autosave or self.is_open or (self.moves > 0 and not self.is_over)

    @property
    def board(self) -> str:
        """The game's variant and its board size."""
        variant = find_variant(self.variant).text
        return say("local.game.saving.board", variant=variant, size=self.size)

    @property
    def status(self) -> str:
        """How far the game has come, or that it is open in this or another program."""
        if self.is_open:
            return say("local.game.saving.open_now")
        if self.is_over:
            return say("local.game.saving.finished")
        if self.moves:
            return say("local.game.saving.at_move", move=self.moves)
        return say("local.game.saving.not_begun")

    @property
    def has_no_name(self) -> bool:
        """Whether the user has not given it a name."""
        return self.is_autosave and is_match_name(self.name)

    @property
    def title(self) -> str:
        """The user's name for the game, if it has one, and its players."""
        first, second = self.players
        players = say("local.game.saving.versus", first=first, second=second)
        if self.has_no_name:
            return players
        if _UNUSABLE.sub("-", players) in self.name:  # the name has the players in it
            return self.name
        return say("local.game.saving.named", name=self.name, players=players)

    def __str__(self) -> str:
        return say(
            "local.game.saving.described", title=self.title, board=self.board, status=self.status
        )


class SavedGames:
    """The user's saved games: autosaves and games saved under a name.

    An existing game is overwritten only if the caller asks for it.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     games = SavedGames(Path(folder))
    ...     saved = games.save(Match.start(Setup()).events, "first game")
    ...     print(*games.all())
    first game: Player 1 v Player 2, Othello 8x8, not begun
    """

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or data_folder()
        self.folder: Path = folder / "games"
        self.journal: FileJournal = autosave_journal(folder)

    def all(self) -> list[SavedGame]:
        """Return all games, the latest first; autosaves without a move or finished come last."""
        for folder in (self.folder, self.journal.folder):
            _require_readable(folder)
        found = [*self._named(), *self._autosaves()]
        found.sort(key=lambda saved: (_rank(saved), -saved.changed.timestamp()))
        return [replace(saved, number=number) for number, saved in enumerate(found, 1)]

    def find(self, which: str) -> SavedGame:
        """Return the game with this name, or with this number in the list."""
        games = self.all()
        for saved in games:
            if which in (str(saved.number), saved.name):
                return saved
        if not games:
            raise JournalError(Text("errors.local.no_saved_games", which=which))
        raise JournalError(Text("errors.local.no_saved_game", which=which, count=len(games)))

    def has(self, name: str) -> bool:
        """Return whether a saved game has this name."""
        try:
            return any(path.is_file() for path in self._paths(_checked(name)))
        except (JournalError, OSError):
            return False

    def locate(self, which: str) -> SavedGame | Path:
        """Return the game with this number or name, or the path if the word means a file."""
        path = Path(which).expanduser()
        if is_path(which) or (not which.isdecimal() and path.is_file()):
            return path
        return self.find(which)

    def match_name(self, saved: SavedGame | Path) -> str:
        """Return the name of the autosave to resume; copy a named save or a file to a new one."""
        if isinstance(saved, SavedGame) and saved.is_autosave:
            return saved.name
        path = saved.path if isinstance(saved, SavedGame) else saved
        return add_match(load(path), self.journal)

    def path_for(self, name: str) -> Path:
        """Return the file for a game with this name; a name that looks like a path is a path.

        >>> SavedGames(Path("data")).path_for("final").as_posix()
        'data/games/final.json'
        >>> SavedGames(Path("data")).path_for("final.json").as_posix()
        'final.json'
        """
        return Path(name).expanduser() if is_path(name) else self.folder / f"{_checked(name)}.json"

    def save(self, events: Sequence[Event], name: str = "", *, overwrite: bool = False) -> Path:
        """Save a game under a name, by default a free one, and return its file."""
        if name:
            path = self.path_for(name)
            self._make_folder(path)
            save(events, path, overwrite=overwrite)
            return path
        for path in self._free_paths(Match.restore(events).setup):
            self._make_folder(path)
            with contextlib.suppress(SaveExists):  # another program was faster
                save(events, path)
                return path
        raise AssertionError("there is always a free name")

    def free_name(self, setup: Setup) -> str:
        """Return the default name for a new save of a game."""
        return next(self._free_paths(setup)).stem

    def rename(self, saved: SavedGame, name: str) -> Path:
        """Give a game another name, which must be free, and return its file."""
        name = _checked(name)
        if name != saved.name and any(path.exists() for path in self._paths(name)):
            raise SaveExists(Text("errors.local.name_taken", name=name))
        path = saved.path.with_name(name + saved.path.suffix)
        try:
            if name == saved.name:
                return path
            if saved.is_autosave:
                self.journal.rename(saved.name, name)
            else:
                move_file(saved.path, path)
        except OSError as error:
            raise JournalError(
                Text("errors.local.not_renamed", name=saved.name, reason=error.strerror)
            ) from None
        return path

    def delete(self, saved: SavedGame) -> None:
        """Delete a game; raise `MatchInUse` if it is open in any program."""
        try:
            if saved.is_autosave:
                self.journal.lock(saved.name).release()
                self.journal.remove(saved.name)
            else:
                saved.path.unlink()
        except FileNotFoundError:
            raise JournalError(Text("errors.local.game_gone", name=saved.name)) from None
        except OSError as error:
            raise JournalError(
                Text("errors.local.not_deleted", name=saved.name, reason=error.strerror)
            ) from None

    # The folders

    def _autosaves(self) -> Iterator[SavedGame]:
        for name in self.journal.matches():
            with contextlib.suppress(OutflankError, OSError):  # a damaged or deleted game
                lines = self.journal.lines(name)
                is_open = self.journal.is_locked(name)
                yield _saved_game(self.journal.path(name), lines, is_autosave=True, is_open=is_open)

    def _named(self) -> Iterator[SavedGame]:
        for path in self.folder.glob("*.json"):
            with contextlib.suppress(OutflankError, OSError, UnicodeDecodeError):
                text = path.read_bytes()
                lines = saved_lines(text)
                if lines is None:  # a game of another program that was put here
                    lines = [encode_event(event) for event in parse(text, path)]
                yield _saved_game(path, lines, is_autosave=False)

    def _paths(self, name: str) -> tuple[Path, Path]:
        return self.folder / f"{name}.json", self.journal.path(name)

    def _free_paths(self, setup: Setup) -> Iterator[Path]:
        first, second = (player.name for player in setup.players)
        players = say("local.game.saving.versus", first=first, second=second)
        words = _UNUSABLE.sub("-", f"{datetime.now().astimezone():%Y-%m-%d} {players}")
        name = words.encode()[:_LONGEST_NAME].decode(errors="ignore").strip()
        number = 1
        while True:
            path, autosave = self._paths(name if number == 1 else f"{name} ({number})")
            if not path.exists() and not autosave.exists():
                yield path
            number += 1

    def _make_folder(self, path: Path) -> None:
        """Make the folder of saved games; any other folder may be a misspelled path."""
        if path.parent == self.folder:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise JournalError(
                    Text("errors.local.unwritable_file", path=path, reason=error.strerror)
                ) from None


def is_path(name: str) -> bool:
    """Return whether a name means a path: it has a folder or a file extension."""
    return len(Path(name).parts) > 1 or _FILE_ENDING.search(name) is not None


def _require_readable(folder: Path) -> None:
    """Raise an error if a folder exists but its files cannot be listed."""
    try:
        next(folder.iterdir(), None)
    except (FileNotFoundError, NotADirectoryError):
        pass  # there are no games yet
    except OSError as error:
        raise JournalError(
            Text("errors.local.unreadable_games", folder=folder, reason=error.strerror)
        ) from None


def _rank(saved: SavedGame) -> int:
    """Return a game's rank in the list: saved or unfinished, then not begun, then finished."""
    if not saved.is_autosave:
        return 0
    return 2 if saved.is_over else 0 if saved.moves else 1


def _saved_game(
    path: Path, lines: Sequence[Mapping[str, Any]], *, is_autosave: bool, is_open: bool = False
) -> SavedGame:
    """Describe a saved game without replaying it."""
    start = decode_event(lines[0]) if lines else None
    if not isinstance(start, MatchStarted):
        raise JournalError(Text("errors.local.no_start", path=path))
    kinds = [line["event"] for line in lines]
    taken = sum(len(line["moves"]) for line in lines if line["event"] == "TakenBack")
    redone = sum(len(line["moves"]) for line in lines if line["event"] == "Redone")
    first, second = start.setup.players
    return SavedGame(
        number=0,
        name=path.stem,
        path=path,
        is_autosave=is_autosave,
        changed=datetime.fromtimestamp(path.stat().st_mtime).astimezone(),
        players=(first.name, second.name),
        variant=start.setup.variant.name,
        size=start.setup.size,
        moves=kinds.count("MovePlayed") + kinds.count("Passed") - taken + redone,
        is_over=kinds[-1] == "MatchEnded",
        is_open=is_open,
    )


def _checked(name: str) -> str:
    """Return the trimmed name of a game; raise `JournalError` if a file cannot have it."""
    name = name.strip()
    if not name or not name.isprintable() or _UNUSABLE.search(name) or name.startswith("."):
        raise JournalError(Text("errors.local.unusable_game_name", name=repr(name)))
    if name.isdecimal():
        raise JournalError(Text("errors.local.number_as_name"))
    if len(name.encode()) > _LONGEST_NAME:
        raise JournalError(Text("errors.local.long_game_name"))
    return name
