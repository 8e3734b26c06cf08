"""The native core of Outflank. Use it through outflank.native."""

from typing import Annotated

import numpy
from numpy.typing import NDArray


def kernels() -> list[str]:
    """
    Return the names of the kernels that this processor can run, the fastest last.
    """

def perft(size: int, board: bytes, black_to_move: bool, depth: int, pass_is_ply: bool, kernel: str | None = None) -> int:
    """Count the leaves of the game tree at a depth."""

def playouts(size: int, board: bytes, black_to_move: bool, seeds: bytes, odds: tuple[int, int] | None = None, first_answer: int = 0, record: bool = False) -> tuple[bytes, bytes, bytes, bytes, bytes]:
    """
    Play random games; return final boards, turns, plies, moves and answers.
    """

def replay(size: int, boards: bytes, turns: bytes, lengths: bytes, moves: bytes, answers: bytes | None = None, insert_passes: bool = False, trace: bool = False) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes]:
    """
    Replay games; return final boards, turns, moves and plies played, faults, traces.
    """

def line_keys(size: int, board: bytes, black_to_move: bool, lengths: bytes, moves: bytes) -> tuple[bytes, bytes, bytes, bytes, bytes]:
    """
    Replay games; return final boards, moves and plies played, canonical keys, moves.
    """

def legal_moves(size: int, boards: bytes, turns: bytes) -> bytes:
    """Return the legal squares of many boards."""

def flips(size: int, boards: bytes, turns: bytes, squares: bytes) -> bytes:
    """Return the discs that one placement flips on each of many boards."""

def hashes(size: int, boards: bytes, turns: bytes, answers: bytes | None = None) -> bytes:
    """
    Return the hashes of many boards, or of positions if answers are given.
    """

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
    """Searches one position at a time in threads of its own."""

    def __init__(self, threads: int, hash_bytes: int, kernel: str | None = None, probcut: bytes | None = None, network: Network | None = None, feature_weights: bytes | None = None, chance_weights: bytes | None = None) -> None: ...

    def start(self, size: int, board: bytes, black_to_move: bool, *, fewest_wins: bool = False, odds: tuple[int, int] | None = None, first_answer: int = 0, goal: int = 0, candidates: int = 1, depth: int = 0, nodes: int = 0, seconds: float = 0.0, soft_seconds: float = 0.0, confidence: int = 0, least_confidence: int = 0) -> None:
        """Start a search; a limit of zero means no limit."""

    def learn(self, weights: PatternWeights) -> None:
        """
        Use these weights for their game; for classic 8x8 only if there is no network.
        """

    def wait(self, seconds: float) -> bool:
        """Wait up to this long for the search to end; return whether it has."""

    def reports(self) -> list[tuple[list[tuple[int, int, int, int, float, float, list[int]]], int, int, float, bool]]:
        """Return the reports since the previous call."""

    def stop(self) -> None:
        """Ask the search to end as soon as possible."""

    def limit(self, depth: int = 0, nodes: int = 0, seconds: float = 0.0, soft_seconds: float = 0.0, confidence: int = 0) -> None:
        """Replace the limits, counting from now."""

    def forget(self) -> None:
        """Clear the transposition table."""

    @property
    def nodes(self) -> int:
        """The number of nodes that the current or last search has entered."""

    @property
    def hash_bytes(self) -> int: ...

    @property
    def threads(self) -> int: ...

