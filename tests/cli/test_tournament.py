"""`outflank tournament`: an organiser's day, from the announcement to the exported table."""

from __future__ import annotations

import contextlib
import csv
import functools
import io
import json
import re
import sys
from pathlib import Path

import pytest
from rich.console import Console

from outflank.cli.server.client_options import FIRST_PATIENCE
from outflank.cli.server.tournament_view import elo_bars, view
from outflank.client import Client, play_bot
from outflank.client.retries import RetryPolicy, unreachable_error
from outflank.errors import ServerError
from support.command import Run
from support.server.live_server import LiveServer
from support.server.scripted_server import scripted_server
from support.server.tournament_server import damage


@pytest.fixture
def run(run: Run, monkeypatch: pytest.MonkeyPatch, live: LiveServer) -> Run:
    """Call `outflank tournament` in this process, as the organiser of a live server."""
    monkeypatch.setenv("OUTFLANK_SERVER", live.url)
    monkeypatch.setenv("OUTFLANK_ADMIN_KEY", live.admin_key())
    return functools.partial(run, "tournament")


def test_a_tournament_runs_from_its_file_to_its_table(
    run: Run, live: LiveServer, tmp_path: Path
) -> None:
    file = tmp_path / "cup.toml"
    file.write_text('name = "Cup"\nsize = 6\nclock = "5+0"\ngames = 2\n')
    made = run("new", str(file), "--size", "4", "--boards", "3")
    assert (made.code, made.err) == (0, "Created tournament 1, Cup.\n")

    keys = tmp_path / "keys.csv"
    entered = run("players", "1", "Ann", "=Bob", "--computer", "1", "--csv-file", str(keys))
    assert entered.code == 0, entered.err
    rows = list(csv.DictReader(keys.read_text().splitlines()))
    assert [row["name"] for row in rows] == ["Computer 1", "Ann", "'=Bob"]
    assert all(bool(row["key"]) == (row["name"] != "Computer 1") for row in rows)
    if sys.platform != "win32":
        assert keys.stat().st_mode & 0o077 == 0
    again = run("players", "1", "Cid", "--csv-file", str(keys))
    assert (again.code, "already exists" in again.err) == (2, True)
    listed = json.loads(run("players", "1", "--json").out)
    assert [each["name"] for each in listed] == ["Computer 1", "Ann", "=Bob"]

    assert run("start", "1").out == "Cup has started: 0 of 6 games played.\n"
    assert "=Bob was withdrawn" in run("withdraw", "1", "3").out
    with Client(live.url, rows[1]["key"]) as ann:
        play_bot(ann, lambda position: position.legal_moves[0], once=True)

    status = run("status", "1")
    assert "Cup (finished): " in status.out
    assert "round-robin, classic 4x4, clock 5+0" in status.out
    assert "Ann" in status.out
    watched = run("status", "1", "--watch")
    assert "Cup (finished)" in watched.out
    table = list(csv.DictReader(run("status", "1", "--csv").out.splitlines()))
    assert {row["name"] for row in table} >= {"Ann", "Computer 1"}
    assert sum(int(row["played"]) for row in table) >= 4

    record = json.loads(run("export", "1").out)
    assert record["tournament"]["name"] == "Cup"
    assert "Ann" in run("export", "1", "--format", "csv").out
    games = run("export", "1", "--format", "txt").out.splitlines()
    assert len(games) == 6
    out = tmp_path / "cup.json"
    assert run("export", "1", str(out)).code == 0
    assert json.loads(out.read_text())["definition"]["size"] == 4
    assert run("export", "1", str(out)).code == 2


def test_a_tournament_is_announced_by_options_paused_and_finished(run: Run) -> None:
    made = run("new", "--name", "Quick", "--player", "Ann", "--player", "Bob", "--csv")
    assert made.code == 0, made.err
    rows = list(csv.DictReader(made.out.splitlines()))
    assert [row["name"] for row in rows] == ["Ann", "Bob"]
    assert all(row["key"] for row in rows)
    assert run("start", "1").code == 0
    shown = run("status", "1").out
    assert "Playing now:\n  game 1: " in shown
    assert "(black) v" in shown
    (match,) = re.findall(r", match ([0-9a-z]+)$", shown, re.MULTILINE)
    decided = run("adjudicate", "1", match, "white")
    assert decided.out.startswith("Game 1 of Quick is decided: white wins 2-2 (adjudication); 1 of")
    unknown = run("adjudicate", "1", "9", "white")
    assert (unknown.code, unknown.err.count("\n")) == (2, 1)
    assert "there is no game '9' in this tournament" in unknown.err
    run("adjudicate", "1", "1", "void")
    assert run("pause", "1").out.startswith("Quick is paused")
    assert run("resume", "1").out.startswith("Quick continues")
    assert run("finish", "1").out.startswith("Quick is over")
    (row,) = json.loads(run("status", "--json").out)
    assert (row["name"], row["status"], row["players"]) == ("Quick", "finished", 2)


