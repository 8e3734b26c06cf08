"""The wire forms of a page's stream: matches, a tournament and the lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from outflank.faces.web.wire.schemas.tournaments import EntrantObject
from outflank.faces.web.wire.schemas.watch import (
    BoardClock,
    BoardView,
    LastMove,
    LobbyLine,
    TournamentLine,
)
from outflank.faces.web.wire.views import tournaments as tournament_views
from outflank.faces.web.wire.views.matches import (
    awaits,
    end_of,
    seat_named,
    status_of,
    turn_of,
    word,
)
from outflank.faces.web.wire.views.players import challenge_object
from outflank.rules import BLACK, WHITE
from outflank.server.matches.player_acts import sides_to_take_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.faces.web.wire.schemas.matches import Seat
    from outflank.faces.web.wire.schemas.tournaments import PairingObject
    from outflank.play.match import Match
    from outflank.rules import Ply
    from outflank.server.accounts.accounts import Accounts
    from outflank.server.competition_server import CompetitionServer
    from outflank.server.matches.live_room import LiveRoom
    from outflank.server.matches.match_entry import MatchEntry

__all__ = [
    "NO_TOURNAMENT",
    "board_view",
    "lobby_line",
    "lobby_rooms",
    "seats_of",
    "tournament_line",
]

_MOST_BOARDS = 24  # of the lobby
_MOST_ENTRANTS = 24  # of a readable cross table
_AROUND_NOW = 24  # games of the schedule before and after the running ones

NO_TOURNAMENT = TournamentLine(None, [], [], [], [], [])


def seats_of(accounts: Accounts, room: LiveRoom) -> tuple[Seat, Seat]:
    """Return the players of black and white, with their present names."""
    black, white = (room.setup.player(color) for color in (BLACK, WHITE))
    return (
        seat_named(accounts, black.name, black.seat),
        seat_named(accounts, white.name, white.seat),
    )


def board_view(entry: MatchEntry, match: Match, seats: tuple[Seat, Seat]) -> BoardView:
    """Return the board of a match."""
    setup, position, outcome = match.setup, match.position, match.outcome
    ended = end_of(match.events_from(match.seq - 1)[0])
    last, passes = _last_move(match.game.plies)
    board = position.board
    return BoardView(
        id=entry.id,
        seq=match.seq,
        status=status_of(outcome),
        variant=setup.variant.name,
        size=setup.size,
        black=seats[0],
        white=seats[1],
        tournament=entry.tournament,
        pairing=entry.pairing,
        rated=entry.rated,
        clock=str(setup.clock),
        created=entry.created,
        cells=str(board),
        counts=[board.count(BLACK), board.count(WHITE)],
        plies=match.game.ply_count,
        turn=turn_of(match),
        awaits=awaits(match),
        legal=_legal(match),
        answer=position.answer.value if position.answer else None,
        last=last,
        passed=[word(ply.color) for ply in passes],
        time=_time(match),
        deadline=match.deadline,
        paused=match.is_paused,
        offer=None if match.offer is None else word(match.offer.by),
        scoring=setup.scoring.value,
        oracle="web" if setup.oracle == "web" else "local",
        undo=setup.undo.value,
        undoable=[word(color) for color in sides_to_take_back(match)],
        redoable=match.can_redo and outcome is None,
        winner=word(outcome.winner) if outcome and outcome.winner else None,
        reason=None if outcome is None else outcome.reason.value,
        score=None if ended is None else list(ended.score),
    )


def _last_move(plies: Sequence[Ply]) -> tuple[LastMove | None, Sequence[Ply]]:
    """Return the last move that placed a disc, and the passes since."""
    for at in range(len(plies), 0, -1):
        ply = plies[at - 1]
        if (placed := ply.placement) is not None:
            move = LastMove(
                color=word(ply.color),
                square=str(placed.square),
                disc=word(placed.color),
                flipped=[str(square) for square in placed.flipped],
                forced=[str(square) for square in placed.forced],
                answer=ply.answer.value if ply.answer else None,
            )
            return move, plies[at:]
    return None, plies


def _legal(match: Match) -> dict[str, list[str]]:
    if awaits(match) != "move":
        return {}
    position = match.position
    return {
        str(square): [str(turned) for turned in position.place(square).turned]
        for square in position.legal_moves.squares
    }


def _time(match: Match) -> BoardClock:
    clock = match.clock
    at = clock.since if clock.running is not None else match.events_from(match.seq - 1)[0].at
    running = None if clock.running is None else word(clock.running)
    return BoardClock(clock.remaining(BLACK, at), clock.remaining(WHITE, at), running, at)


def tournament_line(server: CompetitionServer, number: int) -> TournamentLine:
    """Return the line of a tournament."""
    view = server.tournaments.view(number)
    entrants = msgspec.convert(view["entrants"], list[EntrantObject])
    is_readable = len(entrants) <= _MOST_ENTRANTS
    pairings = tournament_views.pairing_list(server, number).pairings
    return TournamentLine(
        tournament=tournament_views.tournament_summary(server, number),
        entrants=entrants,
        boards=[room.name for room in server.tournaments.rooms(number)],
        standings=tournament_views.standings(server, number).standings,
        lines=tournament_views.cross_table(server, number).lines if is_readable else [],
        schedule=_around_now(pairings),
    )


def _around_now(pairings: list[PairingObject]) -> list[PairingObject]:
    """Return the latest finished games, the running ones and the next ones."""
    played = [game for game in pairings if game.result is not None]
    latest = sorted(played, key=lambda game: game.ended or 0)[-_AROUND_NOW:]
    left = [game for game in pairings if game.result is None and not game.struck]
    running = [game for game in left if game.match is not None]
    coming = [game for game in left if game.match is None]
    return [*latest, *running, *coming[:_AROUND_NOW]]


def lobby_rooms(server: CompetitionServer) -> list[LiveRoom]:
    """Return the newest running matches outside tournaments, without private and abandoned ones."""
    registry = server.registry
    return registry.lobby_rooms(registry.watched_since, _MOST_BOARDS)


def lobby_line(server: CompetitionServer, player: int | None) -> LobbyLine:
    """Return the open seeks, and the challenges of a player."""
    held = [] if player is None else server.challenges.known_to(player)
    own = [] if player is None else server.registry.rooms_of(player)
    return LobbyLine(
        seeks=[challenge_object(server, one) for one in server.challenges.seeks()],
        challenges=[challenge_object(server, one) for one in held],
        boards=[room.name for room in lobby_rooms(server)],
        yours=[room.name for room in own],
    )
