"""Other people's programs as engines, over the protocols in `engine/protocols`."""

from outflank.engine.external.cassio import CassioEngine
from outflank.engine.external.external_program import AsyncAnalysisStream, ExternalProgram
from outflank.engine.external.gtp import GtpEngine
from outflank.engine.external.nboard import NBoardEngine
from outflank.engine.external.plain import PlainEngine
from outflank.engine.external.program_engine import ProgramEngine
from outflank.engine.external.quirks import Quirks, find_quirks, known_programs
from outflank.engine.external.uci import UciEngine
from outflank.engine.external.ugi import UgiEngine

__all__ = [
    "AsyncAnalysisStream",
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
