"""Everything in a picture can be seen, in every skin and every theme."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise, product

import pytest

from outflank.drawing import contrast, find_skin, find_theme, skins, svg, text, themes
from outflank.drawing.contrast import ink_on, legible, luminance, mix
from outflank.drawing.heatmap import PALETTE
from outflank.rules import Board, Color, Game, SquareSet

SHAPE, TEXT = 3.0, 4.5
LOOKS = list(product([skin.name for skin in skins()], [theme.name for theme in themes()]))

every_look = pytest.mark.parametrize(("skin", "theme"), LOOKS)


def layer(picture: ET.Element, name: str) -> ET.Element:
    found = [node for node in picture.iter() if node.get("class") == f"outflank-{name}"]
    assert len(found) == 1, name
    return found[0]


def game() -> Game:
    played = Game()
    played.push_all(["f5", "d6", "c5", "f4"])
    return played


def tones(picture: ET.Element, side: str) -> list[str]:
    """Return the colours of one side's disc as it is painted, from its gradient or its fill."""
    symbol = next(node for node in picture.iter() if (node.get("id") or "").endswith(f"-{side}"))
    body = list(symbol)[-1] if symbol.find("{*}text") is None else list(symbol)[-2]
    fill = body.get("fill") or ""
    if fill.startswith("#"):
        return [fill]
    gradient = next(node for node in picture.iter() if f"url(#{node.get('id')})" == fill)
    return [stop.get("stop-color") or "" for stop in gradient]


def test_contrast_is_computed_as_the_guidelines_say() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#ff0000", "#ffffff") == pytest.approx(4.0, abs=0.005)
    assert contrast("#1f7a52", "#ffffff") == contrast("#ffffff", "#1f7a52")


def test_every_colour_becomes_legible_on_any_background() -> None:
    for level in range(256):
        background = f"#{level:02x}{level:02x}{level:02x}"
        for color in ("#c8402f", "#d99a1c", "#ffffff", "#000000"):
            assert contrast(legible(color, [background], TEXT), background) >= TEXT
        assert contrast(ink_on(background), background) >= TEXT


def test_a_legible_colour_is_not_changed() -> None:
    assert legible("#b6f5cf", ["#1f7a52"]) == "#b6f5cf"


def test_if_no_colour_is_legible_the_best_one_is_taken() -> None:
    color = legible("#808080", ["#000000", "#ffffff"], 5)
    assert min(contrast(color, end) for end in ("#000000", "#ffffff")) > 4.5


@pytest.mark.parametrize("color", ["red", "#fff", "1f7a52#", ""])
def test_a_colour_has_six_digits(color: str) -> None:
    with pytest.raises(ValueError, match="like #1f7a52"):
        luminance(color)


def test_the_ends_of_a_mixture_are_its_colours() -> None:
    assert (mix("#123456", "#abcdef", 0), mix("#123456", "#abcdef", 1)) == ("#123456", "#abcdef")


def test_heat_grows_brighter_step_by_step() -> None:
    steps = [luminance(color) for color in PALETTE]
    assert steps == sorted(steps)
    assert all(after / before > 1.2 for before, after in pairwise(steps))


@every_look
def test_legal_dots_stand_out_from_the_board(skin: str, theme: str) -> None:
    dots = layer(ET.fromstring(svg(game(), skin=skin, theme=theme)), "legal")
    assert contrast(dots.get("fill") or "", find_theme(theme).felt) >= SHAPE


@every_look
def test_the_edges_of_discs_stand_out_from_the_board(skin: str, theme: str) -> None:
    picture = ET.fromstring(svg(game(), skin=skin, theme=theme))
    edges = [node.get("stroke") for node in picture.iterfind(".//{*}defs//*[@stroke]")]
    assert len(edges) == 2
    assert all(contrast(edge or "", find_theme(theme).felt) >= SHAPE for edge in edges)


@every_look
def test_labels_and_numbers_can_be_read_on_their_discs(skin: str, theme: str) -> None:
    labelled = ET.fromstring(svg(game(), skin=skin, theme=theme))
    for label in labelled.iterfind(".//{*}defs//{*}text"):
        side = "b" if label.text == find_skin(skin).black.label else "w"
        behind = tones(labelled, side)
        assert all(contrast(label.get("fill") or "", tone) >= TEXT for tone in behind)
    sheet = ET.fromstring(svg(game(), skin=skin, theme=theme, numbers=True))
    for number in layer(sheet, "numbers"):
        side = "b" if int(number.text or "") % 2 else "w"
        behind = tones(sheet, side)
        assert all(contrast(number.get("fill") or "", tone) >= TEXT for tone in behind)


