"""Shapes and colours of the full-screen terminal, and what a terminal can show."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from outflank.drawing import contrast, find_skin, skins, themes
from outflank.faces.local.palette import Palette
from outflank.faces.local.settings import Appearance
from outflank.faces.terminal.capabilities import TerminalCapabilities
from outflank.faces.terminal.full_screen.appearance import TerminalAppearance
from outflank.faces.terminal.full_screen.cells import Cell, Mark, TerminalPainter
from outflank.faces.terminal.full_screen.shapes import CellSize, fitting, outline
from outflank.rules import BLACK, WHITE

CELLS = [CellSize(15, 7), CellSize(11, 5), CellSize(8, 4), CellSize(7, 3), CellSize(5, 2),
         CellSize(4, 2), CellSize(3, 1), CellSize(2, 1)]  # fmt: skip
THEMES = [theme.name for theme in themes()]
SKINS = [skin.name for skin in skins()]


def palette_of(theme: str, capabilities: TerminalCapabilities | None = None) -> Palette:
    appearance = Appearance(theme=theme)
    return TerminalAppearance(appearance, capabilities or TerminalCapabilities()).palette


DEPTHS = {
    "24 bit": TerminalCapabilities(),
    "256": TerminalCapabilities(deep_color=False),
    "16": TerminalCapabilities(deep_color=False, few_colors=True),
}


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", THEMES)
def test_marks_and_words_are_visible_in_every_theme(name: str, depth: str) -> None:
    palette = palette_of(name, DEPTHS[depth])
    for square in (palette.felt, palette.shade):
        assert contrast(palette.legal, square) >= 3
        assert contrast(palette.note, square) >= 4.5
    for ground in (palette.paper, palette.card):
        for word in (palette.ink, palette.soft, palette.accent, palette.gold, palette.alert):
            assert contrast(word, ground) >= 4.5
    assert contrast(palette.accent, palette.on_accent) >= 4.5
    assert contrast(palette.gold, palette.on_gold) >= 4.5


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("theme", THEMES)
def test_squares_can_be_told_apart_in_every_theme(theme: str, depth: str) -> None:
    palette = palette_of(theme, DEPTHS[depth])
    light, dark = (drawn(TerminalPainter(find_skin("classic"), palette), Cell(dark=dark))
                   for dark in (False, True))  # fmt: skip
    assert light != dark
    if depth != "16":
        assert contrast(palette.felt, palette.shade) >= (1.12 if depth == "24 bit" else 1.08)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("theme", THEMES)
def test_the_cursor_and_the_discs_under_it_are_visible_in_every_theme(
    theme: str, depth: str
) -> None:
    palette = palette_of(theme, DEPTHS[depth])
    for other in (palette.felt, palette.shade, "#000000", "#ffffff"):
        assert contrast(palette.cursor, other) >= 1.5


def test_squares_have_dots_on_a_terminal_without_colours() -> None:
    painter = TerminalPainter(find_skin("classic"), Palette())
    assert "·" in drawn(painter, Cell())[0][0]


@pytest.mark.parametrize("unicode", [True, False])
def test_the_mark_of_a_legal_move_does_not_look_like_a_disc(*, unicode: bool) -> None:
    for palette in (Palette(), palette_of("dark")):
        painter = TerminalPainter(find_skin("classic"), palette, CellSize(3, 1), unicode=unicode)
        mark = drawn(painter, Cell(mark=Mark.LEGAL))[0][0].strip()
        assert mark in ("+", "*")


@pytest.mark.parametrize(("skin", "theme"), [*itertools.product(SKINS, THEMES)])
def test_the_two_sides_differ_in_more_than_hue(skin: str, theme: str) -> None:
    palette = palette_of(theme)
    for cell in CELLS:
        painter = TerminalPainter(find_skin(skin), palette, cell)
        black, white = (drawn(painter, Cell(color)) for color in (BLACK, WHITE))
        assert black != white
        # Either the letters differ, or the disc stands out from the felt by its brightness.
        if [line for line, _ in black] == [line for line, _ in white]:
            for color in (BLACK, WHITE):
                fill = find_skin(skin).disc(color)
                assert max(contrast(tone, palette.felt) for tone in fill.tones) >= 3


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("cell", CELLS)
def test_every_state_of_a_square_looks_different(cell: CellSize, *, unicode: bool) -> None:
    for palette in (
        Palette(),
        palette_of("dark"),
    ):
        painter = TerminalPainter(find_skin("classic"), palette, cell, unicode=unicode)
        on_discs = [drawn(painter, Cell(BLACK, mark=mark)) for mark in Mark if mark != Mark.LEGAL]
        assert len(set(map(str, on_discs))) == len(on_discs)
        empty = drawn(painter, Cell())
        assert drawn(painter, Cell(mark=Mark.LEGAL)) != empty
        assert drawn(painter, Cell(cursor=True)) != empty
        assert drawn(painter, Cell(note="+4")) != empty


@pytest.mark.parametrize("mark", [Mark.LAST, Mark.FLIPPED, Mark.WOULD_FLIP])
@pytest.mark.parametrize(("skin", "cell"), [*itertools.product(SKINS, CELLS)])
def test_a_mark_leaves_enough_of_a_disc_visible(skin: str, cell: CellSize, mark: Mark) -> None:
    for palette in (
        Palette(),
        palette_of("dark"),
    ):
        painter = TerminalPainter(find_skin(skin), palette, cell)

        def letters(
            shown: Cell, painter: TerminalPainter = painter
        ) -> list[tuple[str, object, object]]:
            lines = painter.paint(shown)
            parts = [(part.style or Style(), part.text) for line in lines for part in line]
            return [
                (each, style.bgcolor, style.color if each != " " else None)
                for style, text in parts
                for each in text
            ]

        for color in (BLACK, WHITE):
            empty, bare = letters(Cell(cursor=True)), letters(Cell(color, cursor=True))
            marked = letters(Cell(color, mark=mark, cursor=True))
            disc = [at for at, letter in enumerate(bare) if letter != empty[at]]
            assert sum(marked[at] == bare[at] for at in disc) * 3 >= len(disc)


@given(st.sampled_from(CELLS), st.sampled_from(SKINS), st.booleans(), st.booleans())
def test_a_square_always_has_its_full_size(
    cell: CellSize, skin: str, unicode: bool, color: bool
) -> None:
    palette = palette_of("dark", TerminalCapabilities(color=color))
    painter = TerminalPainter(find_skin(skin), palette, cell, unicode=unicode)
    states = [
        Cell(disc, mark=mark, note=note, cursor=cursor, width=width)
        for disc in (None, BLACK, WHITE)
        for mark in Mark
        for note in ("", "-12.5")
        for cursor in (False, True)
        for width in (1.0, 0.35)
    ]
    for state in states:
        lines = painter.paint(state)
        assert len(lines) == cell.rows
        assert {sum(segment.cell_length for segment in line) for line in lines} == {cell.columns}
        if not unicode:
            assert all(segment.text.isascii() for line in lines for segment in line)


@pytest.mark.parametrize("cell", [one for one in CELLS if one.rows > 1])
def test_discs_are_symmetric_and_neighbours_do_not_touch(cell: CellSize) -> None:
    lines = outline("disc", cell, fine=False)
    mirrored = str.maketrans("▘▝▖▗▌▐▛▜▙▟▞▚", "▝▘▗▖▐▌▜▛▟▙▚▞")
    assert lines == tuple(line[::-1].translate(mirrored) for line in lines)
    upper = set("▘▝▀▛▜█▌▐")
    assert not (upper & set(lines[0]) and cell.rows > 2)


@pytest.mark.parametrize(
    ("environment", "encoding", "expected"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "utf-8", TerminalCapabilities()),
        ({"TERM": "xterm-256color"}, "utf-8", TerminalCapabilities(deep_color=False)),
        (
            {"TERM": "linux"},
            "utf-8",
            TerminalCapabilities(deep_color=False, few_colors=True, unicode=False),
        ),
        ({"TERM": "xterm"}, "utf-8", TerminalCapabilities(deep_color=False, few_colors=True)),
        ({"TERM": "screen"}, "utf-8", TerminalCapabilities(deep_color=False, few_colors=True)),
        ({"TERM": "vt100"}, "utf-8", TerminalCapabilities(color=False, deep_color=False)),
        (
            {"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": ""},
            "ascii",
            TerminalCapabilities(color=False, deep_color=False, unicode=False),
        ),
        *(
            (
                {"TERM": "xterm-256color", "LANG": "de_DE.UTF-8", "LC_ALL": locale},
                "utf-8",
                TerminalCapabilities(deep_color=False, unicode=False),
            )
            for locale in ("C", "POSIX")
        ),
        (
            {"TERM": "xterm-256color", "LC_ALL": "C", "PYTHONUTF8": "1"},
            "utf-8",
            TerminalCapabilities(deep_color=False),
        ),
        (
            {"TERM": "rxvt-256color", "COLORFGBG": "0;15"},
            "UTF8",
            TerminalCapabilities(deep_color=False, light=True),
        ),
    ],
)
def test_the_environment_says_what_a_terminal_can_show(
    environment: dict[str, str], encoding: str, expected: TerminalCapabilities
) -> None:
    assert TerminalCapabilities.of(environment, encoding) == expected


def test_the_colours_suit_the_background_of_the_terminal() -> None:
    assert TerminalAppearance(Appearance(), TerminalCapabilities()).palette.name == "dark"
    assert TerminalAppearance(Appearance(), TerminalCapabilities(light=True)).palette.name == "felt"


@pytest.mark.parametrize("size", range(4, 17, 2))
def test_every_board_fits_on_the_smallest_screen(size: int) -> None:
    cell = fitting(size, 80 - 27 - 2 - 3, 24 - 4)
    assert cell.columns >= 3
    assert size * cell.columns <= 48
    assert size * cell.rows <= 20


def drawn(painter: TerminalPainter, cell: Cell) -> list[tuple[str, str]]:
    """Return the letters and the styles of a square."""
    lines = painter.paint(cell)
    return [
        ("".join(one.text for one in line), " ".join(str(one.style) for one in line))
        for line in lines
    ]


@pytest.mark.parametrize("theme", ["dark", "felt"])
def test_with_256_colours_the_marks_stay_light_on_a_muted_green(theme: str) -> None:
    palette = palette_of(theme, TerminalCapabilities(deep_color=False))
    assert (palette.felt, palette.shade) == ("#00875f", "#5f875f")
    assert contrast(palette.legal, "#000000") > 10
