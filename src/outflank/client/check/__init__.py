"""Checking a bot: scripted games over a server, with a proxy that injects network faults."""

from outflank.client.check.checker import Checker, GameReport
from outflank.client.check.faults import BotFault
from outflank.client.check.script import SCRIPT, ScriptedGame

__all__ = ["SCRIPT", "BotFault", "Checker", "GameReport", "ScriptedGame"]
