"""GTP's `loadsgf`: a game of a file is taken over, as it ended or as it was before a move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank.notation import read_file, write
from outflank.rules import PASS, Game, Position
from support.notation_samples import PASSES
from support.speaking import Peer

SGF = "(;FF[4]GM[2]SZ[8];B[f5];W[d6](;B[c3];W[d3])(;B[c4]))(;GM[2]SZ[6];B[d2])"


@pytest.fixture
def peer() -> Iterator[Peer]:
    peer = Peer("greedy", protocol="gtp")
    yield peer
    peer.send("quit")
    assert [line.strip() for line in peer.rest()] == ["=", ""]


def answer(peer: Peer, command: str) -> str:
    """Send a command and return its reply, whose last line is empty."""
    peer.send(command)
    lines = []
    while (line := peer.line()) is not None and line.strip():
        lines.append(line.rstrip())
    return "\n".join(lines)


def load(peer: Peer, path: Path, *move: int) -> list[str]:
    """Load a file and return the legal moves then."""
    command = " ".join(["loadsgf", str(path), *map(str, move)])
    assert answer(peer, command) == "="
    return answer(peer, "gogui-rules_legal_moves").removeprefix("= ").split()


def legal(position: Position) -> list[str]:
    return [str(move).upper() for move in position.legal_moves]


def test_the_first_game_of_a_file_is_taken_over(peer: Peer, tmp_path: Path) -> None:
    path = tmp_path / "my games.sgf"
    path.write_text(SGF, encoding="utf-8")
    positions = [ply.position for ply in read_file(path).game.mainline()]
    assert load(peer, path) == legal(positions[3])
    assert answer(peer, "undo") == "="
    assert answer(peer, "gogui-rules_legal_moves") == f"= {' '.join(legal(positions[2]))}"
    assert load(peer, path, 1) == legal(Position.start())
    assert load(peer, path, 3) == legal(positions[1])
    assert load(peer, path, 99) == legal(positions[3])
    assert answer(peer, "known_command loadsgf") == "= true"


def test_a_pass_has_a_number_of_its_own(peer: Peer, tmp_path: Path) -> None:
    path = tmp_path / "passes.sgf"
    game = Game.parse(PASSES)
    write(game, path)
    passes = [number for number, move in enumerate(game.moves, 1) if move is PASS]
    assert load(peer, path, passes[0]) == ["pass"]
    assert len(load(peer, path, passes[0] + 1)) > 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(;GM[2];B[a1])", "cannot load file: {path}:1:9: a1 outflanks nothing"),
        ("f5d6", "cannot load file: {path}:"),
        ("(;GM[2]RU[yesno])", "cannot load file: unsupported game; list_games names the others"),
    ],
)
def test_a_file_that_cannot_be_loaded_changes_nothing(
    text: str, problem: str, peer: Peer, tmp_path: Path
) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(text, encoding="utf-8")
    assert answer(peer, "play b f5") == "="
    before = answer(peer, "showboard")
    assert answer(peer, f"loadsgf {path}").startswith(f"? {problem.format(path=path)}")
    assert answer(peer, "showboard") == before
