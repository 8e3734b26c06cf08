"""A tournament's record: the answers that were drawn, and the proof of its table."""

import json
from typing import Any

import pytest

from outflank.arena import Definition
from outflank.play.events import AnswerHeard
from outflank.server.exports import problems_of
from outflank.server.house import House
from support.server_house import first_move
from support.tournament_hall import (
    begin_cup,
    board,
    play_all,
)

pytestmark = pytest.mark.house("by hand")


def test_answers_are_drawn_from_a_seed_that_is_told_at_the_end(house: House) -> None:
    definition = Definition("Cup", size=4, variant="yesno", oracle="local:1/1/2")
    number = house.organiser.create(definition, "tests")
    house.organiser.add_players(number, ("Ann", "Bob"))
    house.organiser.start(number, "tests")
    room = board(house, number)
    assert room.setup.variant.answers["maybe"] == 0.5  # type: ignore[index]
    assert house.organiser.export(number)["seed"] is None
    while not room.is_over:
        seq = room.seq
        with room.reading() as match:
            waits = match.position.awaits_answer()
        if waits:
            room.wait(seq, 10)  # the oracle speaks on a thread of its own
        else:
            room.play(first_move(room)[1])
    house.organiser.work()
    document = house.organiser.export(number)
    assert isinstance(document["seed"], int)
    assert problems_of(document) == []
    # A short game may by chance hear the same under another seed, but not under all of these.
    assert any(problems_of(document | {"seed": seed}) for seed in range(50))
    assert any(isinstance(event, AnswerHeard) for event in room.events)


def test_a_game_that_is_played_again_hears_other_answers(house: House) -> None:
    number = begin_cup(house, ("Ann", "Bob"), variant="yesno")
    first = board(house, number).setup.oracle
    house.organiser.adjudicate(number, 1, "void", actor="tests")
    house.organiser.work()
    assert board(house, number).setup.oracle != first


# Export


def test_an_export_proves_its_table(house: House) -> None:
    number = begin_cup(house)
    house.organiser.adjudicate(number, 6, "draw", actor="tests")
    play_all(house, number)
    document = json.loads(json.dumps(house.organiser.export(number)))
    assert problems_of(document) == []
    assert len(document["matches"]) == 5


def test_a_changed_export_is_noticed(house: House) -> None:
    number = begin_cup(house, ("Ann", "Bob", "Cid"))
    play_all(house, number)

    def changed() -> Any:
        return json.loads(json.dumps(house.organiser.export(number)))

    document = changed()
    document["matches"][0]["events"].pop(2)
    assert problems_of(document)
    document = changed()
    document["matches"][0]["events"][0] += " "
    assert "sealed" in problems_of(document)[0]
    document = changed()
    row = document["pairings"][0]
    row["result"] = "white" if row["result"] == "black" else "black"
    assert "not that of its match" in problems_of(document)[0]
    document = changed()
    document["standings"][0]["points"] += 1
    assert problems_of(document) == ["the table does not follow from the results"]
    assert problems_of({}) != []
