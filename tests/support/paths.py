"""Where the repository, the stored test data and the GTP player of the tests lie."""

from pathlib import Path

__all__ = ["DATA", "GTP_PLAYER", "ROOT"]

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
GTP_PLAYER = Path(__file__).with_name("gtp_player.py")
