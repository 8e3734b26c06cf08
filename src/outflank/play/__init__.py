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
from outflank.play.journal import FileJournal, Journal, MemoryJournal, read_journal
from outflank.play.match import Match
from outflank.play.oracles import LocalOracle, Oracle, Reply, ScriptedOracle, oracle_from
from outflank.play.room import Room, Seat
from outflank.play.seats import EngineSeat, OracleSeat
from outflank.play.setup import Player, Scoring, SeriesScore, Setup, TimeScoring, Undo

__all__ = [
    "AnswerAwaited",
    "AnswerHeard",
    "Clock",
    "ClockSetting",
    "EngineSeat",
    "Event",
    "FileJournal",
    "Journal",
    "LocalOracle",
    "Match",
    "MatchEnded",
    "MatchStarted",
    "MemoryJournal",
    "MovePlayed",
    "Offer",
    "OfferDeclined",
    "OfferMade",
    "Oracle",
    "OracleSeat",
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
    "SeriesScore",
    "Setup",
    "TakenBack",
    "TimeScoring",
    "TurnStarted",
    "Undo",
    "oracle_from",
    "read_journal",
]
