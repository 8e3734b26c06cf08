"""Checks a whole database: every game, every signature, and the chain of the audit log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from outflank.store.database import Database
from outflank.store.records import audit_head_of, count, records, verify_record
from outflank.store.signing.audit_chain import problems_of_audit
from outflank.store.signing.keys import PublicKey
from outflank.store.signing.signature_store import KnownKey, SignatureStore
from outflank.texts import say

__all__ = ["DatabaseCheck", "check_database"]


@dataclass(slots=True)
class DatabaseCheck:
    """The result of a check: the number of games, the problems and the remarks."""

    games: int = 0
    wrong_games: list[str] = field(default_factory=list)
    other_problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def problems(self) -> list[str]:
        """All problems, each in one sentence."""
        return [*self.wrong_games, *self.other_problems]


def check_database(
    database: Database,
    keys: Sequence[PublicKey] | None = None,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> DatabaseCheck:
    """Check every game and every signature, with the given keys or those named in the database.

    Keys from the database itself do not show whether somebody replaced both the keys and the
    signatures. Give the keys if you cannot trust the database.
    """
    found, total = DatabaseCheck(), max(1, count(database))
    store = SignatureStore(database)
    known = store.known_keys() if store.exists() else []
    trusted = keys if keys is not None else [one.key for one in known]
    periods = {one.key.id: one for one in known}
    digests = _check_audit(store, trusted, periods, found) if store.exists() else {}
    unsigned = 0
    for found.games, record in enumerate(records(database), 1):
        progress(min(found.games, total), total)
        must_be_signed = keys is not None or "signature" in record
        if fault := verify_record(record, trusted if must_be_signed else None):
            found.wrong_games.append(f"{fault.match}: {fault.problem}")
        elif "signature" in record:
            _check_audit_head(record, digests, found)
            if problem := _outside_period(record["signature"], periods):
                found.wrong_games.append(f"{record['match']['id']}: {problem}")
        is_over = record["match"]["status"] != "running"
        unsigned += is_over and "signature" not in record
    if unsigned and keys is None:
        found.remarks.append(say("records.unsigned_games", count=f"{unsigned:,}"))
    return found


def _check_audit(
    store: SignatureStore,
    keys: Sequence[PublicKey],
    periods: Mapping[str, KnownKey],
    found: DatabaseCheck,
) -> dict[int, str]:
    """Check the audit log; return the digest of each entry by its number."""
    document = store.audit_document()
    has_begun = document["entries"] or document["signature"] is not None
    problems = problems_of_audit(document, keys if has_begun else None)
    if not problems and has_begun and (late := _outside_period(document["signature"], periods)):
        problems = [say("records.audit_log_late", problem=late)]
    found.other_problems += problems
    return {0: "", **{entry["number"]: entry["digest"] for entry in document["entries"]}}


def _outside_period(signature: Mapping[str, Any], periods: Mapping[str, KnownKey]) -> str:
    """Return what is wrong with a signature that was made while its key was not in use."""
    key = periods.get(signature["key"])
    if key is None or key.signed_at(signature["signed"]):
        return ""
    return say("records.key_not_in_use", key=key.key.id)


def _check_audit_head(
    record: dict[str, Any], digests: dict[int, str], found: DatabaseCheck
) -> None:
    """Check that the audit log still has the entries it had when a match was signed."""
    head = audit_head_of(record)
    if digests.get(head["entries"]) != head["head"]:
        match = record["match"]["id"]
        found.other_problems.append(say("records.audit_log_lost_entries", match=match))
