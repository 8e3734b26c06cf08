"""The wire forms of players and challenges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.faces.web.wire.schemas.challenges import Challenge
from outflank.faces.web.wire.schemas.matches import Origin
from outflank.faces.web.wire.schemas.players import PlayerObject
from outflank.server.matches.challenges import Challenge as Held

if TYPE_CHECKING:
    from outflank.server.accounts.accounts import Account
    from outflank.server.competition_server import CompetitionServer

__all__ = ["challenge_object", "player_object"]


def player_object(player: Account) -> PlayerObject:
    """Return the wire form of a player."""
    return PlayerObject(player.id, player.name, player.kind)


def challenge_object(server: CompetitionServer, held: Held) -> Challenge:
    """Return the wire form of a challenge."""
    accounts, proposal = server.accounts, held.proposal
    opponent = None if held.opponent is None else player_object(accounts.player(held.opponent))
    return Challenge(
        id=held.id,
        status=held.status,  # type: ignore[arg-type] # the store knows no others
        challenger=player_object(accounts.player(held.challenger)),
        opponent=opponent,
        variant=proposal.variant,
        size=proposal.size,
        clock=proposal.clock,
        color=proposal.color,  # type: ignore[arg-type]
        rated=proposal.rated,
        scoring=proposal.scoring,  # type: ignore[arg-type]
        oracle=proposal.oracle,  # type: ignore[arg-type]
        listed=proposal.listed,
        created=held.created,
        expires=held.expires,
        match=held.match,
        start=proposal.start,
        origin=Origin(proposal.origin, proposal.ply) if proposal.origin else None,
    )
