"""`outflank bot`: any program plays on a real server, and the check finds out bad ones."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from outflank.client import Client
from outflank.client.check import SCRIPT
from outflank.client.check.faults import Exchange, faults_in
from outflank.client.check.script import to_a_pass, to_a_wipe_out
from outflank.rules import BLACK, Game, Move
from support.command import Run
from support.paths import ROOT
from support.server.live_server import LiveServer
from support.server.scripted_server import Reply, problem, scripted_server

# Reads the line of a turn as docs/bots.md describes it, and plays the last legal square.
GOOD = """
import sys
from outflank.rules import BLACK, WHITE, Board, Position, find_variant
for line in sys.stdin:
    cells, side, size, variant, answer, left = line.split()
    turn = BLACK if side == "X" else WHITE
    position = Position(Board.parse(cells), turn, variant=find_variant(variant))
    print(position.legal_moves[-1], flush=True)
"""


def command_for(program: str) -> str:
    return shlex.join([sys.executable, "-uc", program])


@pytest.fixture
def run(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call the command line in this process, without a key from outside."""
    monkeypatch.delenv("OUTFLANK_KEY", raising=False)
    return run


def test_an_engine_plays_its_match_and_ends(run: Run, live: LiveServer) -> None:
    key = live.new_player("Engine")
    with Client(live.url, key) as client:
        match = client.play_computer(1, size=4)["id"]
        done = run("bot", live.url, key, "--engine", "greedy", "--once", "--name", "Greta")
        assert client.match(match)["status"] == "finished"
    assert done.code == 0, done.err
    assert "Playing as Greta." in done.out
    assert "Ended: 0 matches running" in done.out


def test_a_bot_that_is_refused_says_so_and_keeps_trying(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.client.retries._LONG_PAUSE", 0.0)  # say so at once
    me = Reply(body=b'{"role": "player", "player": {"id": 1, "name": "Ann"}}')
    busy, limited = problem("BUSY", 503), problem("RATE_LIMITED", 429)
    with scripted_server(me, me, busy, limited, busy, problem("UNAUTHORIZED", 401)) as server:
        done = run("bot", server.url, "key", "--engine", "greedy", "--quiet")
    assert server.paths == ["/api/v1/me"] * 2 + ["/api/v1/events"] * 4
    waits, ends = done.err.splitlines()
    assert waits == "A test says BUSY. Trying again until it works."
    assert "UNAUTHORIZED" in ends
    assert (done.code, done.out) == (2, "")


def test_the_program_of_the_guide_plays_a_whole_game(
    run: Run, live: LiveServer, tmp_path: Path
) -> None:
    guide = (ROOT / "docs" / "bots.md").read_text("utf-8")
    (program,) = re.findall(r"save it as `mine.py`:\n\n```python\n(.*?)```", guide, re.DOTALL)
    (tmp_path / "mine.py").write_text(program)
    key = live.new_player("Mine")
    with Client(live.url, key) as client:
        match = client.play_computer(1, size=6, color="lot")["id"]
        command = shlex.join([sys.executable, str(tmp_path / "mine.py")])
        done = run("bot", live.url, key, "--command", command, "--once")
        assert client.match(match)["reason"] in ("full board", "wipe-out", "neither side can move")
    assert "Resigned" not in done.out


def test_a_program_plays_with_its_key_in_a_file(run: Run, live: LiveServer, tmp_path: Path) -> None:
    key = live.new_player("Program")
    file = tmp_path / "key"
    file.write_text(f"{key}\n")
    with Client(live.url, key) as client:
        match = client.play_computer(1, size=4, clock="5+0")["id"]
        done = run(
            "bot", live.url, "--key-file", str(file), "--command", command_for(GOOD), "--once"
        )
        assert client.match(match)["reason"] in ("full board", "wipe-out", "neither side can move")
    assert done.code == 0, done.err
    assert key not in done.out


def test_the_key_may_come_from_the_environment(
    run: Run, live: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = live.new_player("Silent")
    monkeypatch.setenv("OUTFLANK_KEY", key)
    with Client(live.url, key) as client:
        client.play_computer(1, size=4)
    done = run("bot", live.url, "--engine", "random", "--once", "--quiet")
    assert (done.code, done.out) == (0, "")


def test_the_match_of_a_program_that_breaks_the_rules_is_resigned(
    run: Run, live: LiveServer
) -> None:
    key = live.new_player("Cheat")
    with Client(live.url, key) as client:
        match = client.play_computer(1, color="black")["id"]
        cheat = command_for("for line in open(0): print('a1')")
        done = run("bot", live.url, key, "--command", cheat, "--once")
        assert client.match(match)["reason"] == "resignation"
    assert "answered a1, but black may play d3" in done.out


def test_challenges_are_declined_on_request(live: LiveServer) -> None:
    key, other = live.new_player("Shy"), live.new_player("Bold")
    words = ["bot", live.url, key, "--engine", "random", "--accept", "none"]
    bot = subprocess.Popen(
        [sys.executable, "-m", "outflank", *words], stdout=subprocess.PIPE, text=True
    )
    assert bot.stdout
    assert "Playing as Shy" in bot.stdout.readline()
    with Client(live.url, other) as client:
        challenge = client.challenge("Shy")
        assert "Declined a challenge from Bold" in bot.stdout.readline()
        assert client.challenge_status(challenge["id"])["status"] == "declined"
    if sys.platform != "win32":
        bot.send_signal(signal.SIGINT)
        assert "Ended: 0 matches running" in bot.stdout.read()
        assert bot.wait(30) == 0
    bot.kill()
    bot.wait(60)
    bot.stdout.close()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["URL", "--engine", "random"], "a key is needed"),
        (["URL", "nobody", "--engine", "random"], "UNAUTHORIZED"),
        (["URL", "KEY"], "give either --engine or --command, and not both"),
        (["URL", "KEY", "--engine", "random", "--command", "x"], "give either"),
        (["URL", "KEY", "--engine", "level:99"], "there is no level"),
        (["ftp://x", "KEY", "--engine", "random"], "'ftp://x' is not a server address"),
        (["check", "URL", "KEY", "--engine", "random", "--only", "chess"], "no game has 'chess'"),
    ],
)
def test_mistakes_are_reported_in_one_sentence(
    run: Run, live: LiveServer, arguments: list[str], problem: str
) -> None:
    key = live.new_player("Someone")
    places = {"URL": live.url, "KEY": key}
    done = run("bot", *(places.get(word, word) for word in arguments))
    assert done.code == 2
    assert problem in done.err
    assert done.err.count("\n") == 1


