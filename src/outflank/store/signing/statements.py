"""Signed statements of a server: one line of JSON and the signature of that line.

The line is stored and exported exactly as it was signed. To check it, verify the signature of the
line, then compare everything that the line says with the record next to it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from outflank.errors import JournalError
from outflank.store.signing.keys import PublicKey, SigningKey
from outflank.texts import Text

__all__ = [
    "AuditHead",
    "Signature",
    "canonical",
    "digest_of_document",
    "signed_content",
]


@dataclass(frozen=True, slots=True)
class AuditHead:
    """The length of the audit log's chain and the digest of its last entry."""

    entries: int
    digest: bytes

    def as_dict(self) -> dict[str, Any]:
        """Return the form used in statements."""
        return {"entries": self.entries, "head": self.digest.hex()}


@dataclass(frozen=True, slots=True)
class Signature:
    """A statement of the server and the proof that the server made it."""

    key: str  # the id of the public key
    signed: int  # when, in milliseconds since 1970
    statement: str
    value: bytes

    @classmethod
    def make(cls, key: SigningKey, subject: str, content: Mapping[str, Any], at: int) -> Signature:
        """Sign a statement about a subject, such as `match`."""
        said = {"statement": f"outflank {subject}", "version": 1, **content}
        said |= {"signed": at, "key": key.public.id}
        text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
        return cls(key.public.id, at, text, key.sign(text))

    def as_dict(self) -> dict[str, Any]:
        """Return the form used in exports."""
        return {
            "key": self.key,
            "signed": self.signed,
            "statement": self.statement,
            "value": base64.b64encode(self.value).decode(),
        }


def signed_content(signature: object, subject: str, keys: Sequence[PublicKey]) -> dict[str, Any]:
    """Return the content that a server has signed about a subject, or raise JournalError."""
    if not isinstance(signature, Mapping):
        raise JournalError(Text("errors.store.no_signature"))
    read = _read(signature)
    if read is None:
        raise JournalError(Text("errors.store.damaged_signature"))
    named, text, value = read.key, read.statement, read.value
    said = json.loads(text)
    key = next((key for key in keys if key.id == named), None)
    if key is None:
        given = ", ".join(key.id for key in keys)
        raise JournalError(
            Text("errors.store.signed_with_another_key", key=named[:16], expected=given)
        )
    if not key.has_signed(text, value):
        raise JournalError(Text("errors.store.wrong_signature"))
    head: dict[str, Any] = {"statement": f"outflank {subject}", "version": 1, "key": named}
    head["signed"] = read.signed
    if canonical({name: said.pop(name, None) for name in head}) != canonical(head):
        raise JournalError(Text("errors.store.wrong_statement", subject=subject))
    return dict(said)


def _read(signature: Mapping[str, Any]) -> Signature | None:
    """Read a signature from an export; return None if its form is not the one we write."""
    try:
        value = base64.b64decode(signature["value"], validate=True)
        read = Signature(signature["key"], signature["signed"], signature["statement"], value)
        is_ours = canonical(signature) == canonical(read.as_dict())
        is_statement = isinstance(json.loads(read.statement), dict)
    except (KeyError, TypeError, ValueError, binascii.Error):
        return None
    return read if is_ours and is_statement else None


def canonical(value: object) -> str:
    """Return a value as JSON in the canonical form used for digests: sorted, in ASCII.

    >>> canonical({"b": [1, 2.5], "a": None})
    '{"a":null,"b":[1,2.5]}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def digest_of_document(document: Mapping[str, Any]) -> str:
    """Return the digest of a document without its signature."""
    rest = {name: value for name, value in document.items() if name != "signature"}
    return hashlib.sha256(canonical(rest).encode()).hexdigest()
