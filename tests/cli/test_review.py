"""`outflank review`: the table, the graph, the worst moves, JSON, and Ctrl-C."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from outflank import Square
from outflank.faces.local.autosave import add_match
from outflank.faces.local.saved_games import SavedGames
from outflank.play.match import Match
from outflank.play.setup import Setup
from support.command import Run
from support.pty_terminal import Terminal

GAME = "c4c3e6b4d3e3f2d6c7f4d2f3e2f5g5e1c1c2d1g4f1c6h3g6b1h5b3c5g3f6h4"
QUICK = ("--nodes", "3000")


@pytest.mark.native
def test_a_game_is_reviewed_move_by_move(run: Run) -> None:
    done = run("review", GAME, *QUICK)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].split() == ["no.", "side", "move", "for", "black", "value", "lost", "better"]
    assert lines[2].split()[:3] == ["1", "Black", "c4"]
    moves = len(GAME) // 2
    assert lines[1 + moves].split()[:2] == [str(moves), "Black"]
    assert "Up is good for Black, down for White." in done.out
    assert "Black's worst move was " in done.out
    assert "White's worst move was " in done.out
    assert re.fullmatch(
        r"Average loss per move: Black [\d.]+ discs, White [\d.]+ discs\.", lines[-2]
    )
    assert re.fullmatch(r"Values of outflank, exact from \d+ empty squares on\.", lines[-1])


@pytest.mark.native
def test_json_carries_every_move_with_its_better_line(run: Run) -> None:
    facts = json.loads(run("review", GAME, *QUICK, "--json").out)
    assert [one["move"] for one in facts["moves"]] == [
        GAME[at : at + 2] for at in range(0, len(GAME), 2)
    ]
    assert facts["complete"] is True
    for one in facts["moves"]:
        assert one["loss"] >= 0
        assert one["line"][0] == one["better"]
        assert one["score"]["kind"] in ("heuristic", "exact")
    worst = facts["worst"]["black"]
    losses = {one["number"]: one["loss"] for one in facts["moves"] if one["color"] == "black"}
    assert losses[worst] == max(losses.values())
    assert len(facts["sentences"]) == 2


@pytest.mark.native
def test_a_game_of_a_collection_and_of_another_size_and_variant_is_reviewed(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3\nc4c3\n")
    second = json.loads(run("review", str(path), "--game", "2", *QUICK, "--json").out)
    assert [one["move"] for one in second["moves"]] == ["c4", "c3"]
    small = run("review", "c2", "--size", "6", "--variant", "anti", *QUICK)
    assert (small.code, small.err) == (0, "")
    assert "c2" in small.out


def test_an_engine_without_the_core_reviews_too(run: Run) -> None:
    done = run("review", "f5d6", "--engine", "alphabeta", "--depth", "2")
    assert done.code == 0
    assert "depth 2" in done.out


def test_a_saved_game_is_reviewed_by_its_number_its_name_or_its_file(
    run: Run, tmp_path: Path
) -> None:
    games = SavedGames(tmp_path / "home")
    match = Match.start(Setup())
    for square in ("f5", "d6"):
        match.play(Square.parse(square), at=0)
    autosave = games.journal.path(add_match(match.events, games.journal))
    games.save(match.events[:3], "Sunday final")
    quick = ("--engine", "alphabeta", "--depth", "1", "--json")
    for which, moves in (("1", ["f5"]), ("Sunday final", ["f5"]), ("2", ["f5", "d6"])):
        done = run("review", which, *quick)
        assert (done.code, done.err) == (0, "")
        assert [one["move"] for one in json.loads(done.out)["moves"]] == moves
    found = json.loads(run("review", str(autosave), *quick).out)
    assert [one["move"] for one in found["moves"]] == ["f5", "d6"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["7"], "there is no saved game 7; there are none."),
        (["f5d6f5"], "line 1, column 5: f5 is occupied; black may play c3, c4, c5, c6, c7."),
        (["nothing.ggf"], "there is no file 'nothing.ggf'."),
        (["f5d6", "--game", "2"], "there is no game 2: the collection has 1."),
        (
            ["-OX-XOOXXXXXOOOO O"],
            "there are no moves to review; give a game, not a position.",
        ),
        (["f5d6", "--engine", "random"], "random gives moves no scores, so it cannot review."),
    ],
)
def test_what_cannot_be_reviewed_is_refused_in_one_sentence(
    run: Run, arguments: list[str], problem: str
) -> None:
    done = run("review", *arguments)
    assert (done.code, done.out, done.err) == (2, "", f"Error: {problem}\n")


@pytest.mark.native
def test_ctrl_c_prints_what_was_found_so_far() -> None:
    terminal = Terminal("review", GAME, "--nodes", "2000000")
    try:
        terminal.until("Reviewing")  # the bar shows that moves are known
        terminal.interrupt()
        assert terminal.wait() == 0
    finally:
        terminal.close()
    moves = len(GAME) // 2
    assert re.search(rf"Only the last \d+ of {moves} moves were reviewed\.", terminal.text)


GAMES = "f5d6c3d3c4f4\nc4c3e6b4d3e3\nf5f6e6f4e3d6"
SHALLOW = ("--engine", "alphabeta", "--depth", "2")


def test_a_collection_is_reviewed_as_a_whole_with_figures_of_its_players(
    run: Run, tmp_path: Path
) -> None:
    path, page = tmp_path / "games.txt", tmp_path / "page.html"
    path.write_text(GAMES)
    done = run("review", str(path), *SHALLOW, "--html", str(page))
    assert (done.code, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()[2:5]] == ["1", "2", "3"]
    assert "Black" in done.out
    assert "accuracy" in done.out
    assert page.read_text().startswith("<!doctype html>")
    again = run("review", str(path), *SHALLOW, "--html", str(page))
    assert (again.code, again.err) == (
        2,
        f"Error: {page} already exists; --force overwrites it.\n",
    )


def test_reviews_are_recorded_in_a_file_and_continue_after_it(run: Run, tmp_path: Path) -> None:
    path, out = tmp_path / "games.txt", tmp_path / "reviews.jsonl"
    path.write_text(GAMES)
    command = ("review", str(path), *SHALLOW, "--out", str(out), "--json")
    whole = json.loads(run(*command).out)
    assert [len(one["moves"]) for one in whole["games"]] == [6, 6, 6]
    assert [one["player"] for one in whole["players"]] == ["Black", "White"]
    lines = out.read_text().splitlines(keepends=True)
    assert len(lines) == 4
    out.write_text("".join(lines[:2]) + lines[2][:40])  # as a killed program leaves it
    resumed = run(*command)
    assert len(out.read_text().splitlines()) == 4
    losses = [[move["loss"] for move in one["moves"]] for one in whole["games"]]
    again = json.loads(resumed.out)["games"]
    assert [[move["loss"] for move in one["moves"]] for one in again] == losses
    path.write_text("f5d6\n" * 3)
    other = run(*command)
    assert (other.code, other.out) == (2, "")
    # Games are reviewed side by side, so any of them may be the first in the file.
    assert re.search("holds reviews of other games: its game [123] is not the one given", other.err)
    deeper = run("review", str(path), "--engine", "alphabeta", "--depth", "3", "--out", str(out))
    assert "holds another review: its depth is 2, not 3" in deeper.err


@pytest.mark.native
def test_mistakes_are_explained_in_words_with_codes_for_programs(run: Run) -> None:
    done = run("review", GAME, "--depth", "4", "--json")
    moves = json.loads(done.out)["moves"]
    mistakes = [one for one in moves if one["mistake"]]
    assert mistakes
    for one in mistakes:
        assert one["findings"][0]["code"]
        named = [finding for finding in one["findings"] if finding["code"] != "lost_discs"]
        assert len(one["sentences"]) == 1 + len(named)
        assert one["best"]["confidence"] >= 73
    said = run("review", GAME, "--depth", "4").out
    number, side = mistakes[0]["number"], mistakes[0]["color"].capitalize()
    assert f"{number}. {side} {mistakes[0]['move']}. It cost about" in said
