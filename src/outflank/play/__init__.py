"""One live match: commands in, events out, and the seats that play it.

>>> match = Match.start(Setup(clock=ClockSetting.parse("5+3")))
>>> match.setup.clock
ClockSetting(total=300000, increment=3000, per_move=None)
"""

from __future__ import annotations

from outflank.play.clock import Clock, ClockSetting
from outflank.play.events import (
    AnswerAwaited,
    AnswerHeard,
    Event,
    MatchEnded,
    MatchStarted,
    MovePlayed,
    Offer,
    OfferDeclined,
    OfferMade,
    Passed,
    Paused,
    Redone,
    Resumed,
    TakenBack,
    TurnStarted,
)
from outflank.play.file_lock import FileLock
from outflank.play.journal import FileJournal, Journal, MemoryJournal, read_journal
from outflank.play.match import Match
from outflank.play.occupants import Occupant, SeatKind
from outflank.play.oracles import LocalOracle, Oracle, Reply, ScriptedOracle, oracle_from
from outflank.play.room import Room, Seat
from outflank.play.seats import EngineSeat, OracleSeat
from outflank.play.setup import Origin, Player, Scoring, SeriesScore, Setup, TimeScoring, Undo
from outflank.play.signals import KeptSignal, Signal
from outflank.play.snapshot import ClockView, LastMove, SeatView, Snapshot

__all__ = [
    "AnswerAwaited",
    "AnswerHeard",
    "Clock",
    "ClockSetting",
    "ClockView",
    "EngineSeat",
    "Event",
    "FileJournal",
    "FileLock",
    "Journal",
    "KeptSignal",
    "LastMove",
    "LocalOracle",
    "Match",
    "MatchEnded",
    "MatchStarted",
    "MemoryJournal",
    "MovePlayed",
    "Occupant",
    "Offer",
    "OfferDeclined",
    "OfferMade",
    "Oracle",
    "OracleSeat",
    "Origin",
    "Passed",
    "Paused",
    "Player",
    "Redone",
    "Reply",
    "Resumed",
    "Room",
    "Scoring",
    "ScriptedOracle",
    "Seat",
    "SeatKind",
    "SeatView",
    "SeriesScore",
    "Setup",
    "Signal",
    "Snapshot",
    "TakenBack",
    "TimeScoring",
    "TurnStarted",
    "Undo",
    "oracle_from",
    "read_journal",
]