def test_a_damaged_tournament_is_listed_as_damaged(run: Run, live: LiveServer) -> None:
    run("new", "--name", "Cup")
    assert "problem" not in json.loads(run("status", "--json").out)[0]
    damage(live.server, 1)
    listed = run("status")
    assert listed.code == 0, listed.err
    rows = {line.split()[1]: line.split() for line in listed.out.splitlines()}
    assert (rows["Broken"][2], rows["Cup"][2]) == ("damaged", "draft")
    assert listed.err.startswith("Tournament 101 is damaged: its text is not JSON.\n")
    assert "outflank admin damaged" in listed.err
    broken, sound = json.loads(run("status", "--json").out)
    assert broken["problem"] == "tournament 101 is damaged: its text is not JSON"
    assert sound["problem"] is None
    assert run("status", "--csv").out.splitlines()[0].endswith(",games,problem")
    one = run("status", "101")
    assert (one.code, one.err.count("\n"), "is damaged" in one.err) == (2, 1, True)


def test_a_latecomer_can_enter_a_swiss_but_not_a_round_robin(run: Run) -> None:
    run("new", "--name", "Cup", "--format", "swiss", "--rounds", "3")
    run("players", "1", "Ann", "Bob")
    run("start", "1")
    entered = run("players", "1", "Cid", "--csv")
    assert entered.code == 0, entered.err
    assert entered.out.splitlines()[1].startswith("1,3,Cid,oth_")
    table = {row["name"]: row for row in json.loads(run("status", "1", "--json").out)}
    assert (table["Cid"]["losses"], table["Cid"]["points"]) == (1, 0)
    run("new", "--name", "League", "--player", "Dan", "--player", "Eve")
    run("start", "2")
    refused = run("players", "2", "Fay")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "all games of a round-robin are paired at its start" in refused.err


def test_an_organiser_can_correct_what_went_wrong(run: Run) -> None:
    run("new", "--name", "Cup", "--size", "4", "--games", "2")
    run("players", "1", "Ann", "Bbo", "Cid", "=Dan")
    assert "2 Bbo" in run("status", "1").out
    assert run("withdraw", "1", "2").out == "Bbo was withdrawn.\n"
    listed = list(csv.DictReader(run("players", "1", "--csv").out.splitlines()))
    assert [row["name"] for row in listed] == ["Ann", "Cid", "'=Dan"]
    run("start", "1")
    decided = run("adjudicate", "1", "1", "draw", "--note", "power cut")
    assert decided.out == (
        "Game 1 of Cup is decided: draw 2-2 (adjudication); 1 of 6 games played.\n"
    )
    again = run("adjudicate", "1", "1", "void")
    assert again.out == "Game 1 of Cup will be played again; 0 of 6 games played.\n"
    assert "unplayed games are struck" in run("withdraw", "1", "3").out
    assert run("reinstate", "1", "3").out == "Cid is back: 0 of 6 games played.\n"
    (key,) = csv.DictReader(run("key", "1", "3", "--csv").out.splitlines())
    assert (key["name"], key["key"][:4]) == ("Cid", "oth_")
    games = json.loads(run("status", "1", "--games", "--json").out)
    assert [game["game"] for game in games] == [1, 2, 3, 4, 5, 6]
    cross = json.loads(run("status", "1", "--cross", "--json").out)
    assert {line["name"]: line["v 1"] for line in cross} == {"Ann": "", "Cid": "..", "=Dan": ".."}


def test_a_registered_player_enters_the_next_cup_under_the_same_name(
    run: Run, live: LiveServer
) -> None:
    key = live.new_player("Ann")
    run("new", "--name", "Cup")
    entered = run("players", "1", "--registered", "Ann", "--csv")
    assert entered.out.splitlines()[1:] == ["1,1,Ann,"]
    with Client(live.url, key) as ann:
        assert ann.me()["player"]["name"] == "Ann"
    assert "nobody is called" in run("players", "1", "--registered", "Zoe").err


def test_a_new_player_whose_name_is_taken_is_reported(run: Run, live: LiveServer) -> None:
    live.new_player("Zoe")
    made = run("new", "--name", "Cup", "--player", "Ann", "--player", "Zoe")
    assert "The name Zoe is taken, so the new player is Zoe (2)" in made.err
    assert "Ann" not in made.err
    assert "`outflank tournament withdraw 1 2`" in made.err
    entered = run("players", "1", "Bob", "ann", "--computer", "1", "--registered", "Zoe")
    assert entered.err.count("\n") == 1
    assert "so the new player is ann (2); `outflank tournament withdraw 1 6`" in entered.err


def test_an_unwanted_draft_is_archived(run: Run) -> None:
    run("new", "--name", "Mistake")
    assert "Nobody has entered." in run("status", "1").out
    assert run("finish", "1").code == 0
    assert "Mistake (archived)" in run("status", "1").out


