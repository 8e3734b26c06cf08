"""The names that the library gives in the user's language are its own names, in English."""

from typing import Any

from outflank.analysis.puzzles import GRADES
from outflank.arena.formats import formats as tournament_formats
from outflank.drawing import skins, themes
from outflank.engine import levels
from outflank.faces.local.words.names import color_name, grade_name, move_text, side_name
from outflank.notation import binary_formats, formats
from outflank.rules import PASS, Answer, Color, Reason, Variant, variants
from outflank.texts import Text


def test_every_name_of_ours_has_a_text_with_the_same_english() -> None:
    notations = [*formats(), *binary_formats()]
    titled: list[Any] = [*variants(), *skins(), *themes(), *notations, *tournament_formats()]
    assert [(each.text.__class__, str(each.text)) for each in titled] == [
        (Text, each.title) for each in titled
    ]
    assert [str(each.signs_text) for each in notations] == [each.signs for each in notations]
    assert all(isinstance(each.signs_text, Text) for each in notations)
    assert [str(each.text) for each in levels()] == [each.name for each in levels()]
    for values in (Color, Answer, Reason):
        assert [str(each.text) for each in values] == [each.value for each in values]
    assert [grade_name(each) for each in GRADES] == list(GRADES)
    assert move_text(PASS) == str(PASS)


def test_a_side_that_stands_alone_begins_with_a_capital() -> None:
    assert [color_name(color) for color in Color] == ["Black", "White"]
    discs = [disc for skin in skins() for disc in (skin.black, skin.white)]
    shown = ["Black", "White", "Red", "Yellow", "X", "O", "YES", "NO"]
    assert [side_name(disc) for disc in discs] == shown


def test_a_variant_of_a_plugin_keeps_its_own_title() -> None:
    assert str(Variant("mine", "My own Othello").text) == "My own Othello"
    assert str(Variant("anti", "Another title").text) == "Another title"
