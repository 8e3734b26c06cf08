"""The options of a game, and the settings that are saved."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from outflank import (
    BLACK,
    WHITE,
    SizeError,
    UnknownName,
)
from outflank.engine import DEFAULT_LEVEL
from outflank.errors import NameRefused, NotationError
from outflank.faces.local.autosave import autosave_journal
from outflank.faces.local.options import GameOptions, parse_player
from outflank.faces.local.settings import Appearance, Settings
from outflank.faces.local.words.sentences import Sentences
from outflank.play.clock import ClockSetting
from outflank.play.match import Match
from outflank.play.setup import Player, Scoring, TimeScoring, Undo
from outflank.user_folders import config_folder, data_folder
from support.command import converse

PEOPLE = GameOptions(player2="human", first="1")


def test_options_become_a_setup() -> None:
    setup = GameOptions(
        variant="Anti", size=6, player1="human:Ann", player2="computer:3", first="2",
        clock="5+3", score="full", time_score="forfeit",
    ).setup()  # fmt: skip
    assert (setup.variant.name, setup.size, setup.black) == ("anti", 6, 2)
    assert setup.players == (Player("Ann"), Player("Computer, level 3", "computer:3"))
    assert setup.clock == ClockSetting(300_000, 3000)
    assert (setup.scoring, setup.time_scoring) == (Scoring.FULL, TimeScoring.FORFEIT)
    assert setup.undo is Undo.FREE


def test_the_options_of_a_setup_make_the_same_setup() -> None:
    setup = GameOptions(player1="human:Ann", player2="computer:greedy", first="2").setup()
    assert GameOptions.of(setup).setup() == setup


@pytest.mark.parametrize(
    ("changes", "error", "problem"),
    [
        ({"size": 7}, SizeError, "even size"),
        ({"variant": "chess"}, UnknownName, "no variant 'chess'"),
        ({"first": "3"}, UnknownName, "no first player '3'"),
        ({"score": "points"}, UnknownName, "no score 'points'"),
        ({"time_score": "none"}, UnknownName, "no time score 'none'"),
        ({"undo": "sometimes"}, UnknownName, "no undo rule 'sometimes'"),
        ({"clock": "soon"}, NotationError, "'soon' is not a clock"),
        ({"player1": "robot"}, UnknownName, "no player 'robot'"),
        ({"player1": "computer:99"}, UnknownName, "no level '99'"),
    ],
)
def test_invalid_options_are_refused_in_one_sentence(
    changes: dict[str, object], error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        dataclasses.replace(GameOptions(), **changes).setup()  # type: ignore[arg-type]


def test_the_three_modes_of_the_menu() -> None:
    kinds = [
        [player.seat.split(":")[0] for player in GameOptions().in_mode(mode).setup().players]
        for mode in (1, 2, 3)
    ]
    assert kinds == [["human", "computer"], ["human", "human"], ["computer", "computer"]]
    with pytest.raises(UnknownName):
        GameOptions().in_mode(4)
    kept = GameOptions(player1="human:Ann", player2="computer:9").in_mode(1)
    assert (kept.player1, kept.player2) == ("human:Ann", "computer:9")


def test_the_first_player_will_be_randomly_selected_at_the_start_of_each_game() -> None:
    firsts = {GameOptions(seed=seed).setup().black for seed in range(20)}
    assert firsts == {1, 2}
    setup = GameOptions(seed=1).setup()
    assert setup.by_lot
    start = Match.start(setup).events[0]
    assert Sentences(setup).describe(start).startswith("Drawn by lot: ")


def test_names_belong_to_players_not_to_colours() -> None:
    for first, name in (("1", "Ann"), ("2", "Bob")):
        setup = GameOptions(player1="human:Ann", player2="human:Bob", first=first).setup()
        assert setup.player(BLACK).name == name
        assert setup.color(1) is (BLACK if first == "1" else WHITE)


def test_the_other_levels_are_one_easier_and_one_harder() -> None:
    def others(**changes: str) -> dict[str, int | None]:
        options = dataclasses.replace(GameOptions(), **changes)  # type: ignore[arg-type]
        return {word: game.level for word, game in options.other_levels.items()}

    assert others(player2="computer:3") == {"easier": 2, "harder": 4}
    assert others(player1="computer:20", player2="human:Ann") == {"easier": 19}
    assert others(player2="computer:1") == {"harder": 2}
    assert others(player2="computer:greedy") == others(player2="human") == {}
    assert others(player1="computer:3") == {}


def test_the_error_for_an_unknown_computer_lists_the_levels() -> None:
    with pytest.raises(UnknownName, match=r"no computer 'abc' \(known: 1 to 20, alphabeta, "):
        GameOptions(player2="computer:abc").setup()


def test_two_players_of_the_same_name_get_different_names() -> None:
    names = [player.name for player in GameOptions().in_mode(3).setup().players]
    assert names == [f"Computer, level {DEFAULT_LEVEL}", f"Computer 2, level {DEFAULT_LEVEL}"]


def test_a_player_without_a_name_has_a_number() -> None:
    assert parse_player("human", 2) == Player("Player 2")
    assert parse_player("computer:greedy", 1) == Player("Computer, greedy", "computer:greedy")


@pytest.mark.parametrize("name", ["[/]x", "[Clan] Bob", "דן", "山田", "👩‍💻 Ann", "O'Neil"])
def test_any_name_that_can_be_shown_is_accepted(name: str) -> None:
    assert parse_player(f"human:{name}", 1).name == name


@pytest.mark.parametrize("name", ["a\x1b[31mb", "a\nb", "a\x07", "a\u202eb", "x" * 81])
def test_a_name_that_would_disturb_the_screen_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(NameRefused):
        parse_player(f"human:{name}", 1)
    shown = Player(name).name
    assert shown == name or len(shown) < len(name)  # what comes from a file is cleaned
    assert "\x1b" not in shown
    (tmp_path / "settings.json").write_text(json.dumps({"game": {"player1": f"human:{name}"}}))
    assert Settings.load(tmp_path).game.player1 == "human"


def test_settings_are_remembered(tmp_path: Path) -> None:
    settings = Settings(
        GameOptions(size=12, player2="computer:7"), Appearance(skin="xo", sound=False)
    )
    settings.save(tmp_path)
    assert Settings.load(tmp_path) == settings


def test_a_file_of_answers_is_not_remembered(tmp_path: Path) -> None:
    Settings(GameOptions(oracle="answers.txt")).save(tmp_path)
    assert Settings.load(tmp_path).game.oracle == "web"


@pytest.mark.parametrize(
    "text", ["", "garbage", "[]", '{"game": 5}', '{"game": {"size": "big", "new": 1}, "look": []}']
)
def test_damaged_settings_are_replaced_by_the_defaults(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text)
    loaded = Settings.load(tmp_path)
    assert loaded == Settings()
    assert loaded.problem.startswith(("Your settings in ", "Some settings in "))
    Settings().save(tmp_path)
    kept = [one.read_text() for one in tmp_path.glob("settings.broken*.json")]
    assert kept == ([] if text.startswith("{") else [text])
    assert Settings.load(tmp_path).problem == ""


def test_every_broken_file_is_kept(tmp_path: Path) -> None:
    for text in ("one", "two"):
        (tmp_path / "settings.json").write_text(text)
        Settings.load(tmp_path)
    assert sorted(one.read_text() for one in tmp_path.iterdir()) == ["one", "two"]


def test_only_settings_changed_since_the_start_are_saved(tmp_path: Path) -> None:
    Settings(GameOptions(size=10), Appearance(theme="dark")).save(tmp_path)
    started = Settings(GameOptions(variant="yesno"), Appearance(skin="yesno", theme="dark"))
    started.save_changes(started, tmp_path)
    assert Settings.load(tmp_path).game == GameOptions(size=10)
    now = Settings(
        GameOptions(variant="yesno", clock="5+3"), Appearance(skin="yesno", theme="blue")
    )
    now.save_changes(started, tmp_path)
    saved = Settings.load(tmp_path)
    assert saved.game == GameOptions(size=10, clock="5+3")
    assert saved.appearance == Appearance(theme="blue")


def test_a_broken_settings_file_is_renamed_and_reported_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{broken")
    done = converse(tmp_path, "2\nquit\n")
    assert done.stderr.count("\n") == 1
    assert "were damaged, so the defaults are used. " in done.stderr
    assert "The damaged file is now called settings.broken.json." in done.stderr
    assert (tmp_path / "settings.broken.json").read_text() == "{broken"
    assert converse(tmp_path, "2\nquit\n").stderr == ""


def test_an_invalid_setting_does_not_affect_the_others(tmp_path: Path) -> None:
    game = {"size": 7, "variant": "foo", "clock": "5+3", "player2": "computer:99"}
    look = {"skin": "polka", "theme": "dark"}
    (tmp_path / "settings.json").write_text(json.dumps({"game": game, "look": look}))
    loaded = Settings.load(tmp_path)
    assert loaded == Settings(GameOptions(clock="5+3"), Appearance(theme="dark"))
    assert "their defaults are used: variant, size, player2, skin." in loaded.problem


def test_the_skin_suits_the_variant_unless_chosen() -> None:
    assert Appearance().skin_for("yesno") == "yesno"
    assert Appearance().skin_for("anti") == "classic"
    assert Appearance(skin="xo").skin_for("yesno") == "xo"


def test_one_variable_moves_all_files_of_the_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    assert config_folder() == data_folder() == tmp_path
    assert autosave_journal().folder == tmp_path / "matches"
    monkeypatch.delenv("OUTFLANK_HOME")
    assert "outflank" in str(config_folder())
    assert "outflank" in str(data_folder())
