"""Tables: options in plain words, autosave, resume, another round, saved files."""

from __future__ import annotations

import dataclasses
import json
import threading
from pathlib import Path

import pytest

from outflank import (
    BLACK,
    WHITE,
    Game,
    IllegalMove,
    Reason,
    SizeError,
    Square,
    UnknownName,
    read,
    write,
)
from outflank.drawing import find_skin
from outflank.errors import JournalError, NotationError
from outflank.play.autosave import add_match, autosave_journal
from outflank.play.clock import ClockSetting
from outflank.play.events import AnswerHeard, Event, MatchEnded, TurnStarted
from outflank.play.journal import FileJournal
from outflank.play.local_game import LocalGame
from outflank.play.match import Match
from outflank.play.options import GameOptions, parse_player
from outflank.play.room import Room
from outflank.play.saved_games import events_of, load, record, save
from outflank.play.sentences import Sentences
from outflank.play.series_score import SeriesScore
from outflank.play.settings import Appearance, Settings, config_folder, data_folder
from outflank.play.setup import Player, Scoring, Setup, TimeScoring, Undo

PEOPLE = GameOptions(player2="human", first="1")


@pytest.fixture
def journal(tmp_path: Path) -> FileJournal:
    return FileJournal(tmp_path / "matches")


def wait_for(room: Room, kind: type[Event], *, since: int = 0) -> None:
    seen = threading.Event()
    leave = room.watch(lambda event: seen.set() if isinstance(event, kind) else None, since=since)
    assert seen.wait(60)
    leave()


# Options


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


