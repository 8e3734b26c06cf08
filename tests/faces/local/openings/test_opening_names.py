"""The names of openings that terminal and window show."""

from __future__ import annotations

from outflank.faces.local.followed_match import FollowedMatch
from outflank.faces.local.settings import Appearance
from outflank.faces.local.words.opening_names import opening_here, opening_so_far
from outflank.play.journal import MemoryJournal
from outflank.play.room import Room
from outflank.play.setup import Setup
from outflank.rules import Classic, Square


def followed(line: str, size: int = 8) -> FollowedMatch:
    room = Room.open("m", Setup(start=Classic().start(size)), MemoryJournal(), now=lambda: 0)
    for square in line.split():
        room.play(Square.parse(square))
    return FollowedMatch(room, room.events, Appearance())


def test_the_opening_is_named_as_it_appears_and_stays() -> None:
    tiger = followed("f5 d6 c3 d3 c4")
    assert (opening_here(tiger), opening_so_far(tiger)) == ("Tiger", "Tiger")
    beyond = followed("f5 d6 c3 d3 c4 f4")
    assert (opening_here(beyond), opening_so_far(beyond)) == ("", "Tiger")


def test_an_earlier_position_has_the_name_of_then() -> None:
    tiger = followed("f5 d6 c3 d3 c4")
    tiger.view(2)
    assert (opening_here(tiger), opening_so_far(tiger)) == ("Perpendicular", "Perpendicular")
    tiger.view(0)
    assert (opening_here(tiger), opening_so_far(tiger)) == ("", "")


def test_small_boards_have_no_names() -> None:
    assert opening_so_far(followed("c2", 6)) == ""
