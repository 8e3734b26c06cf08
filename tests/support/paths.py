"""Where the repository, the stored test data and the programs that tests start lie."""

from pathlib import Path

__all__ = ["DATA", "FUZZING_PEER", "GTP_PLAYER", "ROOT", "SCRIPTED_PEER"]

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
_PROGRAMS = Path(__file__).parent / "engines"
FUZZING_PEER = _PROGRAMS / "fuzzing_peer.py"
GTP_PLAYER = _PROGRAMS / "gtp_player.py"
SCRIPTED_PEER = _PROGRAMS / "scripted_peer.py"
