"""Every error that Outflank raises on purpose, in one tree.

An indented error is a subclass of the one above it:

    OutflankError
    ├── NotationError      text or a file does not parse (where: source, line, column)
    ├── IllegalMove        the move parses but may not be played here
    ├── IllegalAnswer      the oracle's answer may not be heard here
    ├── GameOver           the game has ended and cannot go on
    ├── NoMove             there is no move to take back or to look at
    ├── InvalidValue       a value that cannot be used, such as a time below zero
    ├── SizeError          a board size that does not exist, or different sizes put together
    ├── NotYourTurn        the other side is to move
    ├── StaleTurn          the command answers a turn that is over
    ├── MatchOver          the match has ended
    ├── MatchRunning       the command is possible only after the match is over
    ├── MatchPaused        nobody may move until the match is resumed
    ├── TakeBackRefused    this move may not be taken back, or not without consent
    ├── JournalError       the record of a match is damaged or was changed by somebody else
    │   ├── MatchInUse     the match is open in another program
    │   └── SaveExists     a file of that name exists and may be worth keeping
    ├── CannotServe        the server cannot start; the message says what its owner can change
    ├── StoreUnavailable   the database cannot be reached or written at present
    ├── TournamentError    a player, game or result that does not fit the tournament
    ├── NameRefused        a player may not be called that
    ├── TooMany            a caller has reached a limit (`retry_after` is how long to wait)
    ├── Busy               every place for this kind of work is taken
    ├── NoDisplay          there is no screen on which a window could open
    ├── MissingExtra       an optional part is not installed
    ├── UnknownMatch       no match, tournament or challenge has that name
    ├── ChallengeRefused   a challenge cannot be made, accepted or taken back
    ├── UnknownPlayer      no player has that name or number
    ├── ServerError        a server refused a client's request, or did not answer
    ├── NoGameIndex        there is no readable index of played games
    ├── UnknownName        no variant, level, format or skin has that name
    ├── UnsolvedPuzzle     a position is not a puzzle, or takes too long to solve
    ├── EngineError        a computer player failed
    │   ├── MissingCore    a feature needs the C++ core, which was not built here
    │   └── ProgramFault   an engine program broke its protocol
    ├── ClusterError       a cluster could not be reached, or gave up on a game
    └── OracleError        an oracle has no answer
        └── OracleUnreachable  its service could not be reached, or sent an invalid answer

Each message is one sentence that says what was wrong and what would be right. Ours stand in the
catalogue of texts: `text_key` is the key of the sentence there, and `parameters` are its values.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from outflank.root_error import OutflankError, text_of_kind
from outflank.texts import Catalogue, Text

if TYPE_CHECKING:
    from outflank.rules.answer import Answer
    from outflank.rules.position import Position
    from outflank.rules.square import Move

__all__ = [
    "Busy",
    "CannotServe",
    "ChallengeRefused",
    "ClusterError",
    "EngineError",
    "GameOver",
    "IllegalAnswer",
    "IllegalMove",
    "InvalidValue",
    "JournalError",
    "MatchInUse",
    "MatchOver",
    "MatchPaused",
    "MatchRunning",
    "MissingCore",
    "MissingExtra",
    "NameRefused",
    "NoDisplay",
    "NoGameIndex",
    "NoMove",
    "NotYourTurn",
    "NotationError",
    "OracleError",
    "OracleUnreachable",
    "OutflankError",
    "ProgramFault",
    "SaveExists",
    "ServerError",
    "SizeError",
    "StaleTurn",
    "StoreUnavailable",
    "TakeBackRefused",
    "TooMany",
    "TournamentError",
    "UnknownMatch",
    "UnknownName",
    "UnknownPlayer",
    "UnsolvedPuzzle",
]

_MOST_LISTED = 60  # a longer list of names would bury the message


class NotationError(OutflankError, ValueError):
    """Text that does not parse, with the place where reading stopped.

    >>> raise NotationError("no square is called 'z9'", source="games.ggf", line=3, column=14)
    Traceback (most recent call last):
    outflank.errors.NotationError: games.ggf:3:14: no square is called 'z9'
    """

    def __init__(
        self,
        problem: str | Text,
        *,
        source: str = "",
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(problem)
        self.source = source
        self.line = line
        self.column = column

    def placed(
        self, *, source: str = "", line: int | None = None, column: int | None = None
    ) -> NotationError:
        """Return an error with the same sentence and another place."""
        return NotationError(self.sentence, source=source, line=line, column=column)

    def render(self, words: Catalogue) -> str:
        """Return the message in the language of a catalogue, with the place."""
        line, column, problem = self.line, self.column, super().render(words)
        if self.source:
            numbers = [] if line is None else [line] if column is None else [line, column]
            return ":".join([self.source, *map(str, numbers)]) + f": {problem}"
        if line is None:
            return problem
        if column is None:
            return words.text("errors.place.line", line=line, problem=problem)
        return words.text("errors.place.line_and_column", line=line, column=column, problem=problem)


class IllegalMove(OutflankError, ValueError):
    """A move that may not be played, with the move and the unchanged position."""

    def __init__(self, problem: str | Text, *, move: Move, position: Position) -> None:
        super().__init__(problem)
        self.move = move
        self.position = position


class IllegalAnswer(OutflankError, ValueError):
    """An answer that may not be heard, with the answer and the unchanged position."""

    def __init__(self, problem: str | Text, *, answer: Answer, position: Position) -> None:
        super().__init__(problem)
        self.answer = answer
        self.position = position


class GameOver(OutflankError):
    """The game has ended, by resignation or on time, and cannot go on."""


class NoMove(OutflankError, IndexError):
    """There is no move to take back, to look at or to step to."""


class NotYourTurn(OutflankError):
    """The other side is to move."""


class StaleTurn(OutflankError):
    """The command answers a turn that is over."""


class MatchOver(OutflankError):
    """The match has ended."""


class MatchRunning(OutflankError):
    """The command is possible only after the match is over."""


class MatchPaused(OutflankError):
    """Nobody may move until the match is resumed."""


class TakeBackRefused(OutflankError):
    """A move may not be taken back, or not without the opponent's consent."""