def test_options_of_a_setup_would_set_it_up_again() -> None:
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
def test_words_that_mean_nothing_are_refused_in_one_sentence(
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


def test_two_players_of_the_same_name_get_different_names() -> None:
    names = [player.name for player in GameOptions().in_mode(3).setup().players]
    assert names == ["Computer, level 5", "Computer 2, level 5"]


def test_a_player_without_a_name_has_a_number() -> None:
    assert parse_player("human", 2) == Player("Player 2")
    assert parse_player("computer:greedy", 1) == Player("Computer, greedy", "computer:greedy")


# Tables


def test_a_computer_answers_a_person(journal: FileJournal) -> None:
    local_game = LocalGame(GameOptions(size=6, player2="computer:1", first="1", seed=4), journal)
    room = local_game.room
    room.play(room.view().position.legal_moves[0])
    wait_for(room, TurnStarted, since=len(room.events))
    local_game.close()
    assert len(room.view().game.moves) >= 2


def test_every_event_is_on_disk(journal: FileJournal) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.room.play(Square.parse("f5"))
    assert FileJournal(journal.folder).load(local_game.room.name) == list(local_game.room.events)


def test_the_newest_unfinished_game_is_resumed(journal: FileJournal) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.room.play(Square.parse("f5"))
    local_game.close()
    again = LocalGame.resume(FileJournal(journal.folder))
    assert again.room.events == local_game.room.events
    assert again.options == GameOptions.of(local_game.room.setup)
    again.room.play(Square.parse("d6"))
    again.room.resign(BLACK)
    with pytest.raises(JournalError, match="no unfinished game to resume"):
        LocalGame.resume(FileJournal(journal.folder))


def test_a_damaged_game_does_not_stand_in_the_way_of_resuming(journal: FileJournal) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.close()
    journal.path("zzz").write_text("garbage\n")
    assert LocalGame.resume(FileJournal(journal.folder)).room.name == local_game.room.name


def test_time_does_not_pass_while_a_game_lies_untouched(journal: FileJournal) -> None:
    local_game = LocalGame(dataclasses.replace(PEOPLE, clock="1"), journal)
    local_game.room.play(Square.parse("f5"))
    left = local_game.room.snapshot().white.clock.remaining
    local_game.close()
    again = LocalGame.resume(FileJournal(journal.folder))
    resumed = again.room.snapshot().white.clock.remaining
    assert left is not None
    assert resumed is not None
    assert 59_000 < resumed <= 60_000


def test_a_resumed_oracle_goes_on_with_its_script(journal: FileJournal, tmp_path: Path) -> None:
    script = tmp_path / "answers.txt"
    script.write_text("yes\nno\nmaybe\nyes\n")
    options = dataclasses.replace(PEOPLE, variant="yesno", oracle=str(script))
    local_game = LocalGame(options, journal)
    wait_for(local_game.room, TurnStarted)
    local_game.room.play(Square.parse("f5"))
    wait_for(local_game.room, TurnStarted, since=4)
    local_game.close()
    again = LocalGame.resume(FileJournal(journal.folder))
    again.room.play(again.room.view().position.legal_moves[0])
    wait_for(again.room, TurnStarted, since=len(local_game.room.events))
    heard = [event.answer for event in again.room.events if isinstance(event, AnswerHeard)]
    assert heard == ["yes", "no", "maybe"]


def test_another_round_keeps_the_series_score_and_other_players_start_a_new_one(
    journal: FileJournal,
) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.room.resign(WHITE)
    assert local_game.series_score == SeriesScore(player1=1)
    local_game.rematch()
    assert local_game.series_score == SeriesScore(player1=1)
    local_game.room.resign(BLACK)
    assert local_game.series_score == SeriesScore(player1=1, player2=1)
    local_game.new_game(dataclasses.replace(PEOPLE, player1="human:Ann"))
    assert local_game.series_score == SeriesScore()


def test_another_round_of_a_loaded_position_begins_from_it(journal: FileJournal) -> None:
    local_game = LocalGame(PEOPLE, journal)
    game = read(b"---- -OX- -XO- ---- O").game
    local_game.continue_from(events_of(game, (Player("Ann"), Player("Bob"))))
    for _ in range(2):
        assert (str(local_game.room.setup.start), local_game.room.setup.size) == (
            str(game.start),
            4,
        )
        local_game.room.resign(WHITE)
        local_game.rematch()
    local_game.new_game()
    assert local_game.room.setup.start == local_game.room.setup.variant.start(4)


def test_a_game_that_is_taken_back_from_its_end_counts_once(journal: FileJournal) -> None:
    local_game = LocalGame(dataclasses.replace(PEOPLE, size=4, undo="free"), journal)
    room = local_game.room
    while not room.snapshot().is_over:
        room.play(room.view().position.legal_moves[0])
    first = local_game.series_score
    last = room.view().game.plies[-1].color
    room.take_back(last)
    assert local_game.series_score == SeriesScore()
    room.redo(last)
    assert local_game.series_score == first


def test_hints_score_every_move(journal: FileJournal) -> None:
    local_game = LocalGame(dataclasses.replace(PEOPLE, size=4), journal)
    position = local_game.room.view().position
    found = local_game.hint(position)
    local_game.close()
    assert {move for move, _ in found.candidates} == set(position.legal_moves)


def test_a_game_that_was_paused_when_it_ended_goes_on_when_it_is_resumed(
    journal: FileJournal,
) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.room.pause()
    local_game.close()
    again = LocalGame.resume(FileJournal(journal.folder))
    again.room.play(Square.parse("f5"))


def test_a_game_with_moves_is_resumed_before_one_without(journal: FileJournal) -> None:
    played = LocalGame(PEOPLE, journal)
    played.room.play(Square.parse("f5"))
    played.close()
    LocalGame(PEOPLE, journal).close()
    assert LocalGame.resume(FileJournal(journal.folder)).room.name == played.room.name


def test_a_game_outlives_the_script_of_its_oracle(journal: FileJournal, tmp_path: Path) -> None:
    script = tmp_path / "answers.txt"
    script.write_text("yes\n")
    local_game = LocalGame(
        dataclasses.replace(PEOPLE, variant="yesno", oracle=str(script)), journal
    )
    wait_for(local_game.room, TurnStarted)
    local_game.close()
    script.unlink()
    again = LocalGame.resume(FileJournal(journal.folder))
    again.room.play(Square.parse("f5"))
    wait_for(again.room, AnswerHeard, since=5)
    again.close()


def test_a_loaded_game_never_overwrites_another(journal: FileJournal) -> None:
    events = Match.start(Setup()).events
    names = {add_match(events, journal) for _ in range(3)}
    assert len(names) == 3
    local_game = LocalGame(PEOPLE, journal)
    local_game.continue_from(events)
    assert len(journal.matches()) == 5


# Saved files


def test_a_saved_match_is_loaded_whole(journal: FileJournal, tmp_path: Path) -> None:
    local_game = LocalGame(dataclasses.replace(PEOPLE, undo="free"), journal)
    room = local_game.room
    room.play(Square.parse("f5"))
    room.take_back(BLACK)
    room.play(Square.parse("d3"))
    room.resign(WHITE)
    path = tmp_path / "game.json"
    save(room.events, path)
    assert load(path) == list(room.events)


def test_any_reader_finds_the_game_in_a_saved_match(journal: FileJournal, tmp_path: Path) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.room.play(Square.parse("f5"))
    local_game.room.resign(WHITE)
    path = tmp_path / "game.json"
    save(local_game.room.events, path)
    game = read(path).game
    assert game == record(local_game.room.view())
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.reason is Reason.RESIGNATION
    assert game.headers["black"] == "Player 1"


@pytest.mark.parametrize("variant", ["classic", "yesno", "anti"])
def test_any_game_that_can_be_read_can_be_played_on(variant: str, tmp_path: Path) -> None:
    game = Game(variant=variant)
    for _ in range(5):
        if game.position.awaits_answer():
            game.hear("yes" if game.position.turn is BLACK else "no")
        game.push(game.position.legal_moves[0])
    path = tmp_path / "game.json"
    write(game, path)
    match = Match.restore(load(path))
    assert match.game.moves == game.moves
    assert match.outcome is None


def test_an_autosave_is_loaded_like_any_saved_game(journal: FileJournal) -> None:
    local_game = LocalGame(PEOPLE, journal)
    local_game.room.play(Square.parse("f5"))
    assert load(journal.path(local_game.room.name)) == list(local_game.room.events)


def test_a_damaged_save_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(Match.start(Setup()).events, path)
    data = json.loads(path.read_text())
    for events in (5, [5], [{"event": "Nonsense"}]):
        path.write_text(json.dumps(data | {"match": {"version": 1, "events": events}}))
        with pytest.raises(JournalError, match=r"has no list of events|not an event of a match"):
            load(path)


def test_a_saved_match_of_the_future_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(Match.start(Setup()).events, path)
    data = json.loads(path.read_text())
    for match, problem in (({"version": 99}, "newer Outflank"), ({}, "does not say its version")):
        path.write_text(json.dumps(data | {"match": match}))
        with pytest.raises(JournalError, match=problem):
            load(path)


def test_files_that_cannot_be_read_or_written_are_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be read"):
        load(tmp_path / "missing.json")
    with pytest.raises(JournalError, match="cannot be written"):
        save(Match.start(Setup()).events, tmp_path / "no" / "folder.json")


# Settings


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
def test_settings_that_cannot_be_understood_count_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    assert Settings.load(tmp_path) == Settings()


def test_a_setting_that_is_no_use_is_left_out_alone(tmp_path: Path) -> None:
    game = {"size": 7, "variant": "foo", "clock": "5+3", "player2": "computer:99"}
    look = {"skin": "polka", "theme": "dark"}
    (tmp_path / "settings.json").write_text(json.dumps({"game": game, "look": look}))
    assert Settings.load(tmp_path) == Settings(GameOptions(clock="5+3"), Appearance(theme="dark"))


def test_the_skin_suits_the_variant_unless_chosen() -> None:
    assert Appearance().skin_for("yesno") == "yesno"
    assert Appearance().skin_for("anti") == "classic"
    assert Appearance(skin="xo").skin_for("yesno") == "xo"


def test_one_variable_moves_everything_the_user_keeps(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    assert config_folder() == data_folder() == tmp_path
    assert autosave_journal().folder == tmp_path / "matches"
    monkeypatch.delenv("OUTFLANK_HOME")
    assert "outflank" in str(config_folder())
    assert "outflank" in str(data_folder())


# Sentences


def test_every_event_has_a_sentence_or_needs_none() -> None:
    match = Match.start(Setup(players=(Player("Ann"), Player("Bob"))))
    match.play(Square.parse("f5"), at=0)
    match.take_back(BLACK, at=0)
    match.redo(BLACK, at=0)
    match.pause(at=0)
    match.resume(at=0)
    match.resign(BLACK, at=0)
    sentences = Sentences(match.setup)
    assert [said for event in match.events if (said := sentences.describe(event))] == [
        "Ann has Black and begins.",
        "Ann (Black) plays f5 and turns over 1 disc.",
        "Ann (Black) takes back f5.",
        "Ann (Black) replays f5.",
        "The game is paused.",
        "The game continues.",
        "Bob (White) wins: Ann (Black) resigned (discs 1 to 4).",
    ]
    assert isinstance(match.events[-1], MatchEnded)


def test_a_refusal_speaks_of_the_sides_as_the_skin_does() -> None:
    match = Match.start(Setup())
    with pytest.raises(IllegalMove) as refused:
        match.play(Square.parse("a1"), at=0)
    said = Sentences(match.setup, find_skin("red-yellow")).refusal(refused.value)
    assert said == "A1 outflanks nothing; Red may play d3, c4, f5, e6."
