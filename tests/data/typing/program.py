"""A program that uses each package of the library, for a test that misspells its names."""

import asyncio

import outflank
from outflank import BLACK, Board, Game, InvalidValue, Position, SquareSet, Symmetry, open_engine
from outflank.notation import find_format
from outflank.play import ClockSetting, Match, Player, Setup


def position() -> Position:
    board = Board.start(8).transform(Symmetry.ROTATE_RIGHT)
    return Position(board, turn=BLACK).play("f5")


def game() -> Game:
    record = Game(size=8)
    record.push_all("f5d6c3d3")
    record.headers["black"] = "Ann"
    record.plies[0].comment = "the usual start"
    return record.transform(Symmetry.ROTATE_RIGHT)


def corners(board: Board) -> int:
    return len(SquareSet.corners(board.size) & board.empty_squares)


def best_moves() -> list[str]:
    with open_engine(3, seed=1) as engine:
        found = engine.analyse(position(), outflank.Limit(depth=4), candidates=2)
    return [str(variation.move) for variation in found.variations]


def match() -> Match:
    setup = Setup(players=(Player("Ann"), Player("Bob")), clock=ClockSetting.parse("5+3"))
    return Match.start(setup)


def written() -> str:
    reading = outflank.read("f5d6c3")
    print(reading.format, reading.problems, find_format("ggf").name)
    return outflank.write(reading.game, format="sgf")


def told() -> None:
    for opening in outflank.archive.openings_on_the_way(game()):
        print(opening.name, outflank.archive.find_opening("Tiger"))
    print(outflank.native.perft(position(), 3), outflank.analysis.ReviewSettings())
    print(outflank.arena.RoundRobin, outflank.environments.VectorGames(2, size=6).count)
    print(outflank.notebook.NotebookBoard, outflank.drawing.themes(), outflank.__version__)


async def played() -> None:
    async with outflank.client.AsyncClient("http://localhost:5000", "key") as client:
        print(await client.me())


if __name__ == "__main__":
    try:
        told()
        asyncio.run(played())
    except InvalidValue as problem:
        print(problem, best_moves(), corners(Board.start(6)), match(), written())
