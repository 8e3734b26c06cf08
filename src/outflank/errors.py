"""Every error that Outflank raises on purpose, in one tree.

What is below another in the tree is a case of it:

    OutflankError
    ├── NotationError      text or a file does not parse (where: source, line, column)
    ├── IllegalMove        the move parses but may not be played here
    ├── IllegalAnswer      the oracle's answer may not be heard here
    ├── GameOver           the game has ended and cannot go on
    ├── NoMove             there is no move to take back or to look at
    ├── InvalidValue       a value that cannot be used, such as a time below zero
    ├── SizeError          a board size, or squares of differing sizes, that do not go together
    ├── NotYourTurn        the other side is to move
    ├── StaleTurn          the command answers a turn that is over
    ├── MatchOver          the match has ended
    ├── MatchRunning       this is possible only when the match is over
    ├── MatchPaused        nobody may move until the match is resumed
    ├── TakeBackRefused    this move may not be taken back, or not without consent
    ├── JournalError       the record of a match is damaged or was changed by somebody else
    │   ├── MatchInUse     the match is open in another program
    │   └── SaveExists     a file of that name exists and may be worth keeping
    ├── CannotServe        the server cannot start here, for a reason that its owner can change
    ├── StoreUnavailable   the database cannot be reached or written at present
    ├── TournamentError    a player, game or result that does not fit the tournament
    ├── NameRefused        a player may not be called that
    ├── TooMany            a caller has reached a limit for now (when to try again: retry_after)
    ├── Busy               every place for this kind of work is taken
    ├── NoDisplay          there is no screen on which a window could open
    ├── MissingExtra       a part that is installed only on request is not there
    ├── UnknownMatch       no match, tournament or challenge has that name
    ├── ChallengeRefused   a challenge that cannot be made, accepted or taken back
    ├── UnknownPlayer      no player has that name or number
    ├── ServerError        a server refused what a client asked, or did not answer at all
    ├── NoGameIndex        there is no index of played games, or none that can be read
    ├── UnknownName        no variant, level, format or skin has that name
    ├── UnsolvedPuzzle     a position that is no puzzle, or takes too long to solve
    ├── EngineError        a computer player failed
    │   ├── MissingCore    what needs the C++ core, which was not built here
    │   └── ProgramFault   a program that plays broke the rules of the conversation
    ├── ClusterError       a cluster could not be reached, or gave up on a game
    └── OracleError        an oracle has no answer
        └── OracleUnreachable  its service could not be asked, or answered nonsense

Each message is one sentence that says what was wrong and what would be right.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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

_MOST_LISTED = 60  # names that a message can list without hiding what it says


class OutflankError(Exception):
    """The root of every error that Outflank raises on purpose."""


class NotationError(OutflankError, ValueError):
    """Text that does not parse, with the place where reading stopped.

    >>> raise NotationError("no square is called 'z9'", source="games.ggf", line=3, column=14)
    Traceback (most recent call last):
    outflank.errors.NotationError: games.ggf:3:14: no square is called 'z9'
    """

    def __init__(
        self, problem: str, *, source: str = "", line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(problem)
        self.problem, self.source = problem, source
        self.line, self.column = line, column

    def __str__(self) -> str:
        parts = [self.source] if self.source else []
        if self.line is not None:
            parts.append(str(self.line) if self.source else f"line {self.line}")
            if self.column is not None:
                parts.append(str(self.column) if self.source else f"column {self.column}")
        where = (":" if self.source else ", ").join(parts)
        return f"{where}: {self.problem}" if where else self.problem


class IllegalMove(OutflankError, ValueError):
    """A move that may not be played, with the move and the unchanged position."""

    def __init__(self, problem: str, *, move: Move, position: Position) -> None:
        super().__init__(problem)
        self.move, self.position = move, position

    def __reduce__(self) -> tuple[Any, ...]:  # so that it can come back from another process
        again = functools.partial(type(self), move=self.move, position=self.position)
        return again, self.args


class IllegalAnswer(OutflankError, ValueError):
    """An answer that may not be heard, with the answer and the unchanged position."""

    def __init__(self, problem: str, *, answer: Answer, position: Position) -> None:
        super().__init__(problem)
        self.answer, self.position = answer, position

    def __reduce__(self) -> tuple[Any, ...]:
        again = functools.partial(type(self), answer=self.answer, position=self.position)
        return again, self.args


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
    """Only a match that is over may be asked this."""


class MatchPaused(OutflankError):
    """Nobody may move until the match is resumed."""


class TakeBackRefused(OutflankError):
    """A move may not be taken back, or not without the opponent's consent."""


class JournalError(OutflankError):
    """The record of a match is damaged or was changed by somebody else."""


class MatchInUse(JournalError):
    """The match is open in another program, which alone may go on with it."""


class SaveExists(JournalError):
    """A file of that name exists already, and nobody has said that it may be overwritten."""


class CannotServe(OutflankError):
    """The server cannot start here; the message says what its owner can change."""


class StoreUnavailable(OutflankError):
    """The database cannot be reached or written at present; what was asked has not happened."""

    def __init__(self, problem: str, detail: str = "") -> None:
        super().__init__(f"{problem}: {detail}" if detail else problem)
        self.problem, self.detail = problem, detail  # for operators: it may name hosts and users


