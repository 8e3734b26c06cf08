"""Past games, played here or elsewhere, as those who look for them see them."""

from pathlib import Path

import pytest

from outflank.archive import build_index
from outflank.arena import Definition
from outflank.errors import UnknownMatch
from outflank.rules import BLACK, WHITE, Classic
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.challenges import Proposal
from outflank.server.played_games import NoPlayedGames, played_games_in
from outflank.store.past_games import PastGameSelection
from support.sample_games import random_games, table_of
from support.server.competition_server import first_move
from support.server.tournament_server import begin_cup, play_all

pytestmark = pytest.mark.server("by hand")


def test_results_are_added_up_by_colour_and_opponent(server: CompetitionServer) -> None:
    ada, bob = (server.accounts.register(name)[0].id for name in ("Ada", "Bob"))
    for loser in (BLACK, BLACK, WHITE):
        made = server.challenges.make(ada, bob, Proposal(size=6, color="black"))
        room = server.challenges.accept(made.id, bob)
        room.play(first_move(room)[1])
        room.resign(loser)
    found = server.past_games.results_of(ada)
    [line] = found.by_color
    assert (line.subject, line.won, line.drawn, line.lost, line.percent) == ("black", 1, 0, 2, 33)
    assert [(one.subject.player, one.games) for one in found.by_opponent] == [(bob, 3)]
    assert found.counted == 0


def test_a_friend_at_the_same_screen_is_listed_with_the_name_in_the_record(
    server: CompetitionServer,
) -> None:
    ada = server.accounts.register("Ada")[0].id
    room = server.challenges.play_friend(ada, "Cid", Proposal(size=6, color="black"))
    server.player_acts.resign(room.name, ada)
    [game] = server.past_games.page(PastGameSelection(player=ada), viewer=ada).games
    names = [server.past_games.recorded_name(game, color) for color in (BLACK, WHITE)]
    assert names == [f"bot:{ada}", "Cid"]


def test_private_games_are_shown_only_to_their_player(server: CompetitionServer) -> None:
    ada, bob = (server.accounts.register(name)[0].id for name in ("Ada", "Bob"))
    room = server.challenges.play_friend(ada, "Cid", Proposal(size=6))
    server.player_acts.resign(room.name, ada)
    chosen, page = PastGameSelection(player=ada, with_private=True), server.past_games.page
    assert page(chosen).games == page(chosen, viewer=bob).games == []
    assert [game.id for game in page(chosen, viewer=ada).games] == [room.name]


def test_the_winners_of_a_tournament_have_their_current_names(server: CompetitionServer) -> None:
    numbers = [begin_cup(server, ("Ann", "Ida")) for _ in range(2)]
    play_all(server, numbers[0])
    page = server.past_tournaments.page(1)
    assert ([one.id for one in page.tournaments], page.older) == ([numbers[1]], numbers[1])
    assert server.past_tournaments.winners_of(page.tournaments[0]) == []
    [finished] = server.past_tournaments.page(5, before=numbers[1]).tournaments
    winners = server.past_tournaments.winners_of(finished)
    server.accounts.rename(winners[0]["player"], "Champion")
    assert server.past_tournaments.winners_of(finished)[0]["name"] == "Champion"


def test_a_draft_is_not_a_past_tournament(server: CompetitionServer) -> None:
    draft = server.tournaments.registration.create(Definition("Cup"), "tests")
    with pytest.raises(UnknownMatch):
        server.past_tournaments.begun(draft)
    begun = begin_cup(server, ("Ann", "Ida"))
    assert server.past_tournaments.begun(begun)["id"] == begun


def test_games_played_elsewhere_are_counted_once_there_is_an_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_HOME", str(tmp_path))
    start = Classic().start()
    with pytest.raises(NoPlayedGames, match="no index of played games"):
        played_games_in(start, most=2)
    table = tmp_path / "games.tsv"
    table.write_text(table_of(random_games(3)), encoding="utf-8")
    build_index([table], tmp_path / "games.sqlite")
    found = played_games_in(start, most=2)
    assert (found.report.tally.games, len(found.newest)) == (3, 2)