class JournalError(OutflankError):
    """The record of a match is damaged or was changed by somebody else."""


class MatchInUse(JournalError):
    """The match is open in another program, and only that program may continue it."""


class SaveExists(JournalError):
    """A file of that name exists, and the caller did not ask to overwrite it."""


class CannotServe(OutflankError):
    """The server cannot start here; the message says what its owner can change."""


class StoreUnavailable(OutflankError):
    """The database cannot be reached or written at present; the request was not carried out."""

    def __init__(self, problem: str | Text, detail: str = "") -> None:
        super().__init__(problem)
        self.detail = detail  # for operators: it may name hosts and users

    def render(self, words: Catalogue) -> str:
        """Return the message in the language of a catalogue, with the detail."""
        return super().render(words) + (f": {self.detail}" if self.detail else "")


class TournamentError(OutflankError):
    """A player, game or result that does not fit the tournament."""


class NameRefused(OutflankError, ValueError):
    """A player may not have that name; the message says why."""


class TooMany(OutflankError):
    """A caller has reached a limit, and should wait `retry_after` seconds before trying again.

    >>> print(TooMany("moves", 2.5))
    too many moves; try again in 3 s
    """

    def __init__(self, limit: str, retry_after: float) -> None:
        super().__init__(limit, retry_after)
        self.limit = limit
        self.retry_after = retry_after

    @property
    def whole_seconds(self) -> int:
        """The wait in whole seconds, rounded up, for the Retry-After header."""
        return max(1, math.ceil(self.retry_after))

    @property
    def sentence(self) -> Text:
        """What the error says."""
        return text_of_kind("too_many", self.limit, seconds=self.whole_seconds)


class Busy(OutflankError):
    """Every place for this kind of work is taken; try again soon."""


class UnknownMatch(OutflankError):
    """No match, tournament or challenge has that name."""


