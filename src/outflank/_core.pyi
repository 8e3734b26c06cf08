"""The native core of Outflank; outflank.native is the way to it."""

from typing import Annotated

import numpy
from numpy.typing import NDArray


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

def line_keys(size: int, board: bytes, black_to_move: bool, lengths: bytes, moves: bytes) -> tuple[bytes, bytes, bytes, bytes, bytes]:
    """
    Replay games: last boards, moves and plies played, canonical keys and moves.
    """

def legal_moves(size: int, boards: bytes, turns: bytes) -> bytes:
    """Find the legal squares of many boards."""

def flips(size: int, boards: bytes, turns: bytes, squares: bytes) -> bytes:
    """Find what one placement flips on each of many boards."""

def hashes(size: int, boards: bytes, turns: bytes, answers: bytes | None = None) -> bytes:
    """Hash many boards, or positions given answers."""

class Network:
    """The network of classic 8x8, unpacked."""

    def __init__(self, data: bytes) -> None: ...

class PatternWeights:
    """The pattern weights of a game, read from an unpacked file."""

    def __init__(self, data: bytes) -> None: ...

    @property
    def size(self) -> int: ...

    @property
    def fewest_wins(self) -> bool: ...

    @property
    def has_oracle(self) -> bool: ...

class Engine:
    """Searches one position at a time."""

    def __init__(self, threads: int, hash_bytes: int, kernel: str | None = None, probcut: bytes | None = None, network: Network | None = None, feature_weights: bytes | None = None, chance_weights: bytes | None = None) -> None: ...

    def start(self, size: int, board: bytes, black_to_move: bool, *, fewest_wins: bool = False, odds: tuple[int, int] | None = None, first_answer: int = 0, goal: int = 0, candidates: int = 1, depth: int = 0, nodes: int = 0, seconds: float = 0.0, soft_seconds: float = 0.0, confidence: int = 0, least_confidence: int = 0) -> None:
        """Begin to search; a limit of zero is none."""

    def learn(self, weights: PatternWeights) -> None:
        """
        Evaluate the game of these weights by them; classic 8x8 only without a network.
        """

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

class GameBatch:
    """Plays many games step by step."""

    def __init__(self, count: int, size: int, *, odds: tuple[int, int] | None = None, fewest_wins: bool = False, illegal_loses: bool = False, autoreset: int = 0, opponent: int = 0, agent_color: int = 0, seed: int = 0, kernel: str | None = None) -> None: ...

    def reset(self, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, chosen: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None:
        """Begin all or the chosen games anew."""

    def seed_choice(self, seed: int) -> None:
        """Give sample() a new seed."""

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int | None:
        """
        Play one action in each game; where one is illegal return its game, and play none.
        """

    def sample(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
        """Draw a legal action for each game."""

    def board(self, game: int) -> bytes:
        """One game's board, black's squares before white's."""

    @property
    def masks(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order='C')]:
        """Which actions are legal; the last one is a pass."""

    @property
    def observations(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None, None, None), order='C')]:
        """The planes that the side to move sees."""

    @property
    def final_observations(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None, None, None), order='C')] | None:
        """The last planes of games that ended within a step and began anew."""

    @property
    def rewards(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')]:
        """What the last step earned whoever acted."""

    @property
    def terminated(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C')]:
        """Whether the last step ended the game."""

    @property
    def margins(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C')]:
        """Black's discs less white's in the game that ended last."""

    @property
    def black_to_move(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C')]:
        """Whether black is to move."""

    @property
    def agent_is_black(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C')]:
        """Whether the learner has black; only with an opponent."""

    @property
    def answers(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')]:
        """What the oracle said: 0 nothing, 1 yes, 2 no, 3 maybe."""

    @property
    def over(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C')]:
        """Whether the game is over and has not begun anew."""

def feature_equations(size: int, fewest_wins: bool, weights: bytes, depth: int, first_seed: int, games: int) -> tuple[bytes, bytes, float, int]:
    """
    Play games by weights of features: sums of products, of results with them, of squared results, and positions.
    """

def chance_equations(size: int, fewest_wins: bool, weights: bytes, first_seed: int, games: int) -> tuple[bytes, bytes, float, int, bytes]:
    """
    Play games with an oracle by weights of features: sums as feature_equations, and forecasts (discs, empty squares, outcome).
    """

def outflanking(size: int, own: int, opponent: int) -> int:
    """Find the squares where the owner would outflank at least one disc."""

def outflanked(size: int, own: int, opponent: int, square: int) -> int:
    """Find the discs that the owner outflanks on an empty square."""

def played(size: int, black: int, white: int, black_to_move: bool, square: int) -> tuple[int, int] | None:
    """
    Place a disc: both sides' squares, or None where nothing is outflanked.
    """

def canonical(size: int, black: int, white: int) -> tuple[int, int]:
    """Find the smallest of the eight symmetric boards."""

def replay_line(size: int, black: int, white: int, black_to_move: bool, moves: bytes) -> tuple[int, int, bool, bytes] | None:
    """
    Replay one game: last squares, turn and all plies, or None for a wrong move.
    """

def moves_in(text: str, size: int) -> bytes | None:
    """
    Read squares in a row, or return None where anything else stands among them.
    """

def divide_visits(records: bytes, bits: int) -> tuple[bytes, bytes]:
    """
    Group records by the highest bits of the key: the records, and how many of each.
    """

def sort_visits(records: bytes, numbers: bytes) -> tuple[bytes, bytes]:
    """
    Renumber games and sort: records of positions of several games, and of one.
    """
