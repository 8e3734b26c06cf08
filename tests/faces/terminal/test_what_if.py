"""Playing on from a past position in the terminal: full screen, line by line, and after a kill."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

from outflank.faces.local.options import GameOptions
from outflank.faces.local.saved_games import SavedGames
from outflank.play.events import MatchStarted, MovePlayed
from outflank.play.journal import FileJournal
from outflank.play.replay import replay_match
from support.command import converse, line_mode
from support.local.terminal_pilot import PEOPLE, Player, at_the_terminal

KILLS = int(os.environ.get("OUTFLANK_SOAK", "2"))
LINES = ("play", "--plain", "--player2", "human", "--first", "1")


# Full screen


async def look_back(ann: Player, moves: int) -> None:
    for _ in range(moves):
        await ann.press("comma")
    await ann.until(lambda: ann.followed.is_past)


def test_one_plays_on_from_an_earlier_move_and_returns_to_it() -> None:
    async def body(ann: Player) -> None:
        for square in ("f5", "d6", "c3"):
            await ann.play(square)
        left = ann.followed.room.name
        await look_back(ann, 2)
        seen = ann.followed.position
        await ann.until_shown(" + Play on")
        for opponent in ("a friend", "the computer"):
            await ann.press("plus")
            await ann.until_shown("Play on from move 1?")
            if opponent == "the computer":
                await ann.press("c")
                await ann.until_shown("Harder, level 2")
                await ann.press("h")
                await ann.until_shown("Easier, level 1")
                await ann.press("s")
                await ann.until_shown("Play White instead")
            await ann.press("y")
            await ann.until(lambda: ann.followed.room.name != left, "the other game")
            assert ann.followed.setup.start == seen
            assert "goes on from move 1 of another game" in ann.messages
            if opponent == "a friend":
                await ann.play("f4")
            await ann.until_shown(" - Back to game")
            await ann.until_shown("from move 1")
            await ann.press("minus")
            await ann.until(lambda: ann.followed.room.name == left, "the game again")
            assert (ann.moves, ann.followed.move_number) == (["f5", "d6", "c3"], 1)
        await ann.press("escape")
        await ann.play("d3")

    at_the_terminal(body, PEOPLE, size=(100, 30))


def test_the_computer_of_the_game_plays_on_and_a_clock_is_left_behind() -> None:
    async def body(ann: Player) -> None:
        await ann.until_turn()
        await ann.play_first()
        await ann.until(lambda: len(ann.moves) == 2 and ann.followed.turn)
        left = ann.followed.room.name
        await look_back(ann, 2)
        await ann.press("plus")
        await ann.until_shown("Play on from the start?")
        await ann.until_shown("Harder, level 3")
        await ann.press("y")
        await ann.until(lambda: ann.followed.room.name != left, "the other game")
        assert ann.followed.setup.clock.is_none
        await ann.until_turn()
        await ann.play_first()
        await ann.until(lambda: ann.followed.turn)
        await ann.press("minus")
        await ann.until(lambda: ann.followed.room.name == left, "the game again")
        assert ann.followed.move_number == 0

    game = GameOptions(player2="computer:2", first="1", size=6, clock="30", seed=1)
    at_the_terminal(body, game)


def test_a_finished_game_is_played_on_and_its_end_offers_the_way_back() -> None:
    async def body(ann: Player) -> None:
        await ann.play_to_the_end()
        await ann.until_shown("Play again?")
        await ann.press("escape")
        count, left = len(ann.moves), ann.followed.room.name
        await look_back(ann, 2)
        await ann.press("plus")
        await ann.until_shown("Play on from move")
        await ann.press("y")
        await ann.until(lambda: ann.followed.room.name != left, "the other game")
        await ann.play_to_the_end()
        await ann.until_shown("Back to the game it comes from")
        await ann.press("minus")
        await ann.until(lambda: ann.followed.room.name == left, "the game again")
        assert (len(ann.moves), ann.followed.is_over) == (count, True)
        assert ann.followed.is_past
        await ann.until_shown("MOVE")
        assert "Play again?" not in ann.screen()  # nothing covers the move that was left

    at_the_terminal(body, replace(PEOPLE, size=4))


def test_a_question_is_put_aside_with_escape() -> None:
    async def body(ann: Player) -> None:
        await ann.play("f5")
        await ann.press("plus")  # nothing is viewed yet
        await look_back(ann, 1)
        await ann.press("plus")
        await ann.until_shown("Play on from the start?")
        await ann.press("escape")
        await ann.until(lambda: "Play on from the start?" not in ann.screen())
        assert ann.moves == ["f5"]
        await ann.press("minus")  # this game comes from no other
        assert ann.followed.is_past

    at_the_terminal(body, PEOPLE)


# Line by line


def talk(home: Path, *lines: str, options: tuple[str, ...] = LINES) -> str:
    return converse(home, "\n".join(lines) + "\n", *options).stdout


def test_lines_lead_to_another_game_and_back(tmp_path: Path) -> None:
    said = talk(
        tmp_path, "f5", "d6", "c3", "board 1", "whatif 1 friend", "f4", "list", "back", "list",
        "whatif 0", "position", "back", "d3", "list", "quit",
    )  # fmt: skip
    assert "Black 4, White 1" in said.partition("whatif")[0]
    assert "You play White against a friend here" in said
    assert "Type back to return." in said
    assert "This goes on from move 1 of another game, which waits." in said
    assert "\nf4\n" in said
    assert "You are back in the game that you left at move 1." in said
    assert "You are back in the game that you left at its start." in said
    assert "\nf5 d6 c3\n" in said
    assert "\nf5 d6 c3 d3\n" in said
    assert sorted(one.moves for one in SavedGames(tmp_path).all()) == [0, 1, 4]


def test_a_level_can_be_named_and_mistakes_are_one_sentence(tmp_path: Path) -> None:
    said = talk(
        tmp_path, "f5", "whatif", "whatif x", "whatif 2", "whatif 1 99", "back", "board 7",
        "whatif 0 3", "score", "quit",
    )  # fmt: skip
    assert said.count("Name a move by its number, such as whatif 23.") == 2
    assert said.count("there is no move 2") == 1
    assert "there is no move 7" in said
    assert "There is no computer '99'" in said
    assert "no longer among the saved games" in said
    assert "You play Black against Computer, level 3" in said
    assert "Traceback" not in said


def test_a_finished_game_can_be_played_on_line_by_line(tmp_path: Path) -> None:
    small = (*LINES, "--size", "4")
    said = talk(
        tmp_path, "b1", "a1", "resign now", "whatif 1", "list", "resign now", "back", "list", "n",
        options=small,
    )  # fmt: skip
    assert said.count("resigned") == 3  # the first game ends once more when it is opened again
    assert "\nb1 a1\n" in said
    assert said.count("Play again?") == 4


@pytest.mark.parametrize("variant", ["anti", "yesno"])
def test_other_games_are_played_on_too(tmp_path: Path, variant: str) -> None:
    options = (*LINES, "--variant", variant, "--oracle", "local", "--seed", "2", "--size", "6")
    said = talk(tmp_path, "c2", "whatif 0", "c2", "back", "list", "quit", options=options)
    assert "You are back in the game" in said
    assert "\nc2\n" in said


# After a kill


def test_kill_9_in_another_game_loses_neither_of_them(tmp_path: Path) -> None:
    chance = random.Random(5)
    journal = FileJournal(tmp_path / "matches")
    for kill in range(KILLS):
        before = set(journal.matches())
        with line_mode(tmp_path, "--player2", "human", "--first", "1") as (stdin, stdout):
            stdin.write("f5\nd6\n" + "whatif 1 friend\nf4\nback\n" * 20)
            stdin.flush()
            wanted = chance.randrange(1, 9)
            for line in stdout:
                wanted -= "Type back to return" in line
                if not wanted:
                    break
        found = {name: journal.load(name) for name in set(journal.matches()) - before}
        assert all(replay_match(events).outcome is None for events in found.values())
        starts = {name: events[0] for name, events in found.items()}
        (first,) = (
            name
            for name, start in starts.items()
            if isinstance(start, MatchStarted) and start.setup.origin is None
        )
        assert [str(one.square) for one in found[first] if isinstance(one, MovePlayed)] == [
            "f5",
            "d6",
        ]
        others = [name for name in found if name != first]
        assert others, kill
        resumed = talk(
            tmp_path,
            "back",
            "list",
            "c3",
            "quit",
            options=("play", "--plain", "--resume", min(others)),
        )
        assert "You are back in the game that you left at move 1." in resumed
        assert "\nf5 d6\n" in resumed
