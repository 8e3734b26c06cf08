"""Other people's programs as engines, over the protocols that they speak."""

from outflank.engine.external.external_program import AnalysisStream, ExternalProgram
from outflank.engine.external.program_engine import (
    AnalysisRun,
    CassioEngine,
    GtpEngine,
    NBoardEngine,
    PlainEngine,
    ProgramEngine,
    UciEngine,
    UgiEngine,
)
from outflank.engine.external.quirks import Quirks, find_quirks, known_programs

__all__ = [
    "AnalysisRun",
    "AnalysisStream",
    "CassioEngine",
    "ExternalProgram",
    "GtpEngine",
    "NBoardEngine",
    "PlainEngine",
    "ProgramEngine",
    "Quirks",
    "UciEngine",
    "UgiEngine",
    "find_quirks",
    "known_programs",
]
