"""Mistakes as players name them: codes with parameters that can be checked on the board."""

from outflank.analysis.mistakes.choice import Choice
from outflank.analysis.mistakes.classify import CODES, UNNAMED, least_loss, name_mistake
from outflank.analysis.mistakes.finding import Finding, Parameter

__all__ = ["CODES", "UNNAMED", "Choice", "Finding", "Parameter", "least_loss", "name_mistake"]
