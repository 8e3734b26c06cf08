"""The process of `outflank engine`: it searches with the native engine, and it always ends."""

import signal
import subprocess
import sys

import pytest

from support.speaking import Peer, ProcessPeer


@pytest.fixture(scope="module")
def uci() -> ProcessPeer:
    """One process that speaks UCI with the native engine, for several tests."""
    return ProcessPeer("--hash", "16")


@pytest.mark.native
def test_uci_sets_the_engine_and_finds_several_moves(uci: ProcessPeer) -> None:
    uci.send("uci")
    heard = uci.until("uciok")
    assert "option name Hash type spin default 16 min 1 max 1048576" in heard
    assert "option name Threads type spin default 1 min 1 max 64" in heard
    uci.send("setoption name Threads value 2", "setoption name Hash value 4", "isready")
    assert uci.until("readyok") == ["readyok"]
    uci.send("setoption name MultiPV value 2", "position startpos moves P@e3", "go depth 6")
    heard = uci.until("bestmove P@[a-h][1-8] ponder P@[a-h][1-8]")
    last = heard[-3:-1]
    assert [line.split(" score ")[0] for line in last] == [
        "info depth 6 multipv 1",
        "info depth 6 multipv 2",
    ]
    assert all(len(line.partition(" pv ")[2].split()) >= 2 for line in last)


@pytest.mark.native
def test_ugi_names_the_best_move_and_nothing_else() -> None:
    peer = Peer("outflank")
    peer.send("ugi", "go depth 4")
    heard = peer.until("bestmove .*")
    assert len(heard[-2].partition(" pv ")[2].split()) > 1
    assert len(heard[-1].split()) == 2
    assert peer.rest() == []


@pytest.mark.native
def test_an_endless_search_of_the_native_engine_stops_when_told(uci: ProcessPeer) -> None:
    uci.send("uci", "setoption name MultiPV value 1", "position startpos", "go infinite", "isready")
    uci.until("readyok")
    uci.send("stop")
    assert uci.until("bestmove .*")[-1].startswith("bestmove P@")
    uci.send("go infinite", "isready")
    uci.until("readyok")
    code, errors = uci.end()  # with a search that would never end
    assert (code, errors) == (0, "")


def test_a_process_whose_answers_nobody_reads_ends() -> None:
    command = [sys.executable, "-m", "outflank", "engine", "--engine", "greedy"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"name\n")  # and the input stays open
        process.stdin.flush()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of POSIX")
def test_ctrl_c_ends_the_process_with_one_line() -> None:
    peer = ProcessPeer("--engine", "greedy")
    peer.send("uci", "go infinite", "isready")
    peer.until("readyok")
    peer.process.send_signal(signal.SIGINT)
    code, errors = peer.end()
    assert code == 130
    assert errors.strip() == "Interrupted."
