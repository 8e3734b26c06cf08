"""Start positions by name."""

from pathlib import Path

import pytest

from outflank import BLACK, Classic, NotationError, SizeError, UnknownName, YesNo
from outflank.notation.starts import even_openings, read_openings, start_position


def test_the_usual_start_and_its_reverse() -> None:
    assert start_position("Usual") == Classic().start()
    position = start_position("reversed", variant="yesno", size=6)
    assert (position.variant, position.turn) == (YesNo(), BLACK)
    assert position.board.disc_at("c3") is BLACK
    assert position.board.disc_at("d4") is BLACK
    assert len(position.legal_moves) == 4


@pytest.mark.parametrize(("name", "size"), [("r4", 8), ("r18", 8), ("r-12", 4), ("R15", 4)])
def test_a_random_start_has_its_number_of_discs_and_a_move(name: str, size: int) -> None:
    discs = int(name.lower().lstrip("r-"))
    drawn = [start_position(name, size=size, seed=seed) for seed in range(20)]
    for position in drawn:
        assert position.board.empties == size * size - discs
        assert not position.is_over
        assert not position.must_pass
    assert drawn[3] == start_position(name, size=size, seed=3)
    assert discs == 4 or len(set(drawn)) > 1


@pytest.mark.parametrize(
    ("name", "problem"),
    [("r3", "has 4 to 63 discs, not 3"), ("r64", "not 64"), ("r999", "not 999")],
)
def test_a_random_start_needs_a_possible_number_of_discs(name: str, problem: str) -> None:
    with pytest.raises(SizeError, match=problem):
        start_position(name)


def test_even_openings_are_drawn_from_our_list_or_from_yours(tmp_path: Path) -> None:
    ours = {game.root.last().position for game in even_openings()}
    assert len(ours) == len(even_openings()) == 310
    assert start_position("xot", seed=5) in ours
    path = tmp_path / "xot.txt"
    path.write_text("f5d6c4d3c2b3b4b5\n", encoding="utf-8")
    drawn = start_position("XOT", openings=path, variant="anti")
    assert drawn.board == read_openings(path)[0].root.last().position.board
    assert drawn.variant.name == "anti"
    with pytest.raises(SizeError, match="these openings are for 8x8, not for 6x6"):
        start_position("xot", size=6)
    with pytest.raises(NotationError, match="needs the start xot, not 'usual'"):
        start_position("usual", openings=path)
    path.write_text("f5d6c4x3\n", encoding="utf-8")
    with pytest.raises(NotationError, match="'x3' is not a move"):
        read_openings(path)
    path.with_suffix(".ggf").write_text("nothing\n", encoding="utf-8")
    with pytest.raises(NotationError, match="there are no openings in this file"):
        read_openings(path.with_suffix(".ggf"))


@pytest.mark.data
def test_the_lists_of_xot_are_read(data: Path, tmp_path: Path) -> None:
    path = data / "openings" / "xot_openingssmall.txt"
    games = read_openings(path)
    assert len(games) == 3623
    assert {len(game.moves) for game in games} == {8}
    some = tmp_path / "some.txt"
    some.write_text("".join(path.read_text("utf-8").splitlines(keepends=True)[:50]), "utf-8")
    assert start_position("xot", openings=some, seed=1).board.empties == 52


@pytest.mark.parametrize("name", ["holes", "octagon", "88"])
def test_boards_with_holes_are_refused(name: str) -> None:
    with pytest.raises(NotationError, match="boards with holes cannot be played here"):
        start_position(name)


def test_other_names_are_refused() -> None:
    with pytest.raises(UnknownName, match="no start 'reverse'; did you mean 'reversed'"):
        start_position("reverse")
