"""The line mode: whole games through a pipe; every line makes sense when read aloud."""

from __future__ import annotations

import contextlib
import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank import read_file
from outflank.engine import DEFAULT_LEVEL
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.options import GameOptions
from outflank.faces.local.settings import Appearance
from outflank.faces.terminal.line_mode.game import LineModeGame
from outflank.faces.terminal.line_mode.line_input import LineInput
from outflank.play.journal import FileJournal
from support.command import converse, converse_with_program


def test_the_digit_alone_plays_computer_against_computer_to_its_end(tmp_path: Path) -> None:
    lines = converse(tmp_path, "3\n").stdout.splitlines()
    assert any(line.startswith("Drawn by lot: Computer") for line in lines)
    assert any("wins" in line or "draw" in line for line in lines)


def test_a_digit_starts_with_the_defaults_even_after_choices_in_the_window(
    tmp_path: Path,
) -> None:
    chosen = '{"game": {"size": 10, "variant": "anti", "player2": "computer:9", "first": "1"}}'
    (tmp_path / "settings.json").write_text(chosen)
    said = converse(tmp_path, "2\nposition\nquit\n").stdout
    assert "  a: As last time: human v computer:9, Anti-Othello 10x10\n" in said
    assert re.search(r"^[-XO]{64} [XO]$", said, re.MULTILINE)
    said = converse(tmp_path, "what\na\nposition\nquit\n").stdout
    assert "Type 1, 2, 3, o, a, s, t, d, p, w, c, b, v or q." in said
    assert re.search(r"^[-XO]{100} X$", said, re.MULTILINE)


def test_mode_2_is_played_by_two_people_from_a_pipe(tmp_path: Path) -> None:
    said = converse_with_program(tmp_path, "2\nf5\nd6\nquit\n")
    assert "Player 1 (Black) plays f5 and flips 1 disc." in said.replace("Player 2", "Player 1")
    assert "The game is saved; continue it with: outflank play --resume" in said


def test_a_whole_game_of_two_people_goes_through_a_pipe(tmp_path: Path) -> None:
    moves = ["a2", "a1", "b1", "a3", "d4", "c1", "a4", "d2", "d1", "d3"]
    options = ("play", "--size", "4", "--player2", "human", "--first", "1")
    said = converse(tmp_path, "\n".join([*moves, "n"]) + "\n", *options).stdout
    assert "Player 2 (White) wins 11 to 3" in said
    assert "Score so far: 0 for Player 1, 1 for Player 2." in said


def test_a_rematch_is_played_after_the_answer_yes(tmp_path: Path) -> None:
    options = ("play", "--size", "4", "--player2", "human", "--first", "1")
    said = converse(tmp_path, "resign\nyes\ny\nresign now\nperhaps\nn\n", *options).stdout
    assert said.count("Player 1 has Black and begins.") == 2
    assert "Score so far: 0 for Player 1, 2 for Player 2." in said


def test_the_next_game_can_be_easier_or_harder(tmp_path: Path) -> None:
    lines = "resign now\nharder\nresign now\neasier\nresign now\nn\n"
    said = converse(tmp_path, lines, "play", "--first", "1", "--player2", "computer:3").stdout
    assert said.count("Play again? (y/easier/harder/n) ") == 3
    found = re.findall(r"(Computer, level \d) \(White\) wins", said)
    assert found == ["Computer, level 3", "Computer, level 4", "Computer, level 3"]


def test_an_easier_level_is_advised_after_two_losses(tmp_path: Path) -> None:
    lines = "resign now\ny\nresign now\neasier\nresign now\nn\n"
    said = converse(tmp_path, lines, "play", "--first", "1", "--player2", "computer:3").stdout
    assert said.count("You lost twice in a row. Try level 2 next.") == 1
    assert said.count("Play again?") == 3


def test_an_answer_heard_again_is_explained_to_the_side_to_move(tmp_path: Path) -> None:
    answers = tmp_path / "answers.txt"
    answers.write_text("yes\nno\n", encoding="utf-8")
    options = ("--variant", "yesno", "--oracle", str(answers), "--player2", "human")
    lines = "d3\nundo\nc4\nquit\n"
    said = converse(tmp_path, lines, "play", *options, "--undo", "free", "--first", "1").stdout
    assert re.search(r"The oracle says yes again.*: a YES disc\.\n", said)
    assert "nothing flips" not in said
    assert "Player 1 (YES) plays c4 and flips 1 disc." in said


