"""Drafts of tournaments in SQL: new rows, and settings that change before the start."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from outflank.arena import Definition
from outflank.store.database import Transaction
from outflank.store.schema import tournaments

__all__ = ["new_row", "write_definition"]


def new_row(definition: Definition, seed: int, at: int) -> dict[str, Any]:
    """Return the row of a new tournament."""
    return {
        "name": definition.name,
        "definition": json.dumps(definition.to_dict()),
        "seed": seed,
        "created": at,
    }


def write_definition(transaction: Transaction, number: int, definition: Definition) -> None:
    """Replace the settings of a draft, in the caller's transaction."""
    row = {"name": definition.name, "definition": json.dumps(definition.to_dict())}
    change = sa.update(tournaments).where(tournaments.c.id == number).values(row)
    transaction.connection.execute(change)
