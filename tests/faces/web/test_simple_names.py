"""Names on the simple routes."""

import pytest

from outflank.server.accounts.keys import Role
from outflank.server.competition_server import CompetitionServer
from support.server.web_games import (
    NOT_ACTIVE,
    Speaker,
)

pytestmark = pytest.mark.server("hand clock", tryout=True)


def test_a_player_can_be_renamed_and_repeating_the_name_costs_nothing(
    server: CompetitionServer, speaker: Speaker
) -> None:
    for _ in range(50):
        assert speaker.post("/set_name/key0/Ada Lovelace").json == {"error": None}
    assert speaker.get("/codekata/player_names").json == {
        "error": None,
        "names": ["Ada Lovelace", "Unknown 1", "Unknown 2", "Unknown 3"],
    }


def test_a_name_that_is_taken_gets_a_number(server: CompetitionServer, speaker: Speaker) -> None:
    for key in ("key0", "key1", "key1", "key2"):
        assert speaker.post(f"/set_name/{key}/Ada").json == {"error": None}
    names = speaker.get("/codekata/player_names").json
    assert names is not None
    assert names["names"] == ["Ada", "Ada (2)", "Ada (3)", "Unknown 3"]


@pytest.mark.parametrize("name", ["admin", "%E2%80%AEmoc", "a" * 40, "%00", "%20", "Unknown 3"])
def test_a_name_is_refused_in_a_sentence(speaker: Speaker, name: str) -> None:
    answer = speaker.post(f"/set_name/key0/{name}")
    assert answer.status_code == 400
    assert answer.json is not None
    assert " " in answer.json["error"]


def test_a_name_can_contain_a_slash(server: CompetitionServer, speaker: Speaker) -> None:
    assert speaker.post("/set_name/key0/A%2F%2FB").json == {"error": None}
    assert server.tournaments.tryout_view().names[0] == "A//B"


@pytest.mark.server(tryout=False)
def test_the_number_of_name_changes_is_limited(server: CompetitionServer, speaker: Speaker) -> None:
    _, key = server.accounts.register("Ada")
    answers = [speaker.post(f"/set_name/{key}/Ada the {turn}.") for turn in range(10)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["Retry-After"]) > 0


def test_an_observer_has_no_game_and_no_name(server: CompetitionServer, speaker: Speaker) -> None:
    key = server.accounts.add_key(Role.OBSERVER)
    assert speaker.get(f"/boards/{key}").json == []
    assert speaker.get(f"/move_needed/{key}?wait=1").json is False
    assert speaker.move(key, "d3") == NOT_ACTIVE
    assert speaker.post(f"/set_name/{key}/Ada").status_code == 403
