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

class Weights:
    """The weights of the 8x8 evaluation, unpacked."""

    def __init__(self, data: bytes) -> None: ...

class Network:
    """The network of the 8x8 evaluation, unpacked."""

    def __init__(self, data: bytes) -> None: ...

class Engine:
    """Searches one position at a time."""

    def __init__(self, threads: int, hash_bytes: int, kernel: str | None = None, weights: Weights | None = None, probcut: bytes | None = None, network: Network | None = None) -> None: ...

    def start(self, size: int, board: bytes, black_to_move: bool, *, fewest_wins: bool = False, odds: tuple[int, int] | None = None, first_answer: int = 0, goal: int = 0, candidates: int = 1, depth: int = 0, nodes: int = 0, seconds: float = 0.0, soft_seconds: float = 0.0, confidence: int = 0) -> None:
        """Begin to search; a limit of zero is none."""

    def wait(self, seconds: float) -> bool:
        """Wait until the search has ended, at most so long; tell whether it has."""

    def reports(self) -> list[tuple[list[tuple[int, int, int, int, float, float, list[int]]], int, int, float, bool]]:
        """Return the reports since this was called last."""

    def stop(self) -> None:
        """End the search soon."""

    def limit(self, depth: int = 0, nodes: int = 0, seconds: float = 0.0, soft_seconds: float = 0.0, confidence: int = 0) -> None:
        """Let new limits count from now on."""

    def forget(self) -> None:
        """Clear the table."""

    @property
    def nodes(self) -> int:
        """How many nodes the search, or the last one, has entered by now."""

    @property
    def hash_bytes(self) -> int: ...

    @property
    def threads(self) -> int: ...
