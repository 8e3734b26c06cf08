"""What organisers did, written down for good."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa

from outflank.store.schema import audit

__all__ = ["audited"]


def audited(
    at: int, actor: str, act: str, details: Mapping[str, Any]
) -> Callable[[sa.Connection], None]:
    """Return what writes down an act, as a part of the transaction that does it."""
    row = {
        "at": at,
        "actor": actor[:64],
        "act": act,
        "details": json.dumps(details, ensure_ascii=False),
    }

    def write(connection: sa.Connection) -> None:
        connection.execute(sa.insert(audit), row)

    return write
