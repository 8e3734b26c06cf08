"""Analysis: games and positions read and written in any notation, opening names, played games."""

from __future__ import annotations

from typing import Any

import msgspec

from outflank.archive import MoveTally, openings_on_the_way
from outflank.drawing import can_draw_png, png, svg
from outflank.errors import NotationError
from outflank.faces.web.api.call import ApiCall
from outflank.faces.web.api.operations import operation
from outflank.faces.web.http.errors import Code, Problem
from outflank.faces.web.http.requests import BODY_WITH_FILE
from outflank.faces.web.http.responses import BytesResponse
from outflank.faces.web.wire.schemas.analysis import (
    ArchiveGame,
    ArchiveMove,
    ArchiveQuery,
    ArchiveReport,
    OpeningName,
    OpeningQuery,
    ReadBody,
    ReadRecord,
    ReadResult,
    StudyGame,
    StudyMoveScore,
    StudyScore,
    WriteBody,
)
from outflank.notation import BinaryFormat, Record, ScoredPosition, find_any_format, read, write
from outflank.notation.record import as_game
from outflank.rules import Board, Color, Game, Node, Position, Score, parse_move
from outflank.server.capacity import CapacityLimit
from outflank.server.closures import Offering
from outflank.server.competition_server import CompetitionServer
from outflank.server.played_games import played_games_in
from outflank.server.rate_limits import RateLimit
from outflank.texts import Text

__all__ = ["AnalysisHandlers"]

_MOST_RECORDS = 100
_MOST_GAMES = 10
_PICTURE = 720  # pixels
_KEEP = (b"cache-control", b"public, max-age=3600")
_TEXT, _SVG, _PNG, _BYTES = (
    "text/plain; charset=utf-8",
    "image/svg+xml",
    "image/png",
    "application/octet-stream",
)


class AnalysisHandlers:
    """Handles games and positions in any notation, names of openings and played games."""

    def __init__(self, server: CompetitionServer, readings: CapacityLimit) -> None:
        self._server = server
        self._readings = readings

    @operation(
        "POST",
        "/analysis/read",
        limit=RateLimit.PAGES,
        largest_body=BODY_WITH_FILE,
        problems=[Code.BUSY, Code.ILLEGAL_MOVE],
    )
    def read_games(self, call: ApiCall, body: ReadBody) -> ReadResult:
        """Read games and positions in any notation, with their variations and remarks.

        The notation is recognised unless `format` names it. Send a `text`, or the `data` of a file
        in base64. The answer holds every readable game, and one sentence for each unreadable one.
        If nothing can be read, the request is refused with the first of these sentences.
        """
        with self._readings.acquire(call.viewer_name, call.address):
            reading = read(
                body.data or _encoded(body.text),
                format=body.format or None,
                dialect=body.dialect or None,
                variant=body.variant,
                size=None if body.size is msgspec.UNSET else body.size,
                most=_MOST_RECORDS,
            )
            if not reading.records:
                _ = reading.game  # raises the first problem
            return ReadResult(
                format=reading.format,
                why=reading.why,
                records=[_record(number, one) for number, one in enumerate(reading, 1)],
                problems=[str(problem) for problem in reading.problems[:_MOST_RECORDS]],
                left_out=reading.left_out,
            )

    @operation(
        "POST",
        "/analysis/write",
        limit=RateLimit.PAGES,
        largest_body=BODY_WITH_FILE,
        problems=[Code.BUSY, Code.ILLEGAL_MOVE, Code.NOT_FOUND],
        media=(_TEXT, _SVG, _PNG, _BYTES),
    )
    def write_game(self, call: ApiCall, body: WriteBody) -> BytesResponse:
        """Write a game in a notation, or draw one of its positions.

        A notation of positions, `svg` and `png` show the position `at`, by default the end of the
        main line. `plies` must then be in the order of /analysis/read: parents and main lines
        first.
        """
        with self._readings.acquire(call.viewer_name, call.address):
            game = read(msgspec.json.encode(body.game), format="json", errors="raise").game
            node = _place(game, body)
            scores = _scores(body, node.position)
            if (kind := body.format.lower()) in ("svg", "png"):
                return _picture(game, node, scores, kind)
            notation = find_any_format(body.format)
            record: Record = game
            if notation.holds is ScoredPosition:
                record = ScoredPosition(node.position, tuple(scores.items()), comment=node.comment)
            if isinstance(notation, BinaryFormat):
                return BytesResponse.of(notation.write_all([record]), _BYTES)
            text = write(record, format=notation)
            return BytesResponse.of(f"{text}\n".encode(errors="backslashreplace"), _TEXT)

    @operation("GET", "/analysis/opening", answer=OpeningName)
    def name_opening(self, query: OpeningQuery) -> BytesResponse:
        """Name the opening of a line of moves; only Othello on 8x8 has names."""
        start = _position(query.start) if query.start else None
        try:
            game = Game.of_moves(query.moves, start)
        except ValueError as error:
            raise NotationError(str(error)) from None
        passed = openings_on_the_way(game)
        last = passed[-1] if passed else None
        named = OpeningName(
            name=last.name if last else None,
            aliases=list(last.aliases) if last else [],
            moves=last.transcript if last else "",
            on_the_way=[one.name for one in passed],
        )
        return BytesResponse.of(msgspec.json.encode(named), "application/json", _KEEP)

    @operation(
        "GET",
        "/analysis/games",
        limit=RateLimit.PAGES,
        problems=[Code.BUSY, Code.CLOSED, Code.NOT_FOUND],
    )
    def count_games(self, call: ApiCall, query: ArchiveQuery) -> ArchiveReport:
        """Return the moves played in a position of Othello, from the index of played games.

        A server without an index answers NOT_FOUND. `outflank games build` makes one.
        """
        self._server.closures.require_open(Offering.ANALYSIS, call.viewer, caller=call.caller)
        position = Position(Board.parse(query.cells), Color(query.turn))
        with self._readings.acquire(call.viewer_name, call.address):
            report, newest = played_games_in(position, most=_MOST_GAMES)
        return ArchiveReport(
            games=report.tally.games,
            black_wins=report.tally.black_wins,
            white_wins=report.tally.white_wins,
            draws=report.tally.draws,
            moves=[_move_object(one) for one in report.moves],
            newest=[
                ArchiveGame(
                    year=one.year,
                    tournament=one.tournament,
                    black=one.black,
                    white=one.white,
                    margin=one.margin,
                    moves="".join(map(str, one.squares)),
                )
                for one in newest
            ],
        )