class ChallengeRefused(OutflankError):
    """A challenge cannot be made, accepted or taken back; the message says why."""


class UnknownPlayer(OutflankError):
    """No player has that name or number."""


class NoDisplay(OutflankError):
    """There is no screen on which a window could open."""


class MissingExtra(OutflankError, ImportError):
    """An optional part is not installed; the message says how to install it.

    >>> print(MissingExtra("server"))
    the server is not installed; install it with `pip install "outflank[server]"`
    """

    def __init__(self, extra: str) -> None:
        super().__init__(extra)
        self.extra = extra

    @property
    def sentence(self) -> Text:
        """What the error says."""
        return Text(f"errors.missing_extra.{self.extra}", extra=self.extra)


class ServerError(OutflankError):
    """A server refused a client's request, or did not answer: then the code is UNREACHABLE.

    >>> print(ServerError("NOT_YOUR_TURN", 409, "it is white's turn"))
    it is white's turn (NOT_YOUR_TURN)
    """

    def __init__(
        self,
        code: str,
        status: int,
        detail: str,
        retry_after: float | None = None,
        *,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(code, status, detail, retry_after)
        self.code = code
        self.status = status  # of HTTP; 0 if there was no answer
        self.detail = detail
        self.retry_after = retry_after  # seconds
        self.more: dict[str, Any] = dict(more or {})  # other fields, such as `recorded`

    @property
    def sentence(self) -> str:
        """What the server said, and the code of it."""
        return f"{self.detail} ({self.code})"


class SizeError(OutflankError, ValueError):
    """A board size that does not exist, or different sizes put together."""


class InvalidValue(OutflankError, ValueError):
    """A value that cannot be used: a depth below zero, an infinite time, half an address."""


class UnknownName(OutflankError, LookupError):
    """A name that does not exist, with the names that do.

    >>> print(UnknownName("skin", "blak", ["black", "red"]))
    there is no skin 'blak'; did you mean 'black'? (known: black, red)
    """

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known: tuple[str, ...] = tuple(map(str, known))
        super().__init__(kind, name, self.known)

    @property
    def sentence(self) -> Text:
        """What the error says; a name that is nearly right is proposed."""
        import difflib  # imported late: only mistakes need it

        sentence = text_of_kind("unknown_name", self.kind, name=repr(self.name))
        if close := difflib.get_close_matches(str(self.name), self.known, n=1):
            sentence = Text("errors.unknown_name.close", sentence=sentence, close=repr(close[0]))
        if len(self.known) > _MOST_LISTED:
            return sentence
        return Text("errors.unknown_name.listed", sentence=sentence, known=", ".join(self.known))


class NoGameIndex(OutflankError):
    """There is no readable index of played games; the message says how to build one.

    >>> print(NoGameIndex("games.sqlite"))
    there is no index of games at games.sqlite yet; `outflank games build FOLDER` builds one ...
    """

    def __init__(self, path: object, problem: str | Text = "") -> None:
        problem = problem or Text("errors.no_game_index.missing", path=path)
        super().__init__(Text("errors.no_game_index.how_to_build", problem=problem))


class UnsolvedPuzzle(OutflankError):
    """A position is not a puzzle, or cannot be solved in reasonable time."""


class EngineError(OutflankError):
    """A computer player failed, was closed or does not play this game."""


class MissingCore(EngineError):
    """A feature needs the C++ core, which was not built; the message says how to get it."""


class ProgramFault(EngineError):
    """An engine program was late, crashed or sent a wrong answer; `kind` says which.

    >>> print(ProgramFault("late", "the program did not answer within 5 s"))
    the program did not answer within 5 s
    """

    def __init__(self, kind: str, problem: str | Text) -> None:
        super().__init__(problem)
        self.kind = kind


class ClusterError(OutflankError):
    """A cluster could not be reached, or its workers gave up on a game."""


class OracleError(OutflankError):
    """An oracle has no answer left, or its service could not be asked."""


class OracleUnreachable(OracleError):
    """The service of an oracle could not be reached, or sent an invalid answer."""