@every_look
def test_words_can_be_read_on_and_beside_the_board(skin: str, theme: str) -> None:
    drawn = svg(game(), skin=skin, theme=theme, scores={"a1": -3, "h8": 12}, caption=True)
    picture, colors = ET.fromstring(drawn), find_theme(theme)
    for note in layer(picture, "notes"):
        assert contrast(note.get("fill") or "", colors.felt) >= TEXT
    for name in ("coordinates", "lines"):
        assert contrast(layer(picture, name).get("fill") or "", colors.paper) >= TEXT


@every_look
def test_the_last_move_and_its_flips_stand_out_from_their_discs(skin: str, theme: str) -> None:
    for moves in (1, 2):
        played = Game()
        played.push_all(["f5", "d6"][:moves])
        picture = ET.fromstring(svg(played, skin=skin, theme=theme))
        on_board = find_skin(skin).black.shape != "disc"
        behind = [find_theme(theme).felt] if on_board else tones(picture, "wb"[moves % 2])
        last = layer(picture, "last")
        color = last[0].get("stroke") or last.get("fill") or ""
        flips = [ring.get("stroke") or "" for ring in layer(picture, "flips")]
        assert all(contrast(mark, tone) >= SHAPE for mark in [color, *flips] for tone in behind)


@every_look
def test_the_ring_of_the_last_move_stands_out_on_a_sheet(skin: str, theme: str) -> None:
    picture = ET.fromstring(svg(game(), skin=skin, theme=theme, numbers=True))
    ring = layer(picture, "last")[0].get("stroke") or ""
    assert all(contrast(ring, tone) >= SHAPE for tone in tones(picture, "w"))


@every_look
def test_marks_and_arrows_stand_out(skin: str, theme: str) -> None:
    drawn = svg(
        game(),
        skin=skin,
        theme=theme,
        marks={"ring": ["a1"], "frame": ["a2"], "cross": ["a3"]},
        arrows=[("a1", "h1")],
    )
    picture, felt = ET.fromstring(drawn), find_theme(theme).felt
    colors = [layer(picture, name)[0].get("stroke") or "" for name in ("ring", "frame", "cross")]
    colors.append(layer(picture, "arrows").get("fill") or "")
    assert all(contrast(color, felt) >= SHAPE for color in colors)


@every_look
def test_dots_and_figures_stand_out_from_heat(skin: str, theme: str) -> None:
    heat = {square: float(square.col + square.row) for square in SquareSet.all(8)}
    drawn = svg(game(), skin=skin, theme=theme, heat=heat, texts={"a1": "x", "h8": "y"})
    picture = ET.fromstring(drawn)
    cells = {(c.get("x"), c.get("y")): c.get("fill") or "" for c in layer(picture, "heat")}
    for dot in layer(picture, "legal"):
        corner = tuple(str(int(dot.get(axis) or "") - 19) for axis in ("cx", "cy"))
        assert contrast(dot.get("fill") or "", cells[corner]) >= SHAPE  # type: ignore[index]
    first, last = (note.get("fill") or "" for note in layer(picture, "notes"))
    assert contrast(first, cells["1", "1"]) >= TEXT
    assert contrast(last, cells["281", "281"]) >= TEXT


@every_look
@pytest.mark.parametrize("unicode", [True, False])
def test_a_terminal_shows_discs_dots_and_brackets(skin: str, theme: str, unicode: bool) -> None:
    drawn = text(game(), skin=skin, theme=theme, color=True, unicode=unicode, box=False)
    seen = 0
    for codes, letters in re.findall(r"\x1b\[([\d;]+)m([^\x1b]*)", drawn):
        ink, ground = (re.search(rf"{kind};5;(\d+)", codes) for kind in (38, 48))
        if ink and ground and set(letters) - set(" .·▐▌"):
            seen += 1
            assert contrast(terminal_color(ink[1]), terminal_color(ground[1])) >= SHAPE, letters
    assert seen > 10


def terminal_color(number: str) -> str:
    """Return one of the 256 colours of a terminal."""
    index = int(number) - 16
    if index >= 216:
        return f"#{8 + 10 * (index - 216):02x}" + f"{8 + 10 * (index - 216):02x}" * 2
    levels = (0, 95, 135, 175, 215, 255)
    return "#" + "".join(f"{levels[index // step % 6]:02x}" for step in (36, 6, 1))


def test_the_rim_stands_out_from_the_background_and_the_felt() -> None:
    for theme in themes():
        assert contrast(theme.rim, theme.paper) > 1.5
        assert contrast(theme.rim, theme.felt) > 1.5


def test_black_and_white_differ_in_every_skin_by_more_than_hue() -> None:
    for skin in skins():
        assert contrast(skin.disc(Color.BLACK).fill, skin.disc(Color.WHITE).fill) >= SHAPE


def test_the_points_and_lines_can_be_seen() -> None:
    assert all(contrast(theme.line, theme.felt) > 1.5 for theme in themes())
    assert "outflank-points" in svg(Board.start(8))
