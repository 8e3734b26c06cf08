"""Checking a bot: scripted games over a server, and a proxy between that disturbs them."""

from outflank.client.check.checker import Checker, GameReport
from outflank.client.check.faults import BotFault
from outflank.client.check.script import SCRIPT, ScriptedGame

__all__ = ["SCRIPT", "BotFault", "Checker", "GameReport", "ScriptedGame"]