@pytest.mark.parametrize("lines", ["f5\n", "f5\nquit\n", "f5\n\nquit\n"])
def test_a_computer_without_a_limit_moves_even_if_nobody_can_press_enter(
    tmp_path: Path, lines: str
) -> None:
    options = ("play", "--player2", "computer:unlimited", "--first", "1")
    said = converse(tmp_path, lines, *options).stdout
    assert "Computer, unlimited (White) plays " in said
    assert "The game is saved; continue it with: outflank play --resume" in said


def test_nobody_resigns_by_accident(tmp_path: Path) -> None:
    options = ("play", "--size", "6", "--player2", "human", "--first", "1")
    said = converse(tmp_path, "resign\nno\nresign\n\ne4\nquit\n", *options).stdout
    assert said.count("Resign? (yes/no)") == said.count("The game continues.") == 2
    assert "Player 1 (Black) plays e4" in said
    assert "resigned" not in said


def test_a_loss_on_time_is_announced_at_once(tmp_path: Path) -> None:
    clock = ("--clock", "0.005", "--player2", "human", "--first", "1")
    with _begin(tmp_path, *clock) as game:
        _read_until(game, "Player 1 (Black) ran out of time")  # without any input
        _read_until(game, "Play again? (y/n)")
        _type(game, "d3")  # too late for a move, and not an answer
        _read_until(game, "Play again? (y/n)")
        _type(game, "n")
        assert game.wait(timeout=60) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no Ctrl-C can be sent to one process alone")
def test_ctrl_c_pauses_two_computers_which_can_then_step_or_continue(tmp_path: Path) -> None:
    computers = ("--player1", "computer:random", "--player2", "computer:random", "--size", "6")
    with _begin(tmp_path, *computers, "--delay", "0.2", "--first", "1") as game:
        _read_until(game, "plays")
        game.send_signal(signal.SIGINT)
        _read_until(game, "go, step or quit?")
        _type(game, "step")
        stepped = _read_until(game, "go, step or quit?")
        assert len(re.findall(r"plays|passes", stepped)) == 1
        for words, answer in (
            ("resign", "Only the computers are playing"),
            ("score", "empty."),
            ("hm", "Type go, step or quit"),
        ):
            _type(game, words)
            _read_until(game, answer)
        _type(game, "go")
        assert len(re.findall(r"plays|passes", _read_until(game, "plays", times=3))) == 3
        game.send_signal(signal.SIGINT)
        _read_until(game, "go, step or quit?")
        game.send_signal(signal.SIGINT)
        _read_until(game, "The game is saved")
        assert game.wait(timeout=60) == 0


