"""The sentences about a match: results, passes and answers, as the page's own script says them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from outflank.faces.web.pages.static_files import STATIC
from support.browser import await_in
from support.server.live_server import LiveServer

pytestmark = pytest.mark.system("chromium")

Say = Callable[..., Any]

_SAY = """async ([name, values]) => {
  const sentences = await import("/static/page/shared/match_sentences.js");
  return sentences[name](...values);
}"""


@pytest.fixture
def say(site: LiveServer, page: Page) -> Say:
    """Calls a function of the script."""
    page.goto(f"{site.url}/bots")
    return lambda name, *values: await_in(page, _SAY, [name, values])


def ended(black: str, white: str, score: tuple[int, int], **changes: Any) -> dict[str, Any]:
    """Return a finished match as far as its result goes; whoever has more discs has won."""
    winner = "black" if score[0] > score[1] else "white"
    return {
        "status": "finished",
        "variant": "classic",
        "black": {"name": black},
        "white": {"name": white},
        "counts": score,
        "score": score,
        "winner": winner,
        "reason": "full board",
        **changes,
    }


def test_whoever_watches_reads_the_winners_discs_first(say: Say) -> None:
    view = ended("Ada", "Computer 3", (15, 49))
    told = "The board is full. Computer 3 has 49 discs, Ada has 15 discs."
    assert say("resultLines", view, None) == ["Computer 3 wins", told]
    assert say("resultSentence", view) == "Computer 3 wins 49 to 15; the board is full."


def test_a_player_reads_their_own_discs_first(say: Say) -> None:
    view = ended("Ada", "Computer 3", (15, 49))
    lost = "The board is full. You have 15 discs, Computer 3 has 49 discs."
    assert say("resultLines", view, "black") == ["You lose", lost]
    won = "The board is full. You have 49 discs, Ada has 15 discs."
    assert say("resultLines", view, "white") == ["You win", won]


def test_where_the_fewest_discs_win_the_result_says_so(say: Say) -> None:
    view = ended("Ada", "Bob", (38, 26), variant="anti", winner="white")
    lost = "The board is full. You have 38 discs, Bob has 26 discs. The fewest discs win."
    assert say("resultLines", view, "black") == ["You lose", lost]
    told = "Bob wins 26 to 38: the fewest discs win; the board is full."
    assert say("resultSentence", view) == told
    resigned = {**view, "reason": "resignation"}
    assert say("resultLines", resigned, "black") == ["You lose", "You resigned."]
    assert say("resultSentence", resigned) == "Bob wins by resignation."


@pytest.mark.parametrize(
    ("reason", "score", "winner", "told"),
    [
        ("resignation", (30, 10), "white", "You resigned."),
        ("time", (30, 10), "black", "Bob ran out of time."),
        ("wipe-out", (13, 0), "black", "Bob has no discs left."),
        ("no-show", (2, 2), "white", "You did not show up."),
        ("adjudication", (2, 2), "white", "The organiser decided the game."),
    ],
)
def test_an_end_is_told_by_who_brought_it_about(
    say: Say, reason: str, score: tuple[int, int], winner: str, told: str
) -> None:
    view = ended("Ada", "Bob", score, reason=reason, winner=winner)
    assert say("resultLines", view, "black")[1] == told


def test_every_end_without_a_count_has_words_for_both_sides() -> None:
    words = STATIC.texts["game"]
    counted = {"full board", "neither side can move"}
    assert set(words["because"]) - counted == set(words["ended"]) == set(words["ended_you"])


def test_two_players_of_one_name_are_told_apart_by_their_colours(say: Say) -> None:
    view = ended("Computer 5", "Computer 5", (30, 34))
    assert say("resultLines", view, None)[0] == "Computer 5 (white) wins"
    assert say("resultSentence", view).startswith("Computer 5 (white) wins 34 to 30")
    assert say("passBanner", view, "black", None) == "Computer 5 (black) has no move and passes"


def test_the_banner_of_a_pass_speaks_to_the_reader(say: Say) -> None:
    view = ended("Ada", "Bob", (30, 34))
    assert say("passBanner", view, "black", "black") == "You have no move: Bob moves again"
    assert say("passBanner", view, "white", "black") == "Bob has no move: your turn again"


def test_only_the_opponents_discs_flip_on_a_maybe(say: Say) -> None:
    view = {**ended("Ada", "Bob", (2, 2)), "status": "running", "answer": "maybe"}
    answer, meaning = say("answerLines", {**view, "turn": {"color": "black"}}, "black")
    assert answer == "MAYBE"
    assert "opposing discs beside it flip too" in meaning
    assert "opponent's disc" in STATIC.texts["rules"]["figures"]["maybe"]