class TournamentError(OutflankError):
    """A player, game or result that does not fit the tournament."""


class NameRefused(OutflankError, ValueError):
    """A player may not be called that, for the reason that the message gives."""


class TooMany(OutflankError):
    """A caller has reached a limit for now, with the seconds after which it may try again.

    >>> print(TooMany("moves", 2.5))
    too many moves; try again in 3 s
    """

    def __init__(self, limit: str, retry_after: float) -> None:
        super().__init__(limit, retry_after)
        self.limit = self.budget = limit  # the latter is its older name
        self.retry_after = retry_after

    @property
    def whole_seconds(self) -> int:
        """The wait rounded up, as the header Retry-After wants it."""
        return max(1, math.ceil(self.retry_after))

    def __str__(self) -> str:
        return f"too many {self.limit}; try again in {self.whole_seconds} s"


class Busy(OutflankError):
    """Every place for this kind of work is taken; trying again soon may find one."""


class UnknownMatch(OutflankError):
    """No match, tournament or challenge has that name."""


class ChallengeRefused(OutflankError):
    """A challenge that cannot be made, accepted or taken back, for the reason that it gives."""


class UnknownPlayer(OutflankError):
    """No player has that name or number."""


class NoDisplay(OutflankError):
    """There is no screen on which a window could open."""


class MissingExtra(OutflankError, ImportError):
    """A part that is installed only on request is not there; the message says how to get it.

    >>> print(MissingExtra("server"))
    the server is not installed; install it with `pip install "outflank[server]"`
    """

    PARTS: ClassVar = {
        "client": "the client",
        "cluster": "the support for clusters",
        "notebook": "the board for notebooks",
        "png": "the support for PNG pictures",
        "postgres": "the driver for PostgreSQL",
        "rl": "the support for learning environments",
        "server": "the server",
        "terminal": "the full-screen game",
        "train": "the support for training",
        "window": "the window",
    }

    def __init__(self, extra: str) -> None:
        super().__init__(extra)
        self.extra = extra

    def __str__(self) -> str:
        part = self.PARTS[self.extra]
        return f'{part} is not installed; install it with `pip install "outflank[{self.extra}]"`'


class ServerError(OutflankError):
    """A server refused what a client asked, or did not answer: then its code is UNREACHABLE.

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
        self.status = status  # of HTTP; 0 when nobody answered
        self.detail = detail
        self.retry_after = retry_after  # seconds
        self.more = dict(more or {})  # whatever else the server said, such as `recorded`

    def __str__(self) -> str:
        return f"{self.detail} ({self.code})"


class SizeError(OutflankError, ValueError):
    """A board size that does not exist, or things of different sizes put together."""


class InvalidValue(OutflankError, ValueError):
    """A value that cannot be used: a depth below zero, a time without end, half an address."""


class UnknownName(OutflankError, LookupError):
    """A name that nothing has, with the names that would be right.

    >>> print(UnknownName("skin", "blak", ["black", "red"]))
    there is no skin 'blak'; did you mean 'black'? (known: black, red)
    """

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name = kind, name
        self.known = tuple(map(str, known))
        super().__init__(kind, name, self.known)

    def __str__(self) -> str:
        import difflib  # only a mistake needs it, and it costs import time

        close = difflib.get_close_matches(self.name, self.known, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        problem = f"there is no {self.kind} {self.name!r}{hint}"
        if len(self.known) > _MOST_LISTED:
            return problem
        return f"{problem} (known: {', '.join(self.known)})"


class NoGameIndex(OutflankError):
    """There is no index of played games, or none that can be read, with what makes one.

    >>> print(NoGameIndex("games.sqlite"))
    there is no index of games at games.sqlite yet; `outflank games build FOLDER` makes one of ...
    """

    def __init__(self, path: object, problem: str = "") -> None:
        problem = problem or f"there is no index of games at {path} yet"
        super().__init__(
            f"{problem}; `outflank games build FOLDER` makes one of game files, such as those of "
            "the WTHOR database (https://www.ffothello.org/informatique/la-base-wthor/)"
        )


class UnsolvedPuzzle(OutflankError):
    """A position that is no puzzle, or cannot be solved in reasonable time."""


class EngineError(OutflankError):
    """A computer player failed, was closed or does not play this game."""


class MissingCore(EngineError):
    """What needs the C++ core, where it was not built; the message says how to get it."""


class ProgramFault(EngineError):
    """A program that plays was late, ended, or answered what may not be played: `kind` says which.

    >>> print(ProgramFault("late", "the program did not answer within 5 s"))
    the program did not answer within 5 s
    """

    def __init__(self, kind: str, problem: str) -> None:
        super().__init__(problem)
        self.kind = kind

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.kind, *self.args)


class ClusterError(OutflankError):
    """A cluster could not be reached, or its workers gave up on a game."""


class OracleError(OutflankError):
    """An oracle has no answer left, or its service could not be asked."""


class OracleUnreachable(OracleError):
    """The service of an oracle could not be asked, or answered nonsense."""