def _encoded(text: str) -> bytes:
    """Return a text as bytes, which cannot be mistaken for the name of a file."""
    if not text.strip():
        raise NotationError(Text("errors.web.empty_text"))
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise NotationError(Text("errors.web.lone_surrogate")) from None


def _record(number: int, record: Record) -> ReadRecord:
    game = as_game(record)
    scores = record.scores if isinstance(record, ScoredPosition) else ()
    return ReadRecord(
        title=_title(number, game),
        game=msgspec.json.decode(write(game, format="json"), type=StudyGame),
        scores=[
            StudyMoveScore(str(move), _score_object(score))
            for move, score in scores
            if score is not None
        ],
    )


def _title(number: int, game: Game) -> str:
    """Return the title of a record in a list."""
    names = [game.headers.get(str(color), "") for color in Color]
    players = " \N{EN DASH} ".join(name or "?" for name in names) if any(names) else f"{number}"
    more = [game.headers.get("date", ""), game.headers.get("event", "")]
    return ", ".join([players, *filter(None, more)])


def _score_object(score: Score) -> StudyScore:
    more: dict[str, Any] = {"depth": score.depth, "confidence": score.confidence}
    known = {name: value for name, value in more.items() if value is not None}
    return StudyScore(score.discs, score.kind.value, **known)


def _place(game: Game, body: WriteBody) -> Node:
    if body.at is msgspec.UNSET:
        return game.root.last()
    nodes = [game.root, *game.walk()]
    if body.at >= len(nodes):
        raise NotationError(Text("errors.web.no_such_ply", count=len(nodes) - 1, at=body.at))
    return nodes[body.at]


def _scores(body: WriteBody, position: Position) -> dict[Any, Score]:
    """Return the scores of the moves, all of which must be legal."""
    found = {}
    for one in body.scores:
        move = parse_move(one.move)
        if move not in position.legal_moves:
            raise NotationError(Text("errors.web.score_of_illegal_move", move=one.move))
        found[move] = Score(**msgspec.to_builtins(one.score))
    return found


def _picture(game: Game, node: Node, scores: dict[Any, Score], kind: str) -> BytesResponse:
    game.go_to(node)
    if kind == "svg":
        return BytesResponse.of(svg(game, size=_PICTURE, scores=scores).encode(), _SVG)
    if not can_draw_png():
        raise Problem(Code.NOT_FOUND, Text("errors.web.no_png"))
    return BytesResponse.of(png(game, size=_PICTURE, scores=scores), _PNG)


def _position(text: str) -> Position:
    return read(text.encode(errors="replace"), format="board", errors="raise").position


def _move_object(one: MoveTally) -> ArchiveMove:
    return ArchiveMove(
        move=str(one.move),
        games=one.tally.games,
        black_wins=one.tally.black_wins,
        white_wins=one.tally.white_wins,
        draws=one.tally.draws,
        average=one.tally.average,
        opening=one.opening.name if one.opening else None,
    )
