"""Games are written with the current names of their players."""

import pytest

from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.challenges import Proposal
from outflank.server.matches.seat_names import named_game

pytestmark = pytest.mark.server("by hand")


def test_a_game_has_the_current_names_of_its_players(server: CompetitionServer) -> None:
    ada = server.accounts.register("Ada")[0].id
    proposal = Proposal(size=6, color="black")
    beside = server.challenges.play_friend(ada, "Cid", proposal)
    computer = server.challenges.play_computer(ada, "1", proposal)
    server.accounts.rename(ada, "Countess")
    assert [named_game(server.accounts, room).headers["white"] for room in (beside, computer)] == [
        "Cid",
        "Computer 1",
    ]
    assert named_game(server.accounts, beside).headers["black"] == "Countess"
