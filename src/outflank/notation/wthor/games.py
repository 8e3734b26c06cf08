"""Games of the WTHOR database as Game values, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Final

from outflank.errors import NotationError, OutflankError
from outflank.notation.format import Assumptions, BinaryFormat, Carries
from outflank.notation.loading import BinaryData
from outflank.notation.wthor.database import WthorDatabase, WthorRecord, is_database
from outflank.notation.wthor.names import Names, is_names
from outflank.rules import BLACK, WHITE, Classic, Game, Position, Reason, Square
from outflank.texts import Text

__all__ = ["FORMAT", "game_of"]

_NUMBERS: Final = re.compile(r"([0-9]{1,5}) ([0-9]{1,5}) ([0-9]{1,5})", re.ASCII)
_PAIR: Final = re.compile(r"([0-9]{1,3})-([0-9]{1,3})", re.ASCII)
_FILE: Final = re.compile(r"(?:([0-9]{4}-[0-9]{2}-[0-9]{2}) )?([0-9]{1,3})", re.ASCII)
_YEAR: Final = re.compile(r"[0-9]{4}", re.ASCII)
_USUAL_DEPTH: Final = 24
_MOST: Final = 0xFFFF


def recognises(data: BinaryData) -> bool:
    """Return whether bytes are a WTHOR file of games or of names."""
    return is_database(data) or is_names(data)


# Reading


def read_games(
    data: BinaryData,
    source: str,
    assumed: Assumptions,  # noqa: ARG001
) -> Iterator[Game | NotationError]:
    """Go through the games of a file, with names from the lists beside it."""
    if is_names(data) and not is_database(data):
        raise NotationError(
            Text("errors.notation.wthor_names_instead_of_games"),
            source=source,
        )
    try:
        database = WthorDatabase.from_bytes(data)
        names = Names.beside(Path(source)) if source else Names()
    except NotationError as error:
        raise error.placed(source=error.source or source) from None
    for number, record in enumerate(database.records, 1):
        try:
            yield game_of(record, database, names)
        except OutflankError as error:
            yield NotationError(
                Text("errors.notation.in_game", game=number, problem=error), source=source
            )


def game_of(record: WthorRecord, database: WthorDatabase, names: Names) -> Game:
    """Return one game of a file, and record its result if the board does not decide it."""
    size = database.size
    if max(record.moves, default=0) >= size * size:
        number = next(at for at, square in enumerate(record.moves, 1) if square >= size * size)
        raise NotationError(Text("errors.notation.wthor_move_no_square", move=number))
    wide = bytearray(2 * len(record.moves))
    wide[::2] = record.moves
    game = Game.of_moves(bytes(wide), Classic().start(size))
    game.headers = {
        "event": names.tournament(record.tournament),
        "black": names.player(record.black),
        "white": names.player(record.white),
        "date": f"{database.year:04}",
        "wthor": f"{record.tournament} {record.black} {record.white}",
        "wthor_file": _about(database),
    }
    if record.theoretical:
        game.headers["theoretical"] = _pair(record.theoretical, size)
    if record.black_discs != _discs(game.position):
        game.headers["result"] = _pair(record.black_discs, size)
    if not game.is_over:
        half = size * size // 2
        ahead = (record.black_discs > half) - (record.black_discs < half)
        game.end({1: BLACK, -1: WHITE, 0: None}[ahead], Reason.ADJUDICATION)
    return game


def _about(database: WthorDatabase) -> str:
    """Return the date of the file, if it is known, and the depth of its theoretical scores."""
    created = database.header.created
    return f"{created} {database.header.depth}" if created else str(database.header.depth)


def _pair(black: int, size: int) -> str:
    return f"{black}-{max(0, size * size - black)}"


def _discs(position: Position) -> int | None:
    """Return black's discs as WTHOR counts them, or None if the game is not over."""
    outcome = position.outcome
    return None if outcome is None else outcome.score(empties_to_winner=True)[0]


# Writing


def write_games(games: Sequence[Game]) -> bytes:
    """Make one file of games, which must have been played in one year on boards of one size."""
    records = [_record(game) for game in games]
    years = sorted({_year(game) for game in games})
    sizes = sorted({game.start.size for game in games})
    if len(years) > 1:
        shown = ", ".join(map(str, years))
        raise NotationError(Text("errors.notation.wthor_several_years", years=shown))
    if len(sizes) > 1:
        shown = ", ".join(map(str, sizes))
        raise NotationError(Text("errors.notation.wthor_several_sizes", sizes=shown))
    created, depth = _file_of(games[0]) if games else (None, _USUAL_DEPTH)
    return WthorDatabase.of(
        records,
        year=years[0] if years else 0,
        size=sizes[0] if sizes else 8,
        depth=depth,
        created=created,
    ).to_bytes()


def _record(game: Game) -> WthorRecord:
    _require_usual_start(game)
    size = game.start.size
    moves = bytes(ply.move.index(size) for ply in game.mainline() if isinstance(ply.move, Square))
    found = _NUMBERS.fullmatch(game.headers.get("wthor", ""))
    numbers = [min(int(number), _MOST) for number in found.groups()] if found else [0, 0, 0]
    return WthorRecord(
        numbers[0],
        numbers[1],
        numbers[2],
        _black_discs(game),
        _black_of(game, "theoretical"),
        moves,
    )


def _require_usual_start(game: Game) -> None:
    start, size = game.start, game.start.size
    if size not in (8, 10) or start.board != Classic().start(size).board or start.turn is WHITE:
        raise NotationError(Text("errors.notation.wthor_start"))


def _black_of(game: Game, name: str) -> int:
    found = _PAIR.fullmatch(game.headers.get(name, ""))
    return min(int(found[1]), 255) if found else 0


def _black_discs(game: Game) -> int:
    """Return black's discs by the result header, or by the board, or by the verdict."""
    if _PAIR.fullmatch(game.headers.get("result", "")):
        return _black_of(game, "result")
    position, half = game.root.last().position, game.start.size**2 // 2
    discs = _discs(position)
    if discs is not None:
        return discs
    black, white = position.board.count(BLACK), position.board.count(WHITE)
    if game.verdict is None:
        # The game is undecided, so the discs on the board are all that is known.
        return half + (black - white) // 2
    ahead = {BLACK: 1, WHITE: -1, None: 0}[game.verdict.winner]
    return half + ahead * max(1, abs(black - white) // 2)


def _year(game: Game) -> int:
    found = _YEAR.match(game.headers.get("date", ""))
    return int(found[0]) if found else 0


def _file_of(game: Game) -> tuple[date | None, int]:
    found = _FILE.fullmatch(game.headers.get("wthor_file", ""))
    if found is None:
        return None, _USUAL_DEPTH
    try:
        created = date.fromisoformat(found[1]) if found[1] else None
    except ValueError:
        created = None
    return created, min(int(found[2]), 255)


def reduce_game(game: Game) -> Game:
    """Return the main line as classic Othello, with numbers instead of names."""
    data = write_games([game])
    (reduced,) = read_games(data, "", Assumptions(Classic()))
    assert isinstance(reduced, Game)
    return reduced


FORMAT = BinaryFormat(
    name="wthor",
    title="a WTHOR file",
    extensions=(".wtb", ".wtd"),
    holds=Game,
    carries=frozenset({Carries.HEADERS, Carries.MOVES}),
    signs="a WTHOR header, and as many games as it says",
    recognises=recognises,
    reader=read_games,
    writer=write_games,
    reducer=reduce_game,
)
