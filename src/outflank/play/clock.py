"""Clocks in whole milliseconds; the time is always an argument."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from outflank.errors import NotationError
from outflank.rules import Color
from outflank.texts import Text

__all__ = ["Clock", "ClockSetting"]


_LONGEST = 30 * 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """How much time each side has: a total, an increment per move and a limit per move.

    >>> ClockSetting.parse("5+3")
    ClockSetting(total=300000, increment=3000, per_move=None)
    >>> str(ClockSetting.parse("30s/move"))
    '30s/move'
    """

    total: int | None = None
    increment: int = 0
    per_move: int | None = None

    @classmethod
    def parse(cls, text: str) -> ClockSetting:
        """Read `5+3` (minutes and seconds), `10`, `30s/move`, `5+3,30s/move` or `none`."""
        if not isinstance(text, str):
            raise TypeError(f"a clock is written as text, such as '5+3', not as {text!r}")
        plain = text.strip().lower()
        if plain in ("none", ""):
            return cls()
        setting = cls()
        for part in plain.split(","):
            if limit := re.fullmatch(r"(\d+(?:\.\d+)?)\s*s\s*/\s*move", part.strip()):
                setting = replace(setting, per_move=_milliseconds(limit[1], 1))
            elif total := re.fullmatch(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", part.strip()):
                setting = replace(
                    setting,
                    total=_milliseconds(total[1], 60),
                    increment=_milliseconds(total[2] or "0", 1),
                )
            else:
                raise NotationError(Text("errors.play.not_a_clock", text=repr(text)))
        if setting.total == 0 or setting.per_move == 0:
            raise NotationError(Text("errors.play.clock_without_time", text=repr(text)))
        if max(setting.total or 0, setting.increment, setting.per_move or 0) > _LONGEST:
            raise NotationError(Text("errors.play.clock_too_long", text=repr(text[:40])))
        return setting

    @property
    def is_none(self) -> bool:
        """Whether there is no clock at all."""
        return self.total is None and self.per_move is None

    def __str__(self) -> str:
        parts = []
        if self.total is not None:
            parts.append(f"{_number(self.total / 60_000)}+{_number(self.increment / 1000)}")
        if self.per_move is not None:
            parts.append(f"{_number(self.per_move / 1000)}s/move")
        return ",".join(parts) or "none"


@dataclass(frozen=True, slots=True)
class Clock:
    """Both sides' time at one moment; `running` is the side whose time passes.

    What a side has spent and what remains always add up to its budget: the total plus the
    increments it has earned.
    """

    setting: ClockSetting
    spent: dict[Color, int] = field(default_factory=lambda: dict.fromkeys(Color, 0))
    moves: dict[Color, int] = field(default_factory=lambda: dict.fromkeys(Color, 0))
    running: Color | None = None
    since: int = 0
    this_move: int = 0  # spent on the current move before a pause
    grace: int = 0  # uncharged time after a resumption that was left when the clock stopped
    held: tuple[Color, int] | None = None  # a side whose next clock starts no earlier than this

    def start(self, color: Color, at: int) -> Clock:
        """Start a side's clock for a new move, after its grace if the match was resumed."""
        held = self.held
        if held is not None and held[0] is color:
            at, held = max(at, held[1]), None
        return Clock(self.setting, self.spent, self.moves, color, at, held=held)

    def stop(self, at: int, *, moved: bool) -> Clock:
        """Stop the running clock, and add the increment if the side has moved."""
        if self.running is None:
            return self
        color, passed = self.running, max(0, at - self.since)
        grace = 0 if moved else max(0, self.since - at)
        spent = self.spent | {color: self.spent[color] + passed}
        moves = self.moves | {color: self.moves[color] + moved}
        this_move = 0 if moved else self.this_move + passed
        return Clock(self.setting, spent, moves, None, self.since, this_move, grace, self.held)

    def resume(self, color: Color, at: int, grace: int = 0, reply_grace: int = 0) -> Clock:
        """Start the clock again for the move that a pause interrupted.

        It runs after `grace` milliseconds, or after what an earlier grace had left if that is more.
        The clock of the other side starts no earlier than `reply_grace` milliseconds from now.
        """
        held = self.held
        if reply_grace:
            earlier = held[1] if held is not None and held[0] is color.opponent else 0
            held = color.opponent, max(earlier, at + reply_grace)
        since = at + max(grace, self.grace)
        return replace(self, running=color, since=since, grace=0, held=held)

    def budget(self, color: Color) -> int | None:
        """Return all the time a side has had so far, or None without a total."""
        if self.setting.total is None:
            return None
        return self.setting.total + self.setting.increment * self.moves[color]

    def spent_by(self, color: Color, at: int) -> int:
        """Return the time a side has spent until now."""
        passed = max(0, at - self.since) if self.running is color else 0
        return self.spent[color] + passed

    def remaining(self, color: Color, at: int) -> int | None:
        """Return what is left of a side's total time, or None without a total."""
        budget = self.budget(color)
        return None if budget is None else budget - self.spent_by(color, at)

    @property
    def deadline(self) -> int | None:
        """The last moment at which the running side's move still counts."""
        color, setting = self.running, self.setting
        if color is None or setting.is_none:
            return None
        limits = []
        if (budget := self.budget(color)) is not None:
            limits.append(self.since + budget - self.spent[color])
        if setting.per_move is not None:
            limits.append(self.since + setting.per_move - self.this_move)
        return min(limits)


def _milliseconds(number: str, seconds: int) -> int:
    # More than is refused anyway: a number of 400 digits is infinite as a float.
    return round(min(float(number), float(_LONGEST)) * seconds * 1000)


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