def test_a_definition_may_come_from_standard_input_and_names_from_a_file(
    run: Run, tmp_path: Path
) -> None:
    assert run("new", "-", stdin='name = "Piped"').code == 0
    names = tmp_path / "names.txt"
    names.write_text("Ann\n\n Bob \n")
    done = run("players", "1", "--names", str(names))
    assert "Ann" in done.out
    assert "will not be shown again" in done.out
    assert [row["name"] for row in json.loads(run("players", "1", "--json").out)] == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["new"], "name is missing"),
        (["new", "-"], "this is not TOML"),
        (["new", "--name", "Cup", "--size", "7"], "size must be an even number"),
        (["new", "--name", "Cup", "--key", "wrong"], "UNAUTHORIZED"),
        (["start", "9"], "NOT_FOUND"),
        (["status", "9"], "NOT_FOUND"),
        (["status", "--games"], "--games needs the number of a tournament"),
        (["adjudicate", "9", "1", "red"], "'red' is not one of"),
        (["status", "--server", "nowhere://x"], "is not a server address"),
    ],
)
def test_mistakes_are_reported_in_one_sentence(
    run: Run, arguments: list[str], problem: str
) -> None:
    done = run(*arguments, stdin="= nonsense")
    assert done.code == 2
    assert problem in done.err
    assert done.err.count("\n") == 1


def test_changing_needs_a_key_and_looking_does_not(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OUTFLANK_ADMIN_KEY")
    assert run("status").out == "Nothing to show.\n"
    done = run("new", "--name", "Cup")
    assert (done.code, "set OUTFLANK_ADMIN_KEY" in done.err) == (2, True)


LONGEST = "x" * 32


@pytest.mark.parametrize("columns", [80, 100, 200])
@pytest.mark.parametrize("name", ["Ann", "Deep Blue of Armonk", LONGEST])
def test_a_terminal_of_usual_width_shows_whole_names(columns: int, name: str) -> None:
    line = {
        "rank": 1, "name": name, "withdrawn": True, "played": 100, "wins": 98, "draws": 1,
        "losses": 1, "points": 98.5, "sonneborn_berger": 4823.25, "disc_difference": -1234,
        "elo": 412.3, "elo_error": 88.8,
    }  # fmt: skip
    tournament = {
        "name": "Cup", "status": "running", "progress": {"played": 1, "total": 2}, "size": 8,
        "format": "round-robin", "variant": "classic", "clock": "5+3", "boards": [],
    }  # fmt: skip
    console = Console(width=columns, file=io.StringIO(), highlight=False)
    with console.capture() as shown:
        console.print(view(tournament, [line, line | {"name": "Bob"}], console))
    lines = shown.get().splitlines()
    (row,) = [line for line in lines if name in line]
    assert f"{name} (left)" in row
    assert "98.5" in row
    assert "+412" in row
    assert max(map(len, lines)) <= columns
    assert ("●" in row) == (columns == 200 or (columns == 100 and name == "Ann"))


def test_a_dead_server_is_reported_at_once_in_one_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scripted_server() as gone:
        url = gone.url
    monkeypatch.setattr("outflank.cli.server.client_options.FIRST_PATIENCE", 0)
    monkeypatch.setenv("OUTFLANK_SERVER", url)
    done = run("status")
    assert (done.code, done.out) == (1, "")
    assert f"the server does not answer: cannot connect to {url} (" in done.err
    assert done.err.count("\n") == 1


def test_a_dead_server_is_given_up_within_three_seconds() -> None:
    waited: list[float] = []
    retries = RetryPolicy(FIRST_PATIENCE, now=lambda: sum(waited), jitter=lambda: 1.0)
    with contextlib.suppress(ServerError):
        while True:
            waited.append(retries.delay_after(unreachable_error("gone")))
    assert 1 < sum(waited) < 3


def test_elo_bars_share_one_scale() -> None:
    strong, weak = elo_bars([{"elo": 50, "elo_error": 10}, {"elo": -50, "elo_error": 10}])
    assert strong.index("●") > weak.index("●")
    assert len(strong) == len(weak)
    assert elo_bars([]) == []
    assert elo_bars([{"elo": 0, "elo_error": 0}]) == ["●" + " " * 20]


def test_a_draft_can_be_changed_and_absent_players_are_named(run: Run, live: LiveServer) -> None:
    assert run("new", "--name", "Cup", "--player", "Ann", "--player", "Bob").code == 0
    refused = run("new", "--name", "Other", "--clock", "1s/move", "--no-show", "30")
    assert (refused.code, "runs out after 1" in refused.err) == (2, True)
    changed = run("change", "1", "--clock", "5+3", "--format", "swiss", "--closed")
    assert changed.out == "Cup has changed: clock 5+3, closed True, format swiss.\n"
    assert run("change", "1").code == 2
    key = json.loads(run("key", "1", "1", "--json").out)[0]["key"]
    with Client(live.url, key) as ann:
        ann.me()
    shown = run("status", "1").out
    assert "1 Ann (connected)" in shown
    assert "2 Bob (not connected)" in shown
    started = run("start", "1")
    assert (started.code, started.err) == (0, "Warning: Bob is not connected.\n")
    assert started.out == "Cup has started: 0 of 1 games played.\n"
    late = run("change", "1", "--boards", "3")
    assert (late.code, "settings cannot be changed" in late.err) == (2, True)
