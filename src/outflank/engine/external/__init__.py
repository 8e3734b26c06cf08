"""Other people's programs as engines: those that speak GTP."""

from outflank.engine.external.gtp import GtpEngine

__all__ = ["GtpEngine"]
