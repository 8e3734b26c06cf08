"""Replaying a recorded match, which proves that its events follow from one another."""

from __future__ import annotations

from collections.abc import Sequence

from outflank.errors import JournalError
from outflank.play.events import (
    AnswerHeard,
    Event,
    MatchEnded,
    MatchStarted,
    MovePlayed,
    OfferDeclined,
    OfferMade,
    Paused,
    Redone,
    Resumed,
    TakenBack,
)
from outflank.play.match import Match
from outflank.play.setup import Undo
from outflank.rules import Reason
from outflank.texts import Text

__all__ = ["replay_match"]


def replay_match(events: Sequence[Event]) -> Match:
    """Rebuild a match by repeating its commands, and check that each event occurs again.

    `Match.restore` is faster and does not check the events.

    >>> from outflank.play.setup import Setup
    >>> replay_match(Match.start(Setup()).events).seq
    2
    """
    if not events or not isinstance(events[0], MatchStarted):
        raise JournalError(Text("errors.play.record_without_start"))
    match = Match.start(events[0].setup, events[0].at)
    for number, event in enumerate(events):
        if number == match.seq:
            _repeat_command(match, event)
        if match.events_from(number)[:1] != [event]:
            raise JournalError(Text("errors.play.event_does_not_follow", event=number))
    return match


def _repeat_command(match: Match, event: Event) -> None:
    """Repeat the command that caused an event."""
    match event:
        case MovePlayed():
            clock = match.clock
            allowance = event.at - clock.since - (event.spent - clock.this_move)
            match.play(event.square, at=event.at, color=event.color, allowance=max(0, allowance))
        case AnswerHeard():
            match.hear(event.answer, at=event.at, local=event.local, image_url=event.image_url)
        case TakenBack() if match.setup.undo is Undo.CONSENT:
            match.accept(event.by.opponent, at=event.at)
        case TakenBack():
            match.take_back(event.by, at=event.at)
        case Redone():
            match.redo(event.by, at=event.at)
        case OfferMade():
            match.make_offer(event.by, event.offer, at=event.at)
        case OfferDeclined():
            match.decline(event.by, at=event.at)
        case Paused():
            match.pause(at=event.at, note=event.note)
        case Resumed():
            match.resume(at=event.at, grace=event.grace, reply_grace=event.reply_grace)
        case MatchEnded() if event.outcome.reason is Reason.TIME:
            match.tick(at=event.at)
        case MatchEnded():
            outcome = event.outcome
            match.adjudicate(outcome.winner, outcome.reason, at=event.at, note=event.note)
        case _:
            pass  # the other events follow from these commands
