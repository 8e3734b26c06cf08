"""What a learner did, as entries of a log: attempts, cards, decisions, and what was dropped.

Every face writes the same entries: lines of a file here, rows of a server, and what a browser keeps
until it is sent. An entry has an id of its own, so that sending it twice changes nothing.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, TypeAlias

from outflank.analysis import Finding
from outflank.errors import InvalidValue
from outflank.learning.subjects import SUBJECT
from outflank.rules import Position
from outflank.texts import Text

__all__ = [
    "Attempt",
    "Card",
    "Decision",
    "Dropped",
    "Entry",
    "entry_from_dict",
    "entry_to_dict",
    "new_id",
]

_ID: Final = re.compile(r"[0-9A-Za-z_-]{8,40}")
_LATEST: Final = 1 << 50  # milliseconds since 1970: the year 37,000
_LONGEST: Final = 24 * 3600 * 1000
_MOST_TEXT: Final = 200  # letters
_MOST_MOVES: Final = 70


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One try at a puzzle, a card or a step of a lesson.

    `move` is the first move that was tried, "" if the learner asked for the solution. `loss` is how
    many discs it gave away, None if that is unknown. `occasion` is "" in ordinary practice,
    "storm", "survival", "daily:2026-11-19" for the puzzle of that day, or "earlier" for what was
    solved before there was a log.
    """

    kind: ClassVar[str] = "attempt"
    id: str
    at: int  # milliseconds since 1970
    subject: str
    move: str = ""
    is_right: bool = False
    loss: float | None = None
    milliseconds: int = 0
    hints: int = 0
    occasion: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A position that the learner misplayed, to be repeated.

    `position` is the position before the move `played`, as text; `best` lists the right moves and
    `line` the best line. `values` says what moves are worth for their side, as far as known.
    `findings` say what was wrong, and `source` which game it is from.
    """

    kind: ClassVar[str] = "card"
    id: str
    at: int
    subject: str
    position: str
    variant: str = "classic"
    played: str
    best: tuple[str, ...]
    loss: float
    line: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    source: str = ""
    disc: int = 0  # the number of the move in its game, as players count
    is_exact: bool = False  # whether the loss was proved, not estimated
    values: Mapping[str, float] = field(default_factory=dict, hash=False)

    @property
    def board(self) -> Position:
        """The position to be played."""
        return Position.parse(self.position, variant=self.variant)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the learner wants to play in a position of the opening; several moves are allowed."""

    kind: ClassVar[str] = "decision"
    id: str
    at: int
    subject: str
    position: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A card or decision that the learner no longer wants to repeat."""

    kind: ClassVar[str] = "dropped"
    id: str
    at: int
    subject: str


Entry: TypeAlias = Attempt | Card | Decision | Dropped
_KINDS: Final[Mapping[str, type[Entry]]] = {
    each.kind: each for each in (Attempt, Card, Decision, Dropped)
}


def new_id() -> str:
    """Return an id for an entry, which nobody else has."""
    return secrets.token_urlsafe(16)


def entry_to_dict(entry: Entry) -> dict[str, Any]:
    """Return an entry as plain values for JSON; what is as by default is left out.

    >>> entry_to_dict(Dropped(id="a1b2c3d4", at=5, subject="puzzle/aaaaaaaaaa"))
    {'kind': 'dropped', 'id': 'a1b2c3d4', 'at': 5, 'subject': 'puzzle/aaaaaaaaaa'}
    """
    plain: dict[str, Any] = {
        "kind": entry.kind,
        "id": entry.id,
        "at": entry.at,
        "subject": entry.subject,
    }
    match entry:
        case Attempt():
            plain |= {"move": entry.move, "right": entry.is_right, "loss": entry.loss}
            plain |= {"milliseconds": entry.milliseconds, "hints": entry.hints}
            plain |= {"occasion": entry.occasion} if entry.occasion else {}
        case Card():
            plain |= {"position": entry.position, "variant": entry.variant}
            plain |= {"played": entry.played, "best": list(entry.best), "loss": entry.loss}
            plain |= {"line": list(entry.line), "source": entry.source, "disc": entry.disc}
            plain |= {"findings": [finding.to_dict() for finding in entry.findings]}
            plain |= {"exact": True} if entry.is_exact else {}
            plain |= {"values": dict(entry.values)} if entry.values else {}
        case Decision():
            plain |= {"position": entry.position, "moves": list(entry.moves)}
        case Dropped():
            pass
    return plain


def entry_from_dict(plain: Mapping[str, Any]) -> Entry:
    """Return the entry from the result of `entry_to_dict`; raise InvalidValue if it is none.

    >>> entry = Dropped(id="a1b2c3d4", at=5, subject="puzzle/aaaaaaaaaa")
    >>> entry_from_dict(entry_to_dict(entry)) == entry
    True
    """
    fields = _Fields(plain)
    kind = fields.text("kind")
    known: dict[str, Any] = {
        "id": fields.text("id", pattern=_ID),
        "at": fields.whole("at", _LATEST),
        "subject": fields.text("subject", pattern=SUBJECT),
    }
    if kind == Attempt.kind:
        return Attempt(
            **known,
            move=fields.text("move", ""),
            is_right=fields.flag("right"),
            loss=fields.number("loss", None),
            milliseconds=fields.whole("milliseconds", _LONGEST, 0),
            hints=fields.whole("hints", 1000, 0),
            occasion=fields.text("occasion", ""),
        )
    if kind == Card.kind:
        loss = fields.number("loss", 0.0)
        return Card(
            **known,
            position=fields.text("position"),
            variant=fields.text("variant", "classic"),
            played=fields.text("played"),
            best=fields.texts("best"),
            loss=0.0 if loss is None else loss,
            line=fields.texts("line"),
            findings=tuple(Finding.from_dict(each) for each in fields.objects("findings")),
            source=fields.text("source", ""),
            disc=fields.whole("disc", 1000, 0),
            is_exact=fields.flag("exact", default=False),
            values=fields.values("values"),
        )
    if kind == Decision.kind:
        return Decision(**known, position=fields.text("position"), moves=fields.texts("moves"))
    if kind == Dropped.kind:
        return Dropped(**known)
    raise InvalidValue(Text("errors.learning.unknown_kind", kind=kind, known=", ".join(_KINDS)))


@dataclass(frozen=True, slots=True)
class _Fields:
    """The fields of an entry in JSON, checked one by one."""

    plain: Mapping[str, Any] = field(repr=False)

    def text(
        self, name: str, default: str | None = None, *, pattern: re.Pattern[str] | None = None
    ) -> str:
        given = self.plain.get(name, default)
        if not isinstance(given, str) or len(given) > _MOST_TEXT * 2:
            raise _wrong(name, given)
        if pattern is not None and not pattern.fullmatch(given):
            raise _wrong(name, given)
        return given

    def texts(self, name: str) -> tuple[str, ...]:
        given = self.plain.get(name, [])
        if not isinstance(given, list) or len(given) > _MOST_MOVES:
            raise _wrong(name, given)
        if not all(isinstance(each, str) and len(each) <= _MOST_TEXT for each in given):
            raise _wrong(name, given)
        return tuple(given)

    def values(self, name: str) -> dict[str, float]:
        given = self.plain.get(name, {})
        if not isinstance(given, dict) or len(given) > _MOST_MOVES:
            raise _wrong(name, given)
        for move, value in given.items():
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if not isinstance(move, str) or not is_number or not -512 <= value <= 512:
                raise _wrong(name, given)
        return {move: float(value) for move, value in given.items()}

    def objects(self, name: str) -> list[Mapping[str, Any]]:
        given = self.plain.get(name, [])
        if not isinstance(given, list) or len(given) > _MOST_MOVES:
            raise _wrong(name, given)
        if not all(isinstance(each, dict) and "code" in each for each in given):
            raise _wrong(name, given)
        return given

    def whole(self, name: str, most: int, default: int | None = None) -> int:
        given = self.plain.get(name, default)
        if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= most:
            raise _wrong(name, given)
        return given

    def number(self, name: str, default: float | None) -> float | None:
        given = self.plain.get(name, default)
        if given is None:
            return None
        if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= 512:
            raise _wrong(name, given)
        return float(given)

    def flag(self, name: str, *, default: bool | None = None) -> bool:
        given = self.plain.get(name, default)
        if not isinstance(given, bool):
            raise _wrong(name, given)
        return given


def _wrong(name: str, given: object) -> InvalidValue:
    return InvalidValue(Text("errors.learning.wrong_field", field=name, value=repr(given)[:60]))
