"""The files that positions come from: games of people and programs, and positions with scores."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank.errors import OutflankError
from outflank.texts import Text
from outflank.training.positions.bitboards import canonical_hash

__all__ = ["ScoredPositions", "read_book", "read_exact", "read_games", "squares_of"]

# Files of games, and the column of the moves; WTHOR's unfinished games say so in another.
_GAMES = (
    ("wthor_1977_2025.tsv.gz", "moves", "complete"),
    ("egaroucid_early_selfplay_MIT.tsv.gz", "moves", None),
    ("tempura_selfplay_70k.tsv.gz", "moves", None),
)
_EXACT = "wthor_24empties_exact.tsv.gz"
_BOOK = "sensei_book_93005.tsv.gz"
_LONGEST = 60  # moves of a game
_CELLS = 64
_SHARE = 10  # one in so many is held out


@dataclass(frozen=True)
class ScoredPositions:
    """Positions with a score for the mover in discs, and which of them are held out."""

    mover: NDArray[np.int64]
    opponent: NDArray[np.int64]
    score: NDArray[np.float32]
    is_held_out: NDArray[np.bool_]

    def where(self, chosen: NDArray[np.bool_]) -> ScoredPositions:
        """Return some of the positions."""
        return ScoredPositions(
            self.mover[chosen], self.opponent[chosen], self.score[chosen], self.is_held_out[chosen]
        )

    def evenly(self, most: int) -> ScoredPositions:
        """Return about `most` positions, evenly spaced."""
        chosen = np.zeros(len(self), dtype=bool)
        chosen[:: max(1, len(self) // most)] = True
        return self.where(chosen)

    def __len__(self) -> int:
        return len(self.score)


def read_games(folder: Path, most: int = 0, seed: int = 0) -> NDArray[np.int8]:
    """Return a row of 60 squares a game, -1 after the last move; `most` random games, or all."""
    moves = [
        moves
        for name, column, finished in _GAMES
        for moves, is_whole in _rows(folder / name, [column, finished or column])
        if finished is None or is_whole == "1"
    ]
    if most and most < len(moves):
        chosen = np.random.default_rng(seed).choice(len(moves), most, replace=False)
        moves = [moves[at] for at in np.sort(chosen)]
    return squares_of(moves)


def read_exact(folder: Path) -> ScoredPositions:
    """Return positions with 24 empty squares and their exact scores.

    Held out is a tenth of the games, by a digest of year and number.
    """
    columns = ["board", "side_to_move", "exact_score_side_to_move", "year", "game_index"]
    boards, is_white, scores, held_out = [], [], [], []
    for board, side, score, year, game in _rows(folder / _EXACT, columns):
        boards.append(board)
        is_white.append(side == "O")
        scores.append(float(score))
        digest = hashlib.md5(f"{year}:{game}".encode(), usedforsecurity=False).hexdigest()
        held_out.append(int(digest, 16) % _SHARE == 0)
    mover, opponent = _arrays(boards, np.array(is_white, bool), folder / _EXACT)
    return ScoredPositions(mover, opponent, np.array(scores, np.float32), np.array(held_out, bool))


def read_book(folder: Path) -> ScoredPositions:
    """Return the positions of an opening book; held out is a tenth, by the canonical hash."""
    boards, scores = [], []
    for board, score in _rows(folder / _BOOK, ["board_X_to_move", "eval_X"]):
        boards.append(board)
        scores.append(float(score))
    mover, opponent = _arrays(boards, np.zeros(len(boards), bool), folder / _BOOK)
    held_out = canonical_hash(mover, opponent) % _SHARE == 0
    return ScoredPositions(mover, opponent, np.array(scores, np.float32), held_out)


def _rows(path: Path, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the given columns of a gzipped table, row by row."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            names = file.readline().rstrip("\n").split("\t")
            places = [names.index(column) for column in columns]
            for line in file:
                cells = line.rstrip("\n").split("\t")
                yield tuple(cells[place] for place in places)
    except FileNotFoundError:
        raise OutflankError(Text("errors.training.missing_data", path=path)) from None
    except (EOFError, OSError, UnicodeDecodeError, zlib.error) as problem:
        raise OutflankError(
            Text("errors.training.unreadable_file", path=path, problem=problem)
        ) from None
    except (IndexError, ValueError):
        wanted = ", ".join(dict.fromkeys(columns))
        raise OutflankError(
            Text("errors.training.missing_columns", path=path, columns=wanted)
        ) from None


def squares_of(transcripts: Sequence[str]) -> NDArray[np.int8]:
    """Return the square numbers of transcripts, -1 from the first word that is not a square.

    >>> squares_of(["f5d6", "a1h8x9"])[:, :4].tolist()
    [[37, 43, -1, -1], [0, 63, -1, -1]]
    """
    width = 2 * _LONGEST
    text = "".join(one[:width].ljust(width) for one in transcripts)
    letters = np.frombuffer(text.encode("ascii", "replace"), np.uint8).reshape(-1, _LONGEST, 2)
    columns, rows = (letters.astype(np.int16) - (ord("a"), ord("1"))).transpose(2, 0, 1)
    is_square = (columns >= 0) & (columns <= 7) & (rows >= 0) & (rows <= 7)
    is_square = np.logical_and.accumulate(is_square, axis=1)
    return np.where(is_square, rows * 8 + columns, -1).astype(np.int8)


def _arrays(
    boards: Sequence[str], is_white: NDArray[np.bool_], path: Path
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the mover's and the other side's discs of board strings of 64 letters."""
    if any(len(board) != _CELLS for board in boards):
        raise OutflankError(Text("errors.training.board_length", path=path, cells=_CELLS))
    letters = np.frombuffer("".join(boards).encode("ascii", "replace"), np.uint8)
    letters = letters.reshape(-1, _CELLS)
    # Eight letters make a byte, the first one its lowest bit, and eight bytes a word.
    blacks, whites = (
        np.packbits(letters == ord(sign), axis=1, bitorder="little").view("<i8")[:, 0]
        for sign in "XO"
    )
    mover, opponent = np.where(is_white, whites, blacks), np.where(is_white, blacks, whites)
    return mover.astype(np.int64), opponent.astype(np.int64)