def test_a_program_that_cannot_play_costs_no_match(
    run: Run, live: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.client.program._AT_ONCE", 60.0)  # however slow the machine is
    key = live.new_player("Slip")
    with Client(live.url, key) as bot:
        match = bot.play_computer(1, color="black")["id"]
        missing = run("bot", live.url, key, "--command", "no-such-program")
        assert (missing.code, "no-such-program cannot be started" in missing.err) == (1, True)
        broken = run("bot", live.url, key, "--command", command_for("raise SystemExit(7)"))
        assert (broken.code, "exit code 7 before its first move" in broken.err) == (1, True)
        assert bot.match(match)["status"] == "running"


# check


def test_a_good_program_has_no_faults(run: Run, live: LiveServer) -> None:
    key = live.new_player("Good")
    done = run(
        "bot", "check", live.url, key, "--command", command_for(GOOD), "--only", "a lost reply"
    )
    assert done.code == 0, done.out + done.err
    assert done.out.endswith("No faults.\n")


@pytest.mark.parametrize("trial", ["a cut stream", "a busy server", "clock pressure"])
def test_an_engine_survives_every_disturbance(run: Run, live: LiveServer, trial: str) -> None:
    key = live.new_player("Steady")
    done = run("bot", "check", live.url, key, "--engine", "greedy", "--only", trial, "--json")
    assert done.code == 0, done.out + done.err
    (row,) = json.loads(done.out)
    assert (row["game"], row["verdict"]) == (trial, "ok")
    assert row["moves"] > 8


@pytest.mark.parametrize(
    ("program", "kind"),
    [
        ("for line in open(0): print('a1')", "illegal move: "),
        ("input(); raise SystemExit(3)", "crash: the program ended with exit code 3"),
        ("for line in open(0): print('?')", "no square: "),
    ],
)
def test_a_bad_program_is_found_out(run: Run, live: LiveServer, program: str, kind: str) -> None:
    key = live.new_player("Bad")
    done = run("bot", "check", live.url, key, "--command", command_for(program), "--only", "small")
    assert done.code == 1
    assert kind in done.out
    assert "1 of 1 games had faults." in done.out


def test_a_late_program_is_found_out(run: Run, live: LiveServer) -> None:
    key = live.new_player("Late")
    sleepy = command_for("import time\nfor line in open(0): time.sleep(60)")
    done = run("bot", "check", live.url, key, "--command", sleepy, "--only", "clock")
    assert done.code == 1
    assert "late: " in done.out


def test_a_bot_that_never_calls_is_a_fault(run: Run, live: LiveServer) -> None:
    key = live.new_player("Absent")
    done = run(
        "bot", "check", live.url, key, "--listen", "0", "--patience", "0.2", "--only", "small"
    )
    assert done.code == 1
    assert "no reply: it was the bot's turn for 0.2 s" in done.out
    assert "Let your bot call http://127.0.0.1:" in done.err


def test_a_match_left_by_a_killed_check_is_resigned_before_the_next_check(
    run: Run, live: LiveServer
) -> None:
    key, old = live.new_player("Good"), live.new_player("Checker")
    with Client(live.url, key) as bot, Client(live.url, old) as checker:
        me = bot.me()["player"]["id"]
        left = bot.accept(checker.challenge(me)["id"])["id"]
        done = run("bot", "check", live.url, key, "--engine", "greedy", "--only", "a pass")
        assert done.code == 0, done.out + done.err
        assert bot.match(left)["reason"] == "resignation"


def test_a_bot_that_plays_elsewhere_is_not_checked(run: Run, live: LiveServer) -> None:
    key = live.new_player("Busy")
    with Client(live.url, key) as bot:
        match = bot.play_computer(1, color="black")["id"]
        done = run("bot", "check", live.url, key, "--engine", "greedy", "--only", "a pass")
        assert done.code == 2
        assert f"Busy is playing match {match}, which would interfere" in done.err
        assert bot.match(match)["status"] == "running"


def test_faults_are_read_from_what_the_server_answered() -> None:
    def one(path: str, status: int, **answer: object) -> str:
        return " ".join(fault.kind for fault in faults_in([Exchange("POST", path, status, answer)]))

    assert one("/api/v1/matches/m/moves", 422, code="ILLEGAL_MOVE") == "illegal move"
    assert one("/move/secret/3/2", 409, error="played out of turn") == "wrong turn"
    assert one("/api/v1/matches/m/moves", 200) == ""
    assert one("/api/v1/matches/m/moves", 503) == ""
    assert one("/api/v1/challenges/c/accept", 409) == ""
    assert one("/api/v1/me", 400, code="BAD_REQUEST") == "malformed request"
    played = Exchange("POST", "/move/secret/3/2", 200, {"error": None})
    repeat = Exchange("POST", "/move/secret/3/2", 409, {"error": "space is occupied"})
    assert list(faults_in([played, repeat])) == []
    hasty = [Exchange("GET", "/api/v1/me", 429)] * 11
    assert [fault.kind for fault in faults_in(hasty)] == ["asks too often"]
    (fault,) = faults_in([Exchange("POST", "/move/secret/3/2", 400, {"error": "no"})])
    assert "secret" not in str(fault)


@pytest.mark.parametrize(("plan", "goal"), [(to_a_pass, "pass"), (to_a_wipe_out, "wipe-out")])
def test_a_scripted_opponent_reaches_its_goal(plan: Callable[..., Move], goal: str) -> None:
    game = Game(size=4)
    while not game.position.is_over:
        position = game.position
        game.push(plan(position) if position.turn is BLACK else position.legal_moves[0])
    outcome = game.outcome
    assert outcome is not None
    assert goal in {*map(str, game.moves), outcome.reason.value}


def test_the_script_covers_sizes_colours_clocks_and_disturbances() -> None:
    assert {trial.size for trial in SCRIPT} == {4, 6, 8}
    assert {trial.color for trial in SCRIPT} == {"black", "white"}
    assert len({trial.disturbance for trial in SCRIPT}) == 4
    assert any(trial.clock != "none" for trial in SCRIPT)
