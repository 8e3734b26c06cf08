"""API keys, which identify players, observers and organisers.

A key is shown once and stored only as a digest. A fast hash is enough, because a key has too many
random bits to be guessed.
"""

from __future__ import annotations

import functools
import hashlib
import ipaddress
import re
import secrets
from enum import StrEnum

from outflank.errors import InvalidValue
from outflank.texts import Text

__all__ = ["Role", "digest", "is_loopback", "new_key", "parse_label", "redact"]

_PREFIX = "oth_"  # so that scanners find a leaked key
_LONGEST_LABEL = 40


class Role(StrEnum):
    """What the owner of a key may do: play, only watch, or organise."""

    PLAYER = "player"
    OBSERVER = "observer"
    ADMIN = "admin"


def new_key() -> str:
    """Return a new random key.

    >>> new_key().startswith("oth_"), len(new_key())
    (True, 36)
    """
    return _PREFIX + secrets.token_urlsafe(24)


def parse_label(text: str) -> str:
    """Return the label of a key, which names its owner in the audit log.

    >>> parse_label("  Ada,  desk 2 ")
    'Ada, desk 2'
    """
    label = " ".join(text.split())
    if len(label) > _LONGEST_LABEL or not label.isprintable():
        raise InvalidValue(Text("errors.server.label_too_long", most=_LONGEST_LABEL))
    return label


def digest(key: str) -> str:
    """Return the digest by which a key is stored and found.

    >>> digest("key0")[:16]
    'a819408ce5010ca2'
    """
    # A key comes from a URL and may hold invalid Unicode.
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


@functools.lru_cache(maxsize=1024)
def is_loopback(address: str | None) -> bool:
    """Return whether an address is a loopback address; None is not.

    >>> is_loopback("127.0.0.1"), is_loopback("::ffff:127.0.0.1"), is_loopback("192.0.2.1")
    (True, True, False)
    """
    try:
        parsed = ipaddress.ip_address(address or "")
    except ValueError:
        return False
    # Python before 3.13 does not recognise IPv4 loopback addresses mapped to IPv6.
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return (mapped or parsed).is_loopback


_SLASH = r"(?:/|%2F)+"
_SECRETS = re.compile(
    rf"(?P<before>{_SLASH}(?:boards|move_needed|set_name|move|restart){_SLASH}"
    r"|\b(?:Bearer|Basic|Token)\s+"
    r"|[?&;\s](?:access_token|api_key|key|token)=)"
    r"(?P<secret>(?![<{])[^/?#&;,\s\"']+?)(?=%2F|[/?#&;,\s\"']|$)"
    rf"|(?P<key>{_PREFIX}[\w-]+\**)",
    re.IGNORECASE,
)


def redact(text: str) -> str:
    """Return a path, a header or any text with its keys masked, for a log.

    >>> redact("POST /codekata/move/key0/3/4")
    'POST /codekata/move/ke***/3/4'
    >>> redact("Authorization: Bearer oth_abcdefgh")
    'Authorization: Bearer oth_ab***'
    """
    return _SECRETS.sub(_without_secret, text)


def _without_secret(found: re.Match[str]) -> str:
    secret = found["key"] or found["secret"]
    shown = len(_PREFIX) + 2 if secret.lower().startswith(_PREFIX) else 2
    return f"{found['before'] or ''}{secret[:shown].rstrip('*')}***"