@contextlib.contextmanager
def _begin(home: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run the real command as a process of its own."""
    command = [sys.executable, "-c", "from outflank.cli import main; main()", "play", *arguments]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"OUTFLANK_HOME": str(home)},
    ) as game:
        try:
            yield game
        finally:
            game.kill()


def _type(game: subprocess.Popen[str], line: str) -> None:
    assert game.stdin is not None
    game.stdin.write(f"{line}\n")
    game.stdin.flush()


def _read_until(game: subprocess.Popen[str], words: str, times: int = 1) -> str:
    """Read letter by letter until the words have appeared `times` times."""
    assert game.stdout is not None
    said = ""
    while said.count(words) < times:
        letter = game.stdout.read(1)
        assert letter, said
        said += letter
    return said


def test_the_input_may_end_at_any_time(tmp_path: Path) -> None:
    for text in ("", "2\n", "2\nf5\n", "1\n", "o\nyesno\n"):
        converse(tmp_path, text)


def test_every_command_answers(tmp_path: Path) -> None:
    commands = [
        "help", "board", "moves", "score", "clock", "row 4", "col d", "row x", "row ²", "col z",
        "list", "rules", "hint", "undo", "redo", "f5", "undo", "redo", "a1", "z9", "pass",
        "board off", "board on", "", "quit",
    ]  # fmt: skip
    options = ("play", "--size", "6", "--player2", "human", "--first", "1", "--clock", "5+3")
    said = converse(tmp_path, "\n".join(commands).replace("f5", "e4") + "\n", *options).stdout
    for expected in (
        "Type a square, such as d3, to play there.",
        "Black may play: c2 flips 1, b3 flips 1, e4 flips 1, d5 flips 1.",
        "Black 2, White 2, 32 empty.",
        "Player 2: 300.0 seconds left.",
        "Row 4: c4 Black, d4 White.",
        "Column d: d3 Black, d4 White.",
        "Name a row by its number, such as row 4.",
        "The 6x6 board has columns a to f, not 'z'.",
        "No moves yet.",
        "# The rules",
        "The computer would play ",
        "Black has no move to take back.",
        "Player 1 (Black) takes back e4.",
        "Player 1 (Black) replays e4.",
        "A1 outflanks nothing;",
        "No square is called 'z9';",
        "A side may pass only when it has no move;",
        "The board is drawn only when you type board.",
    ):
        assert expected in said, expected


def test_a_person_plays_the_computer(tmp_path: Path) -> None:
    options = ("play", "--size", "6", "--player2", "computer:1", "--first", "1", "--seed", "1")
    said = converse(tmp_path, "e4\nquit\n", *options).stdout
    assert "Computer, level 1 (White) plays" in said


def test_yes_no_says_the_answer_and_what_it_means(tmp_path: Path) -> None:
    script = tmp_path / "answers.txt"
    script.write_text("no\nyes\nmaybe\n")
    options = (
        "play", "--variant", "yesno", "--player2", "human", "--first", "1", "--oracle", str(script),
    )  # fmt: skip
    said = converse(tmp_path, "moves\nf5\n", *options).stdout
    assert "YES may play: d3 flips nothing," in said
    assert "The oracle says no (answered locally): a NO disc, and nothing flips." in said
    assert "The oracle says yes (answered locally): a YES disc, and nothing flips." in said
    assert "Player 1 (YES) plays f5, places a NO disc and flips nothing." in said


def test_a_game_is_resumed_where_it_was_left(tmp_path: Path) -> None:
    options = ("play", "--size", "6", "--player2", "human", "--first", "1")
    converse(tmp_path, "e4\n", *options)
    said = converse(tmp_path, "list\nquit\n", "play", "--resume").stdout
    assert "\ne4\n" in said
    assert "The game continues after 1 move: e4." in said


def test_a_resumed_long_game_is_summarised_in_one_line(tmp_path: Path) -> None:
    options = ("play", "--player2", "human", "--first", "1")
    converse(tmp_path, "f5\nd6\nc3\nd3\n", *options)
    said = converse(tmp_path, "", "play", "--resume").stdout
    assert "The game continues after 4 moves: f5 d6 c3 d3.\n" in said
    assert "plays" not in said
    assert said.count("1  .") == 1  # one board


def test_the_output_ends_with_a_whole_line_when_the_input_ends(tmp_path: Path) -> None:
    said = converse(tmp_path, "2\nf5\n").stdout
    assert said.splitlines()[-1] == "The game is saved; continue it with: outflank play --resume"


def test_a_game_that_cannot_be_saved_does_not_claim_that_it_was(tmp_path: Path) -> None:
    options = GameOptions(player1="computer:1", player2="human", first="1", delay=60)
    local_game = LocalGame(options, FileJournal(tmp_path))
    printed = io.StringIO()
    game = LineModeGame(local_game, Appearance(), stdin=LineInput(io.StringIO()), stdout=printed)
    local_game.room.report_problem("the next move could not be saved: No space left on device")
    game.run()
    local_game.close()
    stop = "The game stops here: the next move could not be saved: No space left on device.\n"
    saved = "Your earlier moves are saved; continue with: outflank play --resume\n"
    assert printed.getvalue().endswith(stop + saved)
    assert "The game is saved" not in printed.getvalue()


def test_a_skin_does_not_rename_files(tmp_path: Path) -> None:
    options = ("play", "--variant", "yesno", "--oracle", "local", "--player2", "human")
    said = converse(tmp_path, "load black.json\nquit\n", *options).stdout
    assert "The file black.json cannot be read: No such file or directory." in said
    assert "YES.json" not in said


def test_a_hint_makes_sense_read_aloud(tmp_path: Path) -> None:
    said = converse(tmp_path, "hint\nquit\n", "play", "--size", "4", "--first", "1").stdout
    hint = next(line for line in said.splitlines() if line.startswith("The computer would play"))
    assert re.fullmatch(
        r"The computer would play [a-d][1-4]: with best play you lose by 8 discs\. "
        r"Next best: ([a-d][1-4], just as good(; |\.)){3}",
        hint,
    )


def test_an_unknown_command_is_not_mistaken_for_a_square(tmp_path: Path) -> None:
    said = converse(tmp_path, "hnt\nblue whale\n?\nexit\n", "play", "--first", "1").stdout
    assert "There is no command 'hnt'; did you mean hint?" in said
    assert "There is no command 'blue'; type help to list them." in said
    assert "Type a square, such as d3, to play there." in said
    assert "The game is saved" in said


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    options = ("play", "--player2", "human", "--first", "1")
    converse(tmp_path, f"f5\nd6\nsave {path}\nquit\n", *options)
    assert read_file(path).game.transcript == "f5d6"
    said = converse(tmp_path, "list\nquit\n", "play", "--resume", str(path)).stdout
    assert "\nf5 d6\n" in said


def test_another_game_is_loaded_pasted_or_started(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    options = ("play", "--player2", "human", "--first", "1")
    lines = [
        "f5", f"save {path}", "d6", f"load {path}", "list", "paste f5d6c3", "list", "position",
        "load", "paste", "load missing.json", "paste z9", "new", "2", "list", "quit",
    ]  # fmt: skip
    said = converse(tmp_path, "\n".join(lines) + "\n", *options).stdout
    assert "\nf5\n" in said
    assert "\nf5 d6 c3\n" in said
    assert "------------------X--------XX------OXX-----O-------------------- O" in said
    assert "Name a game or a file, such as load 2 or load game.json." in said
    assert "Give moves or a board, such as paste f5d6c3." in said
    assert "The file missing.json cannot be read" in said
    assert said.count("begins.") == 4


def test_choices_in_the_menu_are_remembered_and_options_of_a_command_are_not(
    tmp_path: Path,
) -> None:
    odd = ("--size", "10", "--variant", "yesno", "--oracle", "local", "--skin", "yesno")
    converse(tmp_path, "quit\n", "play", *odd, "--player2", "human:Bo", "--clock", "5+3")
    assert not (tmp_path / "settings.json").exists()
    converse(tmp_path, "o\n\n6\n\n\n\n\n\n\n\n\nquit\n")
    said = converse(tmp_path, "a\nrow 6\nrow 7\nclock\nquit\n").stdout
    assert "Row 6: empty." in said
    assert "has rows 1 to 6, not 7" in said
    assert "Player 1: no clock." in said
    assert "Black has" not in said.replace("has Black", "")
    assert "YES" not in said


def test_options_that_a_command_does_not_name_have_their_defaults(tmp_path: Path) -> None:
    odd = ["--variant", "anti", "--size", "4", "--player1", "computer:1", "--clock", "5+3"]
    converse(tmp_path, "quit\n", "play", *odd, "--player2", "computer:2", "--first", "2")
    said = converse(tmp_path, "clock\nquit\n", "play", "--size", "6", "--first", "1").stdout
    assert "Player 1 (Black) to move" in said
    assert f"Computer, level {DEFAULT_LEVEL}: no clock." in said
    assert "Anti" not in said


def test_the_menu_asks_for_options_one_by_one(tmp_path: Path) -> None:
    answers = ["x", "o", "anti", "7", "human:Ann", "human:Bob", "1", "", "", "", "", "", "quit"]
    said = converse(tmp_path, "\n".join(answers) + "\n").stdout
    assert "Type 1, 2, 3, o, s, t, d, p, w, c, b, v or q." in said
    assert "Sorry, a board has an even size from 4 to 16, not 7. Keeping 8." in said
    assert "Ann has Black and begins." in said


def test_black_and_white_fix_the_colours(tmp_path: Path) -> None:
    said = converse(tmp_path, "", "play", "--black", "human:Ann", "--white", "human:Bob").stdout
    assert "Ann has Black and begins." in said
    said = converse(tmp_path, "", "play", "--white", "human:Bob").stdout
    assert f"Computer, level {DEFAULT_LEVEL} has Black and begins." in said
    said = converse(tmp_path, "", "play", "--black", "computer:1", "--size", "6").stdout
    assert "Computer, level 1 has Black and begins." in said
    assert "Player 2 (White) to move" in said


@pytest.mark.native
def test_a_finished_game_is_reviewed_in_words(tmp_path: Path) -> None:
    moves = ["b1", "a1", "d3", "c1", "review", "a2", "a3", "d2", "resign now", "review", "n"]
    options = ("play", "--size", "4", "--player2", "human", "--first", "1")
    said = converse(tmp_path, "\n".join(moves) + "\n", *options).stdout
    assert "The game is not over yet; review it when it is." in said
    assert "Commands such as review, save, list and undo still work." in said
    assert "Reviewing the game, from its end. This takes a few seconds." in said
    assert re.search(r"After move \d+: White wins by \d+ discs\.", said)
    assert "Black's worst move was 3. d3: it cost 4 discs; " in said
    assert "The game might have continued " in said


def test_the_menu_leads_to_the_tutorial_and_to_puzzles(tmp_path: Path) -> None:
    said = converse(tmp_path, "t\nf5\nquit\np\nshow\nquit\nx\nq\n").stdout
    assert "First lesson, 1 of 6: Place a disc" in said
    assert "Well done! The white disc between your two flipped to black." in said
    assert "Puzzle 1 of 20 (" in said
    assert "Solved on the first try: 0 of 1." in said
    assert said.count("Outflank: Othello in your terminal.") == 3
    assert "Type 1, 2, 3, o, s, t, d, p, w, c, b, v or q." in said
