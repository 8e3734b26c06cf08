"""What anybody can read of a running match."""

import pytest

from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.challenges import Proposal
from outflank.server.matches.public_events import public_lines

pytestmark = pytest.mark.server("by hand")


def test_the_seed_of_the_answers_is_secret_while_a_match_runs(server: CompetitionServer) -> None:
    ada = server.accounts.register("Ada")[0].id
    room = server.challenges.play_friend(ada, "Cid", Proposal("yesno"))
    seed = room.setup.oracle.encode()
    assert seed.startswith(b"drawn:")
    assert seed not in public_lines(room)[0]
    assert b'"oracle":"drawn"' in public_lines(room)[0]
    server.player_acts.resign(room.name, ada)
    assert seed in public_lines(room)[0]
    assert list(public_lines(room, 1)) == list(room.event_lines(1))