class GameBatch:
    """Plays many games of one kind step by step."""

    def __init__(self, count: int, size: int, *, odds: tuple[int, int] | None = None, fewest_wins: bool = False, illegal_loses: bool = False, autoreset: int = 0, opponent: int = 0, agent_color: int = 0, seed: int = 0, kernel: str | None = None) -> None: ...

    def reset(self, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, chosen: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None:
        """Start the chosen games again, or all of them."""

    def boards(self, games: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> bytes:
        """Return the boards of some games: black's squares, then white's."""

    def place(self, games: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], boards: bytes, turns: bytes, answers: bytes, over: bytes) -> None:
        """Put some games into states; an opponent whose turn it is moves first."""

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int | None:
        """
        Play one action in each game; if one is illegal, play none and return its game.
        """

    def sample(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
        """Draw a legal action for each game."""

    @property
    def choice(self) -> int:
        """The state of the random numbers of sample()."""

    @choice.setter
    def choice(self, state: int) -> None: ...

    @property
    def masks(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order='C')]:
        """Which actions are legal in each game; the last action is a pass."""

    @property
    def observations(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None, None, None), order='C')]:
        """The planes of each game, as the side to move sees them."""

    @property
    def final_observations(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None, None, None, None), order='C')] | None:
        """The last planes of games that ended and started again within one step."""

    @property
    def rewards(self) -> Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C')]:
        """The rewards of the last step for the side that acted."""

    @property
    def terminated(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C')]:
        """Whether the last step ended each game."""

    @property
    def margins(self) -> Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C')]:
        """Black's discs minus white's in the last game that ended."""

    @property
    def black_to_move(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C')]:
        """Whether black is to move in each game."""

    @property
    def agent_is_black(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C')]:
        """Whether the learner plays black; meaningful only with an opponent."""

    @property
    def answers(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')]:
        """The oracle's answers: 0 none, 1 yes, 2 no, 3 maybe."""

    @property
    def chance(self) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C')]:
        """The state of each game's random numbers."""

    @property
    def over(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C')]:
        """Whether each game is over and has not started again."""

def feature_equations(size: int, fewest_wins: bool, weights: bytes, depth: int, first_seed: int, games: int) -> tuple[bytes, bytes, float, int]:
    """
    Play games with these feature weights; return the sums of products, of products with the result and of squared results, and the number of positions.
    """

def chance_equations(size: int, fewest_wins: bool, weights: bytes, first_seed: int, games: int) -> tuple[bytes, bytes, float, int, bytes]:
    """
    Play games with an oracle and these feature weights; return the sums of feature_equations and the forecasts (discs, empty squares, outcome).
    """

class PositionBatch:
    """Evaluates or searches positions of one game in threads of its own."""

    def __init__(self, size: int, boards: bytes, turns: bytes, answers: bytes | None = None, *, threads: int, fewest_wins: bool = False, odds: tuple[int, int] | None = None, hash_bytes: int = 67108864, kernel: str | None = None, probcut: bytes | None = None, network: Network | None = None, patterns: PatternWeights | None = None) -> None: ...

    def search(self, *, goal: int, candidates: int = 1, depth: int = 0, nodes: int = 0, seconds: float = 0.0, confidence: int = 0) -> None:
        """Start to search every position; a limit of zero means no limit."""

    def evaluate(self) -> None:
        """Start to evaluate every position without a search."""

    def wait(self, seconds: float) -> bool:
        """
        Wait up to this long for the end of the work; return whether it has ended.
        """

    def stop(self) -> None:
        """Ask the threads to end soon."""

    @property
    def done(self) -> int:
        """The number of positions that are done."""

    def results(self) -> list[tuple[int, list[tuple[int, int, int, int, float, float, list[int]]], int, int, float]]:
        """Return what was found about each position."""

    def values(self) -> tuple[bytes, bytes]:
        """Return the discs and the kinds of the scores."""

def outflanking(size: int, own: int, opponent: int) -> int:
    """
    Return the squares where a disc would outflank at least one of the opponent's.
    """

def outflanked(size: int, own: int, opponent: int, square: int) -> int:
    """Return the discs that a disc on an empty square outflanks."""

def played(size: int, black: int, white: int, black_to_move: bool, square: int) -> tuple[int, int] | None:
    """
    Place a disc; return both sides' squares, or None if it outflanks nothing.
    """

def canonical(size: int, black: int, white: int) -> tuple[int, int]:
    """Return the smallest of the eight symmetric boards."""

def replay_line(size: int, black: int, white: int, black_to_move: bool, moves: bytes) -> tuple[int, int, bool, bytes] | None:
    """
    Replay one game; return final squares, turn and plies, or None for an illegal move.
    """

def moves_in(text: str, size: int) -> bytes | None:
    """
    Read squares written one after another; return None if the text has anything else.
    """

def divide_visits(records: bytes, bits: int) -> tuple[bytes, bytes]:
    """
    Group records by the highest bits of the key; return the records and group sizes.
    """

def sort_visits(records: bytes, numbers: bytes) -> tuple[bytes, bytes]:
    """
    Renumber games and sort; return the records of shared and of single positions.
    """
