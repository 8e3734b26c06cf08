"""A small program that speaks GTP, well or badly, for the tests that drive such programs.

    python gtp_player.py LOG [WAY ...]

It writes every command to LOG. The ways to behave are given as words, and some of them can be
written to LOG.ways while the program runs.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from outflank.rules import PASS, Color, Game, Position, parse_move

ANSWERS = {"illegal": "a1", "no move": "hello", "resign": "Resign"}


class Player:
    """A board, and the commands that change it."""

    def __init__(self, log: Path, ways: set[str]) -> None:
        self.log, self.ways = log, ways
        self.game = Game()
        self.commands: dict[str, Callable[[list[str]], str]] = {
            "boardsize": self.boardsize,
            "clear_board": self.clear_board,
            "genmove": self.genmove,
            "list_commands": lambda _: "\n".join(self.commands),
            "play": self.play,
            "quit": lambda _: "",
        }
        for way, names in {"clock": "time_settings time_left", "many games": "set_game"}.items():
            if way in ways:
                self.commands |= dict.fromkeys(names.split(), lambda _: "")

    def boardsize(self, words: list[str]) -> str:
        if int(words[0]) > 8:
            raise ValueError("unacceptable size")
        self.game = Game(size=int(words[0]))
        return ""

    def clear_board(self, _: list[str]) -> str:
        self.game = Game(size=self.game.start.size)
        return ""

    def turn_of(self, word: str) -> Position:
        color = {"b": Color.BLACK, "w": Color.WHITE}[word[0].lower()]
        if self.game.position.turn is not color:
            if "passes itself" not in self.ways:
                raise ValueError("wrong colour")
            self.game.push(PASS)
        return self.game.position

    def play(self, words: list[str]) -> str:
        if words[1] == "pass" and "passes itself" in self.ways:
            raise ValueError("syntax error")
        if "refuse" in self.ways:
            raise ValueError("I would rather not")
        self.turn_of(words[0])
        self.game.push(parse_move(words[1]))
        return ""

    def genmove(self, words: list[str]) -> str:
        self.misbehave()
        for way, answer in ANSWERS.items():
            if way in self.ways:
                return answer
        move = self.turn_of(words[0]).legal_moves[0]
        self.game.push(move)
        return str(move).upper()

    def misbehave(self) -> None:
        written = Path(f"{self.log}.ways")
        if written.exists():
            self.ways.add(written.read_text())
        if "silent" in self.ways:
            sys.stdin.read()
            sys.exit()
        while "deaf" in self.ways:
            pass
        if "exit" in self.ways:
            print("no coins left", file=sys.stderr, flush=True)
            sys.exit(3)
        if "nonsense" in self.ways:
            print("=99 f5\n", flush=True)
        while "babble" in self.ways:
            print("la " * 1000, flush=True)

    def obey(self, line: str) -> str:
        number, name, *words = line.split() if line[0].isdigit() else ["", *line.split()]
        with self.log.open("a") as file:
            file.write(f"{name} {' '.join(words)}".strip() + "\n")
        try:
            sign, text = "=", self.commands[name](words)
        except (ValueError, KeyError) as problem:
            sign, text = "?", str(problem)
        if "blank" in self.ways:
            number = f" {number}"
        if "numberless" in self.ways:
            number = ""
        return f"{sign}{number} {text}\n"


def main() -> None:
    player = Player(Path(sys.argv[1]), set(sys.argv[2:]))
    if "banner" in player.ways:
        print("Welcome!\n", flush=True)
    for line in sys.stdin:
        print(player.obey(line), flush=True)
        if "quit" in line:
            break


if __name__ == "__main__":
    main()
