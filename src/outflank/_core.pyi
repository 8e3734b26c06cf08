"""The native core of Outflank; outflank.native is the way to it."""



def kernels() -> list[str]:
    """Name the instruction sets this processor can use, the fastest last."""

def perft(size: int, board: bytes, black_to_move: bool, depth: int, pass_is_ply: bool, kernel: str | None = None) -> int:
    """Count the leaves of the game tree to a depth."""

def playouts(size: int, board: bytes, black_to_move: bool, seeds: bytes, odds: tuple[int, int] | None = None, first_answer: int = 0, record: bool = False) -> tuple[bytes, bytes, bytes, bytes, bytes]:
    """Play random games: last boards, their turns, plies, moves and answers."""

def replay(size: int, boards: bytes, turns: bytes, lengths: bytes, moves: bytes, answers: bytes | None = None, insert_passes: bool = False, trace: bool = False) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes]:
    """
    Replay games: last boards, their turns, moves and plies played, faults, traces.
    """

def legal_moves(size: int, boards: bytes, turns: bytes) -> bytes:
    """Find the legal squares of many boards."""

def flips(size: int, boards: bytes, turns: bytes, squares: bytes) -> bytes:
    """Find what one placement flips on each of many boards."""

def hashes(size: int, boards: bytes, turns: bytes, answers: bytes | None = None) -> bytes:
    """Hash many boards, or positions given answers."""
