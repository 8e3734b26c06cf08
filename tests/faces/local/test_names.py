"""The names in the catalogue are those of the library, in English."""

from outflank.analysis.puzzles import GRADES
from outflank.drawing import skins, themes
from outflank.engine import levels
from outflank.faces.local.names import (
    grade_name,
    level_name,
    side_name,
    skin_title,
    theme_title,
    variant_title,
)
from outflank.rules import variants


def test_the_english_names_are_those_of_the_library() -> None:
    assert [variant_title(each) for each in variants()] == [each.title for each in variants()]
    assert [skin_title(each) for each in skins()] == [each.title for each in skins()]
    assert [theme_title(each) for each in themes()] == [each.title for each in themes()]
    assert [level_name(each) for each in levels()] == [each.name for each in levels()]
    assert [grade_name(each) for each in GRADES] == list(GRADES)
    discs = [disc for skin in skins() for disc in (skin.black, skin.white)]
    assert [side_name(disc).lower() for disc in discs] == [disc.name.lower() for disc in discs]
