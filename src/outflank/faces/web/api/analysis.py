"""Analysis: games and positions read and written in any notation, opening names, played games."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response
from litestar.di import NamedDependency

from outflank.archive import MoveTally, openings_on_the_way
from outflank.drawing import can_draw_png, png, svg
from outflank.errors import NotationError
from outflank.faces.web.api.admission import Call
from outflank.faces.web.api.problems import Code, Problem
from outflank.faces.web.api.routes import route
from outflank.faces.web.api.schemas.analysis import (
    ArchiveGame,
    ArchiveMove,
    ArchiveQuery,
    ArchiveReport,
    OpeningName,
    OpeningQuery,
    ReadOrder,
    ReadRecord,
    ReadResult,
    StudyGame,
    StudyMoveScore,
    StudyScore,
    WriteOrder,
)
from outflank.faces.web.http.security import BODY_WITH_FILE
from outflank.notation import BinaryFormat, Record, ScoredPosition, find_any_format, read, write
from outflank.notation.record import as_game
from outflank.rules import Board, Classic, Color, Game, Node, Position, Score, parse_move
from outflank.server.closures import Offering
from outflank.server.played_games import played_games_in
from outflank.server.rate_limits import Quota

__all__ = ["handlers"]

_MOST_RECORDS = 100
_MOST_GAMES = 10
_PICTURE = 720  # pixels
_KEEP = {"Cache-Control": "public, max-age=3600"}
_TEXT, _SVG, _PNG, _BYTES = (
    "text/plain; charset=utf-8",
    "image/svg+xml",
    "image/png",
    "application/octet-stream",
)


@route(
    "POST",
    "/analysis/read",
    quota=Quota.PAGES,
    largest_body=BODY_WITH_FILE,
    problems=[Code.BUSY, Code.ILLEGAL_MOVE],
)
def read_games(call: Call, order: NamedDependency[ReadOrder]) -> ReadResult:
    """Read games and positions in any notation, with their variations and remarks.

    The notation is recognised unless `format` names it. Send a `text`, or the `data` of a file
    in base64. What can be read is answered, and one sentence for each thing that cannot; where
    nothing can be read, the request is refused with the first of these sentences.
    """
    with call.services.readings.acquire(str(call.viewer or ""), call.address):
        reading = read(
            order.data or _encoded(order.text),
            format=order.format or None,
            dialect=order.dialect or None,
            variant=order.variant,
            size=None if order.size is msgspec.UNSET else order.size,
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


def _encoded(text: str) -> bytes:
    """Return a text as bytes, which are never taken for the name of a file."""
    if not text.strip():
        raise NotationError("the text is empty; give a game or a position")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise NotationError("the text has half a character in it, a lone surrogate") from None


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
    """Return how a record is listed among others."""
    names = [game.headers.get(str(color), "") for color in Color]
    players = " \N{EN DASH} ".join(name or "?" for name in names) if any(names) else f"{number}"
    more = [game.headers.get("date", ""), game.headers.get("event", "")]
    return ", ".join([players, *filter(None, more)])


def _score_object(score: Score) -> StudyScore:
    more: dict[str, Any] = {"depth": score.depth, "confidence": score.confidence}
    known = {name: value for name, value in more.items() if value is not None}
    return StudyScore(score.discs, score.kind.value, **known)


@route(
    "POST",
    "/analysis/write",
    quota=Quota.PAGES,
    largest_body=BODY_WITH_FILE,
    problems=[Code.BUSY, Code.ILLEGAL_MOVE, Code.NOT_FOUND],
    media=(_TEXT, _SVG, _PNG, _BYTES),
)
def write_game(call: Call, order: NamedDependency[WriteOrder]) -> Response[bytes]:
    """Write a game in a notation, or draw one of its positions.

    A notation of positions, `svg` and `png` show the place `at`, without which it is the end of
    the main line; `plies` must then come as /analysis/read has them, parents and main lines first.
    """
    with call.services.readings.acquire(str(call.viewer or ""), call.address):
        game = read(msgspec.json.encode(order.game), format="json", errors="raise").game
        node = _place(game, order)
        scores = _scores(order, node.position)
        if (kind := order.format.lower()) in ("svg", "png"):
            return _picture(game, node, scores, kind)
        notation = find_any_format(order.format)
        record: Record = game
        if notation.holds is ScoredPosition:
            record = ScoredPosition(node.position, tuple(scores.items()), comment=node.comment)
        if isinstance(notation, BinaryFormat):
            return Response(notation.write_all([record]), media_type=_BYTES)
        text = write(record, format=notation)
        return Response(f"{text}\n".encode(errors="backslashreplace"), media_type=_TEXT)


def _place(game: Game, order: WriteOrder) -> Node:
    if order.at is msgspec.UNSET:
        return game.root.last()
    nodes = [game.root, *game.walk()]
    if order.at >= len(nodes):
        raise NotationError(f"at: the game has {len(nodes) - 1} plies, so there is no {order.at}")
    return nodes[order.at]


def _scores(order: WriteOrder, position: Position) -> dict[Any, Score]:
    """Return the scores of the moves, of which every one must be legal."""
    found = {}
    for one in order.scores:
        move = parse_move(one.move)
        if move not in position.legal_moves:
            raise NotationError(f"scores: {one.move} cannot be played there")
        found[move] = Score(**msgspec.to_builtins(one.score))
    return found


def _picture(game: Game, node: Node, scores: dict[Any, Score], kind: str) -> Response[bytes]:
    game.go_to(node)
    if kind == "svg":
        return Response(svg(game, size=_PICTURE, scores=scores).encode(), media_type=_SVG)
    if not can_draw_png():
        raise Problem(Code.NOT_FOUND, "this server draws no PNG pictures; ask for svg")
    return Response(png(game, size=_PICTURE, scores=scores), media_type=_PNG)


@route("GET", "/analysis/opening")
def name_opening(call: Call, parameters: NamedDependency[OpeningQuery]) -> Response[OpeningName]:  # noqa: ARG001
    """Name the opening of a line of moves; only Othello on 8x8 has names."""
    start = _position(parameters.start) if parameters.start else None
    try:
        game = Game.of_moves(parameters.moves, start)
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
    return Response(named, headers=_KEEP)


def _position(text: str) -> Position:
    return read(text.encode(errors="replace"), format="board", errors="raise").position


@route(
    "GET", "/analysis/games", quota=Quota.PAGES, problems=[Code.BUSY, Code.CLOSED, Code.NOT_FOUND]
)
def count_games(call: Call, parameters: NamedDependency[ArchiveQuery]) -> ArchiveReport:
    """Say what was played in a position of Othello, by the index of played games.

    A server without an index answers NOT_FOUND. `outflank games build` makes one.
    """
    call.server.closures.require_open(Offering.ANALYSIS, call.viewer, caller=call.caller)
    position = Position(Classic(), Board.parse(parameters.cells), Color(parameters.turn))
    with call.services.readings.acquire(str(call.viewer or ""), call.address):
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
                moves="".join(map(str, one.moves)),
            )
            for one in newest
        ],
    )


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


handlers = [read_games, write_game, name_opening, count_games]
