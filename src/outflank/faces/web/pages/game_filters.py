"""The filters of the list of games, which are read from addresses and written into links."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from outflank.archive import find_opening
from outflank.errors import InvalidValue, OutflankError, UnknownMatch
from outflank.faces.web.wire.schemas.values import MAX_NUMBER
from outflank.play.occupants import Occupant
from outflank.rules import SIZES
from outflank.rules.variants import find_variant
from outflank.store.past_games import PastGameSelection, Seated
from outflank.texts import Text

if TYPE_CHECKING:
    from outflank.server.accounts.accounts import Accounts

__all__ = ["GameFilters"]

_NAMES: Final = (
    "whose", "player", "opponent", "color", "result", "variant", "size", "opening", "since",
    "until", "before",
)  # fmt: skip
_LONGEST: Final = 64
_COMPUTER: Final = re.compile(r"(?:computer[ :]*)([a-z0-9-]{1,32})", re.IGNORECASE)
_MATCH: Final = re.compile(r"[0-9a-z]{1,32}")
_WINNERS: Final = {"black": "black", "white": "white", "drawn": "nobody"}
_RESULTS: Final = ("won", "drawn", "lost")


@dataclass(frozen=True)
class GameFilters:
    """The chosen filters of the list of games, as words; an empty word means any."""

    words: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, query: Mapping[str, str]) -> GameFilters:
        """Return the filters of an address, without unknown and empty ones.

        >>> GameFilters.read({"size": "6", "color": "", "x": "1"}).words
        {'size': '6'}
        """
        given = {name: query.get(name, "").strip() for name in _NAMES}
        return cls({name: word for name, word in given.items() if word})

    def __getitem__(self, name: str) -> str:
        return self.words.get(name, "")

    def address(self, **changes: str) -> str:
        """Return the address of the list with some filters changed.

        >>> GameFilters({"size": "6"}).address(before="5f2c")
        '/games?size=6&before=5f2c'
        """
        words = {name: word for name, word in {**self.words, **changes}.items() if word}
        return f"/games?{urlencode(words)}" if words else "/games"

    @property
    def is_narrowed(self) -> bool:
        """Whether a filter other than the player was chosen."""
        return bool(set(self.words) - {"whose", "player", "before"})

    @property
    def has_more(self) -> bool:
        """Whether one of the rarely used filters was chosen."""
        return bool({"variant", "size", "opening", "since", "until"} & set(self.words))

    def whose(self, me: int | None) -> int | None:
        """Return whose games are listed: a player's, the visitor's own, or everybody's."""
        if (number := self["player"]) != "":
            return _number(number, "player", 1, MAX_NUMBER)
        if self["whose"] not in ("", "mine", "all"):
            raise InvalidValue(Text("errors.web.unknown_whose"))
        return None if self["whose"] == "all" else me

    def selection(self, accounts: Accounts, player: int | None, limit: int) -> PastGameSelection:
        """Return the selection of games for the server; a wrong filter raises a problem."""
        chosen = PastGameSelection(player=player, limit=limit)
        checked: dict[str, Any] = {}
        if self["variant"]:
            checked["variant"] = find_variant(self["variant"]).name
        if self["size"]:
            checked["size"] = _number(self["size"], "size", SIZES[0], SIZES[-1])
        if self["opening"]:
            checked["opening"] = find_opening(self["opening"][:_LONGEST]).name
        if self["since"]:
            checked["since"] = _milliseconds(_date(self["since"], "since"))
        if self["until"]:
            checked["until"] = _milliseconds(_date(self["until"], "until")) + _DAY
        if self["before"]:
            if not _MATCH.fullmatch(self["before"]):
                raise UnknownMatch(Text("errors.web.no_such_page"))
            checked["before"] = self["before"]
        if player is None:
            return replace(chosen, **checked, **self._winner())
        return replace(chosen, **checked, **self._as_player(accounts))

    def _winner(self) -> dict[str, Any]:
        word = self["result"]
        if not word or (word in _RESULTS and word != "drawn"):
            return {}  # for a player's own list, which shows everybody's games now
        return {"winner": _one_of(word, "result", _WINNERS)}

    def _as_player(self, accounts: Accounts) -> dict[str, Any]:
        """Return the filters that need a player."""
        found: dict[str, Any] = {}
        if self["color"]:
            colors = {"black": "black", "white": "white"}
            found["color"] = _one_of(self["color"], "color", colors)
        if self["result"] in _RESULTS:
            found["result"] = self["result"]
        elif self["result"] not in ("", "black", "white"):
            raise InvalidValue(Text("errors.web.unknown_result"))
        if self["opponent"]:
            found["opponent"] = _opponent(accounts, self["opponent"][:_LONGEST])
        return found


def _one_of(word: str, name: str, known: Mapping[str, str]) -> str:
    if word not in known:
        raise InvalidValue(Text("errors.web.unknown_choice", name=name, known=", ".join(known)))
    return known[word]


def _number(word: str, name: str, least: int, most: int) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 17):
        raise InvalidValue(
            Text("errors.web.not_a_whole_number", name=name, word=repr(word[:_LONGEST]))
        )
    number = int(word)
    if not least <= number <= most:
        raise InvalidValue(
            Text("errors.web.number_out_of_range", name=name, least=least, most=most, number=number)
        )
    return number


_DAY = round(timedelta(days=1) / timedelta(milliseconds=1))


def _date(word: str, name: str) -> datetime:
    try:
        return datetime.strptime(word, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise InvalidValue(Text("errors.web.not_a_date", name=name)) from None


def _milliseconds(day: datetime) -> int:
    return round(day.timestamp() * 1000)


def _opponent(accounts: Accounts, name: str) -> Seated:
    """Return the opponent with a name: a player, or a computer of the server."""
    try:
        return Seated(accounts.named(name).id)
    except OutflankError:
        if (computer := _COMPUTER.fullmatch(name)) is None:
            raise
    return Seated(None, str(Occupant.computer(computer[1].lower())))
