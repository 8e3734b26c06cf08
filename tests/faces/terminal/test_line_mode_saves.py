"""Saved games, pauses and the end of a game in the line mode."""

from __future__ import annotations

import json
from pathlib import Path

from outflank import Square
from outflank.faces.local.saved_games import SavedGames
from outflank.play.match import Match
from outflank.play.setup import Setup
from support.command import converse

PEOPLE = ("play", "--plain", "--player2", "human", "--first", "1")


def saved(home: Path, name: str, *squares: str) -> None:
    match = Match.start(Setup())
    for square in squares:
        match.play(Square.parse(square), at=0)
    SavedGames(home).save(match.events, name)


def talk(home: Path, *lines: str, options: tuple[str, ...] = PEOPLE) -> str:
    return converse(home, "\n".join(lines) + "\n", *options).stdout


def test_saved_games_are_listed_opened_renamed_and_deleted(tmp_path: Path) -> None:
    saved(tmp_path, "old game", "f5", "d6")
    said = talk(
        tmp_path, "f5", "saves", "delete 1", "rename 2", "load old game", "list", "saves",
        "rename 2 other", "delete old game", "no", "delete old game", "yes", "saves", "quit",
    )  # fmt: skip
    assert "2: old game: Player 1 v Player 2, Othello 8x8, move 2, " in said
    assert "That is the game you are playing." in said
    assert "Give a number and a name, such as rename 2 Sunday final." in said
    assert "\nf5 d6\n" in said
    assert "is now called other." in said
    assert "Kept old game: Player 1 v Player 2." in said
    assert "Deleted old game: Player 1 v Player 2." in said
    assert sorted(one.moves for one in SavedGames(tmp_path).all()) == [1, 2]


def test_the_menu_resumes_and_lists(tmp_path: Path) -> None:
    bare = ("play", "--plain")
    said = talk(tmp_path, "r", "x", "q", options=bare)
    assert "There is no unfinished game." in said
    assert "Resume" not in said
    assert "Type 1, 2, 3, o, s, t, d, p, w, c, b, v or q." in said
    assert "There are no saved games." in talk(tmp_path, "s", "q", options=bare)
    talk(tmp_path, "f5", "quit")
    saved(tmp_path, "mine", "f5", "d6", "c3")
    said = talk(tmp_path, "r", "list", "quit", options=bare)
    assert "r: Resume: Player 1 v Player 2, Othello 8x8, move 1" in said
    assert "The game continues after 1 move: f5." in said
    said = talk(tmp_path, "s", "9", "mine", "list", "quit", options=bare)
    assert "There is no saved game 9;" in said
    assert "\nf5 d6 c3\n" in said


def test_a_finished_game_can_be_saved_and_taken_back(tmp_path: Path) -> None:
    small = (*PEOPLE, "--size", "4", "--undo", "free")
    moves = ["b1", "a1", "a2", "c1", "d1", "a3", "a4", "d2", "d3", "b4", "c4", "d4"]
    said = talk(
        tmp_path, *moves, "e9", "save end", "undo", "list", moves[-1], "resign", "n", options=small
    )
    assert said.count("Play again? (y/n)") == 5
    assert "Type y to play again, n to leave, or help." in said
    assert "takes back" in said
    (one,) = (one for one in SavedGames(tmp_path).all() if one.name == "end")
    assert one.is_over
    opened = talk(tmp_path, "n", options=("play", "--plain", "--resume", "end"))
    assert "Play again?" in opened


def test_two_people_with_a_clock_can_pause(tmp_path: Path) -> None:
    said = talk(tmp_path, "pause", "", "f5", "quit", options=(*PEOPLE, "--clock", "5+3"))
    assert "The game and its clock are paused; press Enter to continue." in said
    assert said.count("The game continues.") == 1
    assert "plays f5" in said
    (path,) = (tmp_path / "matches").iterdir()
    kinds = [json.loads(line).get("event") for line in path.read_text().splitlines()]
    paused = kinds.index("Paused")
    assert kinds[paused : paused + 3] == ["Paused", "Resumed", "MovePlayed"]


def test_a_pasted_or_loaded_game_keeps_the_clock_and_the_rule_of_scoring(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text("f5d6c3\n")
    ruled = (*PEOPLE, "--clock", "5+3", "--score", "full", "--time-score", "forfeit")
    said = talk(tmp_path, "paste f5d6", "clock", f"load {record}", "clock", "quit", options=ruled)
    assert said.count("300.0 seconds left.") + said.count("299.9 seconds left.") == 4
    for one in SavedGames(tmp_path).all():
        start = json.loads(one.path.read_text().splitlines()[1])
        rules = start["setup"]["scoring"], start["setup"]["time_scoring"]
        assert rules == ("full", "forfeit")


def test_the_computers_opinion_is_printed_only_on_request(tmp_path: Path) -> None:
    options = ("play", "--plain", "--first", "1", "--player2", "computer:1", "--size", "6")
    said = talk(tmp_path, "opinion", "e4", "opinion", "quit", options=options)
    assert "The computer has not thought about this game yet." in said
    assert said.count("\nComputer, level 1: ") == 1
    assert "ahead" in said or "even" in said


def test_the_opinion_after_a_hint_is_that_of_the_hint(tmp_path: Path) -> None:
    said = talk(tmp_path, "hint", "opinion", "quit", options=(*PEOPLE, "--size", "4"))
    assert "The computer would play" in said
    assert "White wins by 8 discs." in said
    assert "has not thought" not in said
