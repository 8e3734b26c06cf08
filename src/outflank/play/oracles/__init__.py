"""Oracles: local, scripted, and the web service with its answers and pictures."""

from __future__ import annotations

from outflank.play.oracles.oracle import (
    LOCAL_ODDS,
    WEB_ODDS,
    LocalOracle,
    Oracle,
    Reply,
    ScriptedOracle,
)
from outflank.play.oracles.parsing import oracle_from

__all__ = [
    "LOCAL_ODDS",
    "WEB_ODDS",
    "LocalOracle",
    "Oracle",
    "Reply",
    "ScriptedOracle",
    "oracle_from",
]
