"""The chain of the audit log: the digest of each entry covers all entries before it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from outflank.errors import JournalError
from outflank.store.signing.keys import PublicKey
from outflank.store.signing.statements import AuditHead, canonical, signed_content
from outflank.texts import Text, say

__all__ = ["START", "chain_digest", "problems_of_audit", "problems_of_links"]

START = AuditHead(0, b"")

_SAID = ("at", "actor", "act", "details")


def chain_digest(before: bytes, entry: Mapping[str, Any]) -> bytes:
    """Return the digest that covers an entry and all entries before it."""
    said = {name: entry[name] for name in _SAID}
    return hashlib.sha256(before + canonical(said).encode()).digest()


def problems_of_audit(
    document: Mapping[str, Any], keys: Sequence[PublicKey] | None = None
) -> list[str]:
    """Return the problems of an exported audit log, one sentence each.

    Without keys only the chain is checked, not its signature.
    """
    try:
        return _problems(document, keys)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return [say("records.audit.damaged", reason=f"{type(error).__name__}: {error}")]


def _problems(document: Mapping[str, Any], keys: Sequence[PublicKey] | None) -> list[str]:
    problems = []
    about = {name: document[name] for name in document if name not in ("entries", "signature")}
    if canonical(about) != canonical({"format": "outflank audit", "version": 1}):
        problems.append(say("records.audit.unknown_fields"))
    head = START
    for entry in document["entries"]:
        number = head.entries + 1
        if set(entry) != {"number", *_SAID, "digest"} or type(entry["number"]) is not int:
            return [*problems, say("records.audit.entry_damaged", number=number)]
        if entry["number"] != number:
            return [*problems, say("records.audit.entry_missing", number=number)]
        digest = chain_digest(head.digest, entry)
        if digest.hex() != entry["digest"]:
            return [*problems, say("records.audit.entry_changed", number=number)]
        head = AuditHead(number, digest)
    if keys is not None:
        try:
            said = signed_content(document["signature"], "audit", keys)
            require_head(said["audit"], head)
        except JournalError as error:
            problems.append(say("records.audit.wrong", problem=error))
    return problems


def require_head(said: Mapping[str, Any], found: AuditHead) -> None:
    """Refuse a chain whose end differs from the one that was signed."""
    if canonical(said) == canonical(found.as_dict()):
        return
    if isinstance(said["entries"], int) and said["entries"] > found.entries:
        raise JournalError(Text("errors.store.audit_entries_missing", last=said["entries"]))
    raise JournalError(Text("errors.store.audit_entries_changed"))


def problems_of_links(entries: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the problems of a part of the log: wrong digests and entries out of order.

    `link` holds the place of each entry: its number, the digest before it and its own.
    """
    problems, last = [], AuditHead(0, b"")
    for entry in entries:
        link = entry.get("link")
        if link is None:
            continue
        details = {name: each for name, each in entry.items() if name not in (*_SAID, "link")}
        said = {"at": entry["at"], "actor": entry["actor"], "act": entry["act"]}
        before, number = bytes.fromhex(link["before"]), link["number"]
        follows = number == last.entries + 1
        if chain_digest(before, said | {"details": details}).hex() != link["digest"]:
            problems.append(say("records.audit.entry_changed", number=number))
        elif number <= last.entries or (follows and before != last.digest):
            problems.append(say("records.audit.entry_does_not_follow", number=number))
        last = AuditHead(number, bytes.fromhex(link["digest"]))
    return problems
