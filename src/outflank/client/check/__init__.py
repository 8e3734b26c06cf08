"""Checking a bot: scripted games over a server, and a listener between that disturbs them."""

from outflank.client.check.checker import Checker, Report
from outflank.client.check.faults import Fault
from outflank.client.check.script import SCRIPT, Trial

__all__ = ["SCRIPT", "Checker", "Fault", "Report", "Trial"]
