"""Reading the files of games and scores, and what is held out of the training."""

import gzip
import hashlib
from pathlib import Path

import numpy as np
import pytest

from outflank.errors import OutflankError
from outflank.training.positions.bitboards import (
    START,
    canonical_hash,
    empty_count,
    legal_moves,
    mirrored,
    transposed,
)
from outflank.training.positions.data_steps import scored_parts
from outflank.training.positions.readers import (
    ScoredPositions,
    read_book,
    read_exact,
    read_games,
    squares_of,
)
from outflank.training.positions.sampling import (
    Sampler,
    held_out_hashes,
    is_trainable,
    replayed,
)

GAME = "f5d6c3d3c4f4f6f3e6e7d7c6d8c5c7c8b8b6"


def write(path: Path, *lines: str) -> None:
    path.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Small files of every kind."""
    head = "year\ttournament\tblack\twhite\tblack_discs\ttheoretical\tcomplete\tmoves"
    write(
        tmp_path / "wthor_1977_2025.tsv.gz",
        head,
        f"1977\tOpen\tA\tB\t34\t41\t1\t{GAME}",
        f"1978\tOpen\tA\tB\t34\t41\t0\t{GAME}",
    )
    write(tmp_path / "egaroucid_early_selfplay_MIT.tsv.gz", "a\tb\tmoves", f"x\t4\t{GAME[:4]}")
    write(tmp_path / "tempura_selfplay_70k.tsv.gz", "a\tb\tc\tmoves", f"x\t1\t2\t{GAME[:6]}")
    boards = [("-" * 20 + "X" * at).ljust(62, "-") + "OX" for at in range(1, 31)]
    write(
        tmp_path / "wthor_24empties_exact.tsv.gz",
        "board\tside_to_move\texact_score_side_to_move\tyear\tgame_index",
        *(f"{board}\t{'XO'[at % 2]}\t{at - 8}\t1990\t{at}" for at, board in enumerate(boards)),
    )
    write(
        tmp_path / "sensei_book_93005.tsv.gz",
        "board_X_to_move\tempties\teval_X\tlower",
        *(f"{board}\t24\t{at / 2}\t-64" for at, board in enumerate(boards)),
    )
    return tmp_path


def test_whole_games_are_read_and_unfinished_ones_are_not(folder: Path) -> None:
    games = read_games(folder)
    assert (games >= 0).sum(1).tolist() == [len(GAME) // 2, 2, 3]
    assert games[0, :3].tolist() == [37, 43, 18]
    assert len(read_games(folder, most=2, seed=1)) == 2


def test_the_mover_s_discs_come_first_and_scores_are_the_mover_s(folder: Path) -> None:
    exact = read_exact(folder)
    assert exact.mover[0] == 1 << 20 | -(1 << 63)
    assert exact.opponent[0] == 1 << 62
    assert exact.mover[1] == 1 << 62
    assert exact.score[:3].tolist() == [-8, -7, -6]
    assert read_book(folder).score[:3].tolist() == [0, 0.5, 1]


def test_a_tenth_is_held_out_by_the_digest_of_year_and_game(folder: Path) -> None:
    expected = [
        int(hashlib.md5(f"1990:{at}".encode()).hexdigest(), 16) % 10 == 0 for at in range(30)
    ]
    assert any(expected)
    assert read_exact(folder).is_held_out.tolist() == expected


def test_a_tenth_of_the_book_is_held_out_by_the_canonical_board(folder: Path) -> None:
    book = read_book(folder)
    turned = canonical_hash(transposed(book.mover), transposed(book.opponent))
    assert book.is_held_out.tolist() == (turned % 10 == 0).tolist()


@pytest.mark.data
def test_the_split_of_the_outside_data_is_the_agreed_one(data: Path) -> None:
    exact = read_exact(data / "training")
    assert (len(exact), int(exact.is_held_out.sum())) == (137270, 13745)
    assert (empty_count(exact.mover, exact.opponent) == 24).all()


def test_no_symmetric_equal_of_what_is_held_out_is_trained_on() -> None:
    rows = replayed(squares_of([GAME]))
    held = ScoredPositions(
        rows[:, 0], rows[:, 1], np.zeros(len(rows), np.float32), np.arange(len(rows)) % 3 == 0
    )
    hashes = held_out_hashes(held)
    turned = mirrored(transposed(rows[:, 0])), mirrored(transposed(rows[:, 1]))
    assert is_trainable(*turned, hashes).tolist() == (~held.is_held_out).tolist()
    trained, judged = scored_parts(held, hashes)
    assert (len(trained), len(judged)) == ((~held.is_held_out).sum(), held.is_held_out.sum())


def test_samples_can_move_are_not_held_out_and_repeat_by_their_seed() -> None:
    rows = replayed(squares_of([GAME]))
    held = ScoredPositions(
        rows[:, 0], rows[:, 1], np.zeros(len(rows), np.float32), np.arange(len(rows)) % 2 == 0
    )
    hashes = held_out_hashes(held)
    drawn = Sampler(rows, hashes, 4).draw(3000)
    assert drawn.shape == (3000, 2)
    assert (legal_moves(drawn[:, 0], drawn[:, 1]) != 0).all()
    assert is_trainable(drawn[:, 0], drawn[:, 1], hashes).all()
    assert (Sampler(rows, hashes, 4).draw(3000) == drawn).all()
    assert (Sampler(rows, hashes, 5).draw(3000) != drawn).any()
    assert len(np.unique(canonical_hash(drawn[:, 0], drawn[:, 1]))) > 500


def test_a_share_of_the_samples_wanders_twice_as_far() -> None:
    start = np.array([START])

    def far(twice: float) -> float:
        """Return how many of the positions are more than four moves from the start."""
        drawn = Sampler(start, np.empty(0, np.int64), 4, twice=twice).draw(20_000)
        moves = 60 - empty_count(drawn[:, 0], drawn[:, 1])
        assert moves.max() <= (8 if twice else 4)
        return float((moves > 4).mean())

    assert far(0) == 0
    assert far(1) > 0.2
    assert 0.15 * far(1) < far(0.2) < 0.25 * far(1)


def test_a_missing_or_foreign_file_is_one_sentence(folder: Path) -> None:
    path = folder / "sensei_book_93005.tsv.gz"
    write(path, "board\tscore", "x\t1")
    with pytest.raises(
        OutflankError, match="is not a table with the columns board_X_to_move, eval_X"
    ):
        read_book(folder)
    path.write_bytes(b"no gzip at all")
    with pytest.raises(OutflankError, match="cannot be read"):
        read_book(folder)
    path.unlink()
    with pytest.raises(OutflankError, match="is missing; --data names the folder"):
        read_book(folder)
