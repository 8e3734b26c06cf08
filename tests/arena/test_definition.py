import random
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.arena import (
    Definition,
    DoubleRoundRobin,
    Gauntlet,
    Knockout,
    Ladder,
    RoundRobin,
    Swiss,
    tournament_from_toml,
)
from outflank.errors import NotationError
from outflank.play.clock import ClockSetting
from outflank.rules import SIZES, variants
from support.properties import examples

FILE = """
# The spring cup
name = "Spring cup"
format = "double-round-robin"
games = 4
variant = "Yes/No"
size = 6
clock = "5+3,30s/move"
boards = 3
no_show = 45
withdraw_after = 2
oracle = "local:1/1/2"
seed = 17
players = ["Ann", "Bob", "Łukasz 黒"]
"""


def test_a_file_can_set_everything() -> None:
    assert tournament_from_toml(FILE) == Definition(
        name="Spring cup",
        players=("Ann", "Bob", "Łukasz 黒"),
        format=DoubleRoundRobin(games=4),
        variant="yesno",
        size=6,
        clock=ClockSetting(300_000, 3000, 30_000),
        boards=3,
        no_show=45,
        withdraw_after=2,
        oracle="local:1/1/2",
        seed=17,
    )


def test_a_name_is_enough() -> None:
    assert tournament_from_toml('name = "Cup"') == Definition("Cup")


@pytest.mark.parametrize("word", ["games", "cycles"])
def test_games_may_be_called_cycles(word: str) -> None:
    cup = tournament_from_toml(f'name = "Cup"\n{word} = 3')
    assert cup.format == RoundRobin(games=3)


def test_a_gauntlet_has_challengers() -> None:
    cup = tournament_from_toml('name = "Cup"\nformat = "gauntlet"\nchallengers = 2\ngames = 2')
    assert cup.format == Gauntlet(games=2, challengers=2)
    assert Definition.from_dict(cup.to_dict()) == cup


visible = st.characters(codec="utf-8", exclude_categories=["C", "Z"])
names = st.text(visible | st.sampled_from("\"'\\#=[]"), min_size=1, max_size=12)


@st.composite
def definitions(draw: st.DrawFn) -> Definition:
    count = draw(st.integers(3, 8))
    chance = random.Random(draw(st.integers(0, 2**32)))
    games = chance.randint(1, 5)
    clock = chance.choice(["none", "5+3", "10", "0.5+0.25", "30s/move", "5+3,1.5s/move"])
    return Definition(
        name=draw(names),
        players=tuple(f"{number} {draw(names)}" for number in range(count)),
        format=chance.choice(
            [
                RoundRobin(games=games),
                DoubleRoundRobin(),
                Gauntlet(games=games, challengers=2),
                Swiss(games=games, rounds=chance.randint(0, 3)),
                Knockout(games=games),
                Ladder(rounds=chance.randint(0, 3)),
            ]
        ),
        variant=chance.choice(variants()).name,
        size=chance.choice(SIZES),
        clock=ClockSetting.parse(clock),
        boards=chance.randint(1, 9),
        no_show=chance.randint(1, 600),
        withdraw_after=chance.randint(0, 9),
        oracle=chance.choice(["local", "web", "local:45/45/10"]),
        seed=chance.choice([None, chance.randrange(2**63)]),
    )


