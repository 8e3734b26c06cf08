"""Pictures: their contents, and that no text in them can do harm."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outflank
from outflank.drawing import (
    Arrow,
    Drawing,
    contrast,
    find_theme,
    skins,
    svg,
    themes,
)
from outflank.drawing.heatmap import PALETTE
from outflank.rules import (
    BLACK,
    PASS,
    SIZES,
    WHITE,
    Board,
    Game,
    Position,
    Square,
    SquareSet,
    variants,
)
from support.drawing_reader import layer, opening, parse


@st.composite
def boards(draw: st.DrawFn) -> Board:
    size = draw(st.sampled_from(SIZES))
    masks = st.integers(0, (1 << size * size) - 1)
    black = draw(masks)
    return Board(size, black, draw(masks) & ~black)


def discs(drawn: str, side: str) -> set[tuple[str | None, str | None]]:
    found = [disc for disc in layer(drawn, "discs") if (disc.get("href") or "").endswith(side)]
    places = {(disc.get("x"), disc.get("y")) for disc in found}
    assert len(places) == len(found)
    return places


def ids(drawn: str) -> list[str]:
    return [node.get("id") or "" for node in parse(drawn).iter() if node.get("id")]


@given(boards())
def test_every_disc_is_drawn_once_on_its_square(board: Board) -> None:
    drawn = svg(board)
    for color, side in ((BLACK, "-b"), (WHITE, "-w")):
        wanted = {(str(40 * s.col + 20), str(40 * s.row + 20)) for s in board.discs(color)}
        assert discs(drawn, side) == wanted


@given(boards())
def test_a_rotated_board_is_the_same_board_seen_from_the_other_side(board: Board) -> None:
    drawn = svg(board, rotated=True)
    last = 40 * board.size - 20
    wanted = {(str(last - 40 * s.col), str(last - 40 * s.row)) for s in board.discs(BLACK)}
    assert discs(drawn, "-b") == wanted


@given(boards())
def test_a_drawing_is_repeatable_and_refers_only_to_its_own_ids(board: Board) -> None:
    drawn = svg(board)
    assert drawn == svg(board)
    names = ids(drawn)
    assert len(names) == len(set(names))
    used = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', drawn)
    assert {one or other for one, other in used} <= set(names)
    assert drawn.count("href=") == drawn.count('href="#')
    assert "<script" not in drawn
    assert "<style" not in drawn


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("variant", variants(), ids=str)
def test_every_size_of_every_variant_is_drawn(size: int, variant: outflank.Variant) -> None:
    position = variant.start(size)
    drawn = svg(position)
    assert len(layer(drawn, "discs")) == 4
    assert len(layer(drawn, "legal")) == 4
    assert len(layer(drawn, "coordinates")) == 2 * size
    assert f"{variant.title}, {size}x{size}" in drawn


def test_a_start_board_is_small() -> None:
    assert len(svg(Board.start(8)).encode()) < 4000
    assert len(svg(Board(16, (1 << 256) - 1, 0)).encode()) < 20_000


@pytest.mark.parametrize(("size", "points"), [(4, 0), (6, 4), (8, 4), (16, 4)])
def test_the_four_points_are_drawn_if_there_is_room(size: int, points: int) -> None:
    found = {
        (point.get("cx"), point.get("cy")) for point in layer(svg(Board(size, 0, 0)), "points")
    }
    assert len(found) == points
    assert points == 0 or ("80", "80") in found


def test_coordinates_are_outside_and_turn_with_the_board() -> None:
    def names(drawn: str) -> list[str]:
        letters = layer(drawn, "coordinates")
        across = sorted((float(t.get("x") or ""), t.text or "") for t in letters[::2])
        down = sorted((float(t.get("y") or ""), t.text or "") for t in letters[1::2])
        assert all(float(t.get("y") or "") < 0 for t in letters[::2])
        assert all(float(t.get("x") or "") < 0 for t in letters[1::2])
        return ["".join(t for _, t in line) for line in (across, down)]

    assert names(svg(Board.start(8))) == ["abcdefgh", "12345678"]
    assert names(svg(Board.start(8), rotated=True)) == ["hgfedcba", "87654321"]
    assert layer(svg(Board.start(8), coordinates=False), "coordinates") == []


def test_a_game_shows_its_last_move_and_the_discs_it_flipped() -> None:
    drawn = svg(opening())
    (last,) = layer(drawn, "last")
    assert (last.get("cx"), last.get("cy")) == ("100", "100")
    assert [(ring.get("cx"), ring.get("cy")) for ring in layer(drawn, "flips")] == [("140", "140")]
    assert "Last move: c3. Flipped: d4." in drawn


def game_with_a_pass() -> Game:
    """Return a game that stands after a pass."""
    game = Game(size=4)
    game.push_all(["a2", "a3", "b4", "c1", "a4", PASS])
    return game


def test_the_last_disc_stays_marked_after_a_pass() -> None:
    game = game_with_a_pass()
    assert Drawing.of(game).last == game.moves[-2]
    assert " passed; " in svg(game)


def test_naming_another_last_move_removes_the_flips() -> None:
    drawing = Drawing.of(opening(), last_move="d6")
    assert (drawing.last, len(drawing.flips)) == (Square.parse("d6"), 0)
    assert len(Drawing.of(opening(), last_move="c3").flips) == 1
    assert Drawing.of(opening(), last_move=None).last is None
    assert Drawing.of(opening(), last_move=PASS).last is None
    assert Drawing.of(opening(), last_move="pass").last is None


def test_a_board_shows_no_moves() -> None:
    drawn = svg(opening().position.board)
    assert layer(drawn, "legal") + layer(drawn, "last") + layer(drawn, "flips") == []


def test_the_last_move_never_covers_a_label_or_a_number() -> None:
    def height(**options: Any) -> float:
        return float(layer(svg(opening(), **options), "last")[0].get("cy") or "") - 100

    assert height() == 0
    assert height(skin="yesno") < -8
    assert height(texts={"c3": "7"}) < -8
    assert height(skin="xo") < -8


def test_a_yes_no_game_shows_labels_and_the_answer() -> None:
    game = Game(variant="yesno")
    assert "the oracle has not answered yet" in svg(game)
    game.hear("maybe")
    assert "the oracle says maybe" in svg(game)
    labels = [node.text for node in parse(svg(game)).iterfind(".//{*}defs//{*}text")]
    assert labels == ["YES", "NO"]
    game.push("f5")
    assert len(layer(svg(game), "last")) == 1


def test_a_game_is_drawn_as_a_sheet() -> None:
    game = opening()
    drawn = svg(game, numbers=True)
    assert [number.text for number in layer(drawn, "numbers")] == ["1", "2", "3"]
    # The discs stay as they were placed: c3 flipped d4 to black, but it is drawn white.
    assert ("140", "140") in discs(drawn, "-w")
    assert layer(drawn, "legal") + layer(drawn, "flips") == []


def test_the_last_move_of_a_sheet_has_a_ring_around_its_number() -> None:
    (ring,) = layer(svg(opening(), numbers=True), "last")
    assert (ring.get("cx"), ring.get("cy"), ring.get("fill")) == ("100", "100", "none")
    assert 12 < float(ring.get("r") or "") < 16.5
    drawn = svg(opening(), numbers=True, stable="c3 d6")
    radii = [float(inner.get("r") or "") for inner in layer(drawn, "stable")]
    assert radii[0] < float(ring.get("r") or "") - 2 < radii[1]  # both can be seen on c3


def test_a_sheet_lists_passes_and_maybes_below_the_board() -> None:
    game = game_with_a_pass()
    count = len(game.moves) - 1
    lines = [line.text for line in layer(svg(game, numbers=True), "lines")]
    assert lines == [f"Passes: {game.plies[-1].color} after {count}"]
    maybe = Game(variant="yesno", size=4)
    maybe.hear("maybe")
    maybe.push("a2")
    assert [line.text for line in layer(svg(maybe, numbers=True), "lines")] == ["Maybe: 1"]


def test_heat_colours_squares_and_has_a_legend() -> None:
    drawn = svg(Board.start(4), heat={"a1": -1.5, "b2": 0, "d4": 3})
    fills = [cell.get("fill") for cell in layer(drawn, "heat")]
    assert (fills[0], fills[-1]) == (PALETTE[0], PALETTE[-1])
    assert [node.text for node in layer(drawn, "legend") if node.text] == ["\N{MINUS SIGN}1.5", "3"]
    assert len(layer(drawn, "halos")) == 1
    alike = svg(Board.start(4), heat={"a1": 2, "d4": 2})
    assert {cell.get("fill") for cell in layer(alike, "heat")} == {PALETTE[-1]}


def test_marks_arrows_and_stable_discs_are_drawn() -> None:
    board = Board.parse("XX--" + "X---" + "----" * 2)
    drawn = svg(
        board,
        stable=True,
        marks={"ring": ["a1", "d4"], "frame": "a2 b2", "cross": SquareSet.corners(4)},
        arrows=[("a1", "d4"), Arrow(Square(0, 0), Square(0, 0))],
    )
    assert len(layer(drawn, "stable")) == 3
    assert len(layer(drawn, "ring")) == 3  # the one around a disc has a gap
    assert len(layer(drawn, "frame")) == 2
    assert len(layer(drawn, "cross")) == 4
    assert len(layer(drawn, "arrows")) == 2
    assert len(layer(svg(board, stable=["b1"]), "stable")) == 1


def test_a_set_of_squares_is_drawn_on_an_empty_board() -> None:
    drawn = svg(SquareSet.corners(6))
    assert len(layer(drawn, "chosen")) == 4
    assert layer(drawn, "discs") == []
    assert "Squares, 6x6: 4 squares" in drawn
    assert "1 square<" in svg(SquareSet.of(4, "a1"))


def test_skins_and_themes_all_look_different() -> None:
    looks = [
        svg(opening(), id="o", skin=skin, theme=theme) for skin in skins() for theme in themes()
    ]
    assert len(set(looks)) == len(looks)


@given(st.text(), st.text())
def test_no_text_breaks_out_of_the_picture(word: str, title: str) -> None:
    drawn = svg(Board.start(4), texts={"a1": word}, title=title, caption=word)
    root = parse(drawn)
    assert {node.tag.partition("}")[2] for node in root.iter()} <= {
        "svg", "title", "desc", "defs", "g", "use", "rect", "circle", "path", "text", "stop",
        "radialGradient",
    }  # fmt: skip


def test_a_custom_theme_keeps_discs_visible() -> None:
    night = replace(find_theme("felt"), felt="#000000")
    root = parse(svg(Board.start(4), theme=night))
    edges = [node.get("stroke") or "" for node in root.iterfind(".//{*}defs//*[@stroke]")]
    assert all(contrast(edge, "#000000") >= 3 for edge in edges)


def test_long_captions_are_broken_into_lines() -> None:
    lines = layer(svg(Board.start(4), caption="word " * 30), "lines")
    assert len(lines) > 3


def test_pictures_on_one_page_do_not_share_ids() -> None:
    drawings = [
        svg(Board.start(8)),
        svg(Board.start(8), skin="yesno"),
        svg(Board.start(8), size=100),
        svg(Game()),
        svg(Board.start(8), id="one"),
        svg(Board.start(8), id="two"),
    ]
    every = [name for drawn in drawings for name in ids(drawn)]
    assert len(every) == len(set(every))


def test_a_picture_has_a_title_and_a_description_for_screen_readers() -> None:
    root = parse(svg(Board.start(4)))
    names = (root.get("aria-labelledby") or "").split()
    assert root.get("role") == "img"
    texts = [node.text for node in root if node.get("id") in names]
    assert texts == ["Board, 4x4: black 2, white 2", "Black: c2 b3. White: b2 c3."]


def test_titles_say_whose_turn_it_is_or_how_the_game_ended() -> None:
    assert ": black 4, white 1; white to move<" in svg(_after("f5"))
    game = _after("f5")
    game.resign(BLACK)
    assert "white wins (resignation)" in svg(game)
    drawn = Game(Position(Board.parse("XO--" * 2 + "----" * 2), BLACK))
    drawn.end(None, outflank.Reason.AGREEMENT)
    assert "draw (agreement)" in svg(drawn)
    over = Position(Board(4, 1, 0), BLACK)
    assert "the game is over" in svg(over)
    must_pass = Position(Board.parse("XO--" + "----" * 3), WHITE)
    assert "white must pass" in svg(must_pass)
    passed = Game(must_pass)
    passed.push(PASS)
    assert "white passed; black to move" in svg(passed)


def _after(*moves: str) -> Game:
    game = Game()
    game.push_all(moves)
    return game


def test_values_draw_themselves_in_a_notebook() -> None:
    values: list[Any] = [Board.start(8), Game(), Game().position, SquareSet.corners(8)]
    assert [value._repr_svg_() for value in values] == [svg(value) for value in values]
