"""Exports a tournament as one JSON document, from which anybody can verify its standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from outflank.arena import (
    Definition,
    Entrant,
    Pairing,
    Result,
    Tournament,
    WithdrawalEffect,
    standings_rows,
)
from outflank.errors import JournalError, OutflankError
from outflank.play.events import AnswerHeard, MatchEnded
from outflank.play.match import Match
from outflank.rules import Color, Reason
from outflank.server.matches.seats.oracle import drawn_reply, is_drawn
from outflank.server.tournaments.state import ACTIVE, TournamentState
from outflank.server.tournaments.views import TournamentViews
from outflank.store.records import check_exported_match, replayed
from outflank.store.signing.audit_chain import problems_of_links
from outflank.store.signing.keys import PublicKey
from outflank.store.signing.statements import digest_of_document, signed_content
from outflank.store.store import Store
from outflank.texts import say

__all__ = ["VERSION", "export_of", "problems_of"]

VERSION = 1


def export_of(state: TournamentState, views: TournamentViews, store: Store) -> dict[str, Any]:
    """Return a tournament with all its games, and once it is over with the seed of its answers."""
    return {
        "format": "outflank tournament",
        "version": VERSION,
        "tournament": views.summary(state),
        "definition": _definition(state, views),
        "seed": None if state.status in ACTIVE else state.seed,
        "entrants": views.entrants(state),
        "pairings": views.pairings(state),
        "standings": views.standings(state),
        "matches": store.matches.of_tournament(state.id),
        "audit": [
            {"at": entry.at, "actor": entry.actor, "act": entry.act, **entry.details}
            | ({} if entry.link is None else {"link": entry.link})
            for entry in store.audit.of_tournament(state.id)
        ],
    }


def _definition(state: TournamentState, views: TournamentViews) -> dict[str, Any]:
    """Return the definition, without the seed of the pairings until the tournament is over."""
    definition = views.definition(state)
    return definition | {"seed": None} if state.status in ACTIVE else definition


def problems_of(document: Mapping[str, Any], keys: Sequence[PublicKey] | None = None) -> list[str]:
    """Return the problems of an exported tournament, each in one sentence.

    Every seal is recomputed, every game replayed by the rules, every result compared with its
    game, and the standings are derived from the results. With the server's public keys, the
    signatures of the document and of its games are checked as well.
    """
    if document.get("format") != "outflank tournament" or document.get("version") != VERSION:
        return [say("records.not_an_export")]
    ends: dict[str, Result] = {}
    try:
        problems = _problems_of_matches(document, ends) + _problems_of_table(document, ends)
        problems += problems_of_links(document["audit"])
        if keys is not None:
            problems += _problems_of_signatures(document, keys)
    except (OutflankError, LookupError, TypeError, ValueError, AttributeError) as error:
        problem = f"{type(error).__name__}: {error}"
        return [say("records.export_damaged", problem=problem)]
    return problems


def _problems_of_matches(document: Mapping[str, Any], ends: dict[str, Result]) -> list[str]:
    """Replay every match, and collect the results in `ends`."""
    problems: list[str] = []
    for game in document["matches"]:
        try:
            match = replayed(game)
            problems += _wrong_answers(game["id"], match, document)
            last = match.events[-1]
            if isinstance(last, MatchEnded):
                ends[game["id"]] = Result.of(last.outcome, last.score)
        except (OutflankError, ValueError) as error:
            problems.append(say("records.of_match", match=game["id"], problem=error))
    return problems


def _problems_of_signatures(document: Mapping[str, Any], keys: Sequence[PublicKey]) -> list[str]:
    """Return where the document or one of its games differs from what the server has signed."""
    problems: list[str] = []
    number = document["tournament"]["id"]
    try:
        said = signed_content(document.get("signature"), "tournament", keys)
        if said["digest"] != digest_of_document(document):
            problems.append(say("records.tournament_changed"))
    except JournalError as error:
        problems.append(say("records.of_tournament", problem=error))
    for game in document["matches"]:
        if game["status"] == "running" and "signature" not in game:
            continue
        try:
            check_exported_match(game, number, keys)
        except JournalError as error:
            problems.append(say("records.of_match", match=game["id"], problem=error))
    if (found := document.get("audit_chain", {}).get("problem")) is not None:
        problems.append(say("records.audit_log_damaged", problem=found))
    return problems


def _problems_of_table(document: Mapping[str, Any], ends: Mapping[str, Result]) -> list[str]:
    problems: list[str] = []
    judged = {act.get("pairing") for act in document["audit"] if "adjudicate" in act["act"]}
    for row in document["pairings"]:
        problems += _problems_of_pairing(row, ends, is_judged=row["number"] in judged)
    tournament = _tournament(document)
    # Until the seed is published, nobody else can repeat the draw.
    is_drawn_by_secret = tournament.format.is_settled_by_rounds and document["seed"] is None
    table = [dict(row) for row in standings_rows(tournament.standings())]
    if document["pairings"] and not is_drawn_by_secret and table != document["standings"]:
        problems.append(say("records.wrong_standings"))
    return problems


def _wrong_answers(name: str, match: Match, document: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each turn whose answer does not follow from the published seed."""
    seed = document["seed"]
    if seed is None or not is_drawn(match.setup):
        return []
    return [
        say("records.wrong_answer", match=name, turn=event.turn)
        for event in match.events
        if isinstance(event, AnswerHeard)
        and drawn_reply(match.setup, event.turn, str(seed)).answer is not event.answer
    ]


def _problems_of_pairing(
    row: Mapping[str, Any], ends: Mapping[str, Result], *, is_judged: bool
) -> list[str]:
    if row["result"] is None or is_judged:
        return []
    stated = _result(row)
    if row["match"] in ends and ends[row["match"]] == stated:
        return []
    if stated.reason is Reason.WITHDRAWAL:
        return []
    return [say("records.wrong_result", game=row["number"])]


def _result(row: Mapping[str, Any]) -> Result:
    winner = next((color for color in Color if str(color) == row["result"]), None)
    black, white = row["score"]
    return Result(winner, black, white, Reason(row["reason"]))


def _tournament(document: Mapping[str, Any]) -> Tournament:
    definition = Definition.from_dict(document["definition"])
    ended = [row for row in document["pairings"] if row["result"] is not None]
    ended.sort(key=lambda row: (row["ended"], row["number"]))
    return Tournament(
        definition.name,
        tuple(
            Entrant(each["number"], each["name"], each.get("first_round", 1))
            for each in document["entrants"]
        ),
        seed=definition.seed,
        format=definition.format,
        tie_break=definition.tie_break,
        pairings=tuple(
            Pairing(row["number"], row["round"], row["black"], row["white"])
            for row in document["pairings"]
        ),
        results={row["number"]: _result(row) for row in ended},
        withdrawn={
            each["number"]: WithdrawalEffect(each["fate"])
            for each in document["entrants"]
            if each["fate"]
        },
    )