@given(definitions())
@examples(30)
def test_a_written_definition_reads_back(definition: Definition) -> None:
    assert Definition.from_dict(definition.to_dict()) == definition
    assert tomllib.loads(definition.to_toml()) == definition.to_dict()
    assert tournament_from_toml(definition.to_toml()) == definition


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"name": None}, "name is missing"),
        ({"name": 7}, "name must be text in quotes, not 7"),
        ({"name": "  "}, "name: '  ' is not a name"),
        ({"name": "x" * 65}, "name has a name of more than 64 letters"),
        ({"name": "a\u202eb"}, r"name has invisible characters in 'a\u202eb'"),
        ({"name": "a\x1b"}, r"name has invisible characters in 'a\x1b'"),
        ({"players": "Ann"}, 'players must be a list of names such as ["Ann", "Bob"]'),
        ({"players": ["Ann", 5]}, "players: 5 is not a name"),
        ({"players": ["Ann", "ANN"]}, "players has 'Ann' and 'ANN', which look the same"),
        ({"players": ["Ann"]}, "format: a tournament needs at least 2 players, not 1"),
        ({"players": ["x"] * 513}, "players has 513 names, but the limit is 512"),
        ({"format": "swizz"}, "format: there is no format 'swizz'"),
        ({"format": "swiss", "rounds": -1}, "rounds must be a whole number from 0 to 1000, not -1"),
        ({"rounds": 3}, "rounds is not a setting of this format, but of Swiss system, Ladder"),
        ({"format": 1}, "format must be text in quotes, not 1"),
        ({"games": 0}, "games must be a whole number from 1 to 1000, not 0"),
        ({"games": True}, "games must be a whole number from 1 to 1000, not True"),
        ({"games": 2.0}, "games must be a whole number from 1 to 1000, not 2.0"),
        ({"games": 1, "cycles": 1}, "cycles and games are the same setting; write only one"),
        ({"format": "double-round-robin", "games": 3}, "format: in a double round robin a pair"),
        (
            {"format": "gauntlet", "challengers": 2, "players": ["a", "b"]},
            "format: a gauntlet of 2 needs at least 3 players, not 2",
        ),
        ({"challengers": 1}, "challengers is not a setting of this format, but of Gauntlet"),
        ({"variant": "chess"}, "variant: there is no variant 'chess'"),
        ({"size": 7}, "size must be an even number from 4 to 16, not 7"),
        ({"size": "8"}, "size must be an even number from 4 to 16, not '8'"),
        ({"size": [8]}, "size must be an even number from 4 to 16, not [8]"),
        ({"clock": "soon"}, "clock: 'soon' is not a clock"),
        ({"clock": "0"}, "clock: the clock '0' gives no time at all"),
        ({"boards": 0}, "boards must be a whole number from 1 to 100000, not 0"),
        ({"no_show": -1}, "no_show must be a whole number from 1 to 86400, not -1"),
        ({"withdraw_after": -1}, "withdraw_after must be a whole number from 0 to 100000, not -1"),
        ({"oracle": "answers.txt"}, "oracle: there is no oracle 'answers.txt'"),
        ({"oracle": "local:x"}, "oracle: write the weights of yes, no and maybe like"),
        ({"seed": -1}, "seed must be a whole number from 0 to 9223372036854775807, not -1"),
        ({"plyers": []}, "there is no setting 'plyers'; did you mean 'players'?"),
        (
            {"players": [f"p{number}" for number in range(400)], "games": 2},
            "players and games make 159,600 games, but the limit is 100,000",
        ),
    ],
)
def test_an_error_names_the_wrong_setting_in_one_sentence(
    settings: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(NotationError) as caught:
        Definition.from_dict({"name": "Cup"} | settings)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text", ["name = ", "= 1", "name = 'a'\nname = 'b'", "[", "\x00", "[" * 9999]
)
def test_an_error_in_the_toml_names_its_place(text: str) -> None:
    with pytest.raises(NotationError, match="this is not TOML") as caught:
        tournament_from_toml(text, source="cup.toml")
    assert str(caught.value).startswith("cup.toml:")


def test_an_error_in_a_setting_names_the_file() -> None:
    with pytest.raises(NotationError, match=r"^cup\.toml: size must be an even number"):
        tournament_from_toml('name = "Cup"\nsize = 3', source="cup.toml")


def test_a_definition_pairs_its_players() -> None:
    cup = tournament_from_toml(FILE).tournament()
    assert (cup.name, len(cup.pairings), cup.withdraw_after, cup.seed) == ("Spring cup", 12, 2, 17)
    assert [entrant.name for entrant in cup.entrants] == ["Ann", "Bob", "Łukasz 黒"]
    led = tournament_from_toml(FILE).tournament(first=((3, 1),))
    assert led.pairings[0].players == (3, 1)
