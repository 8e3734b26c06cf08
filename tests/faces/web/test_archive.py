"""The pages of games, players and tournaments link to each other and need no script."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest

from outflank.arena import Knockout
from outflank.errors import TooMany
from outflank.play.setup import Player, Setup, Undo
from outflank.rules import BLACK, WHITE, Classic, find_variant
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches.match_registry import Terms
from outflank.server.rate_limits import RateLimit
from support.server.app_client import AppClient
from support.server.competition_server import first_move
from support.server.server_process import wait_until
from support.server.tournament_server import begin_cup, play_all

HTML = {"Accept": "text/html"}


def play(
    server: CompetitionServer, black: int, white: int, *, variant: str = "classic", size: int = 4
) -> str:
    """Let black win by resignation after one move."""
    setup = Setup(
        players=(Player(f"#{black}", f"person:{black}"), Player(f"#{white}", f"bot:{white}")),
        start=find_variant(variant).start(size),
        undo=Undo.CONSENT,
    )
    room = server.registry.open(setup, Terms(black, white))
    turn, square = first_move(room)
    room.play(square, turn=turn)
    room.resign(WHITE)
    return room.name


def me(client: AppClient) -> int:
    """Sign in as a new guest, and return the player."""
    headers = {"Origin": "http://localhost"}
    answer = client.post("/api/v1/session", headers=headers).json
    return int(answer["player"]["id"])


def page(client: AppClient, path: str, status: int = 200) -> str:
    answer = client.get(path, headers=HTML)
    assert answer.status_code == status, (path, answer.text)
    assert "<script src=" in answer.text
    assert 'type="module"' not in answer.text or "/game/" in path
    return answer.text


def games_in(text: str) -> list[str]:
    return re.findall(r'<td><a href="/game/([0-9a-z]+)"', text)


def test_a_returning_visitor_can_find_and_filter_their_games(
    client: AppClient, server: CompetitionServer
) -> None:
    own = me(client)
    bob, cleo = (server.accounts.register(name)[0].id for name in ("Bob", "Cleo"))
    first = play(server, own, bob)
    second = play(server, cleo, own, variant="anti")
    other = play(server, bob, cleo)
    assert games_in(page(client, "/games")) == [second, first]
    assert games_in(page(client, "/games?whose=all")) == [other, second, first]
    assert games_in(page(AppClient(client.app), "/games")) == [other, second, first]
    assert games_in(page(client, f"/games?player={bob}")) == [other, first]
    for query, found in {
        "opponent=bob": [first],
        "opponent=Computer+5": [],
        "result=won": [first],
        "result=lost": [second],
        "color=white": [second],
        "variant=anti": [second],
        "size=4&variant=classic": [first],
        "size=8": [],
        "since=2020-01-01": [second, first],
        "until=2020-01-01": [],
        "until=9999-12-31": [second, first],
        "opening=tiger": [],
        "opponent=&result=&size=": [second, first],
    }.items():
        text = page(client, f"/games?{query}")
        assert games_in(text) == found, query
        assert ("No games match these filters." in text) == (not found)
    text = page(client, "/games?opponent=Bob&result=won")
    assert 'value="Bob"' in text
    assert '<option value="won" selected>' in text


def test_an_impossible_tournament_number_has_no_page(client: AppClient) -> None:
    for number in ("0", "99", "9223372036854775808"):
        page(client, f"/tournament/{number}", 404)


def test_an_impossible_filter_is_refused_in_a_sentence(client: AppClient) -> None:
    for query, sentence in {
        "size=9x": "Size is a whole number, not &#39;9x&#39;.",
        "size=40": "Size is from 4 to 16, not 40.",
        "since=yesterday": "Since is a date such as 2026-11-16.",
        "variant=chess": "chess",
        "opening=%00": "opening",
        "result=maybe": "Result is one of black, white, drawn.",
        "before=zzz": "There is no match &#39;zzz&#39;.",
        "before=%27--": "The list cannot go on from there; begin it again.",
        "player=1e9": "Player is a whole number",
        "whose=yours": "Whose is mine or all.",
    }.items():
        text = page(client, f"/games?{query}", 400)
        assert sentence in text, query
        assert games_in(text) == []


def test_filtering_by_an_unknown_player_says_so(client: AppClient) -> None:
    me(client)
    assert "Nobody is called &#39;Zoe&#39;." in page(client, "/games?opponent=Zoe")
    assert "There is no player 999." in page(client, "/games?player=999")


def test_a_long_list_has_pages(client: AppClient, server: CompetitionServer) -> None:
    own = me(client)
    bob = server.accounts.register("Bob")[0].id
    played = [play(server, own, bob) for _ in range(32)]
    seen: list[str] = []
    path = "/games?opponent=Bob"
    while path:
        text = page(client, path)
        seen += games_in(text)
        (path,) = re.findall(r'href="([^"]+)">Older games', text) or [""]
        path = path.replace("&amp;", "&")
    assert len(seen) == 32
    assert set(seen) == set(played)


def test_private_games_are_shown_only_to_their_player(
    client: AppClient, server: CompetitionServer
) -> None:
    own = me(client)
    setup = Setup(
        players=(Player(f"#{own}", f"person:{own}"), Player("Grandma", f"beside:{own}")),
        start=Classic().start(4),
        undo=Undo.UNTIL_REPLY,
    )
    room = server.registry.open(setup, Terms(own, None, private=True))
    room.resign(BLACK)
    text = page(client, "/games")
    assert games_in(text) == [room.name]
    assert "Grandma" in text
    for path in ("/games?whose=all", f"/games?player={own}"):
        assert games_in(page(AppClient(client.app), path)) == []
    assert games_in(page(client, "/games?whose=all")) == []


def test_a_player_has_results_by_opponent_colour_and_opening(
    client: AppClient, server: CompetitionServer
) -> None:
    ada, bob = (server.accounts.register(name)[0].id for name in ("Ada", "Bob & Co"))
    for _ in range(2):
        play(server, ada, bob)
    lost = play(server, bob, ada)
    server.openings.close()  # it would note that a 4x4 game has no opening
    server.store.past_games.name_openings({lost: "Tiger"})
    text = page(client, f"/player/{ada}")
    rows = re.findall(
        r'<th scope="row" class="who"><a href="([^"]+)">([^<]+)</a></th><td class="number">(\d+)'
        r'</td><td class="number">([\d ]+)</td>',
        text,
    )
    assert (f"/player/{bob}", "Bob &amp; Co", "3", "2 0 1") in rows
    assert (f"/games?player={ada}&amp;color=black", "Black", "2", "2 0 0") in rows
    assert (f"/games?player={ada}&amp;color=white", "White", "1", "0 0 1") in rows
    assert (f"/games?player={ada}&amp;opening=Tiger", "Tiger", "1", "0 0 1") in rows
    assert len(games_in(page(client, f"/games?player={ada}&opening=Tiger"))) == 1
    assert f'href="/games?player={ada}"' in text


@pytest.mark.server("by hand")
def test_a_tournament_has_a_page_while_it_runs_and_afterwards(
    client: AppClient, server: CompetitionServer
) -> None:
    number = begin_cup(server)
    server.tournaments.run_pass()
    text = page(client, f"/tournament/{number}")
    assert "<h1>Cup</h1>" in text
    assert "Being played now" in text
    (running, *_) = re.findall(r'href="/game/([0-9a-z]+)"', text)
    ann = server.accounts.named("Ann").id
    assert f'<a href="/player/{ann}">Ann</a>' in text
    game = page(client, f"/game/{running}")
    assert f'<a href="/tournament/{number}">Cup</a>' in game
    assert len(re.findall(r'href="/player/\d+"', game)) == 2
    play_all(server, number)
    text = page(client, f"/tournament/{number}")
    assert "Being played now" not in text
    assert "finished" in text
    assert len(games_in(text)) == server.tournaments.pairing_count(number)
    listed = page(client, "/tournaments")
    assert f'<a href="/tournament/{number}">Cup</a>' in listed
    won = server.tournaments.standings(number)[0]["name"]
    winner = server.accounts.named(won)
    assert f'<td class="who"><a href="/player/{winner.id}">{won}</a></td>' in listed
    server.accounts.rename(winner.id, "Another Name")
    assert f'<td class="who"><a href="/player/{winner.id}">Another Name</a></td>' in page(
        client, "/tournaments"
    )
    text = page(client, f"/tournament/{number}")
    assert f'<a href="/tournament/{number}">Cup</a>' in page(client, f"/player/{ann}")
    assert f'<a href="/tournament/{number}">Cup</a>' in page(client, f"/games?player={ann}")
    assert games_in(page(client, f"/tournament/{number}?from=3")) == games_in(text)[2:]
    assert page(client, f"/tournament/{number}?from=zzz") == text


@pytest.mark.server("by hand")
def test_the_list_and_the_page_count_the_same_games(
    client: AppClient, server: CompetitionServer
) -> None:
    number = begin_cup(server)
    server.tournaments.run_pass()
    for room in server.tournaments.rooms(number):
        room.resign(WHITE)
    server.tournaments.run_pass()
    # A player who leaves so early is removed, together with the game they played.
    server.tournaments.withdraw(number, 1, "tests")
    play_all(server, number)
    (listed,) = server.store.past_tournaments.listed(limit=9)
    progress = server.tournaments.summary(number)["progress"]
    assert any(game["struck"] and game["result"] for game in server.tournaments.pairings(number))
    assert {"played": listed.played, "total": listed.total} == progress
    text = f"{progress['played']} of {progress['total']} games played"
    assert text in page(client, f"/tournament/{number}")
    assert f'<td class="number wide">{progress["played"]}</td>' in page(client, "/tournaments")


@pytest.mark.server("by hand")
def test_a_knockout_has_a_bracket(client: AppClient, server: CompetitionServer) -> None:
    number = begin_cup(server, format=Knockout())
    server.tournaments.run_pass()
    text = page(client, f"/tournament/{number}")
    assert ("Semi-finals" in text, "Final" in text, "Cross table" in text) == (True, True, False)
    assert text.count('<div class="meeting">') == 3
    assert text.count("to be decided") == 2
    play_all(server, number)
    text = page(client, f"/tournament/{number}")
    assert "to be decided" not in text
    (final,) = re.findall(r"<h3>Final</h3>.*?</ul>", text, re.DOTALL)
    won = server.tournaments.standings(number)[0]["name"]
    assert re.search(rf'<p class="won"><span class="who"><a [^>]*>{won}</a></span>', final)
    assert re.search(r'<a href="/game/[0-9a-z]+">Game 3</a>', final)


@pytest.mark.server("by hand")
def test_drafts_and_unknown_tournaments_have_no_page(
    client: AppClient, server: CompetitionServer
) -> None:
    from outflank.arena import Definition

    draft = server.tournaments.registration.create(Definition("Draft"), "tests")
    for path in (f"/tournament/{draft}", "/tournament/999", "/player/999"):
        assert "There is nothing here" in page(client, path, 404)
    assert "Draft" not in page(client, "/tournaments")


@pytest.mark.server(tryout=True)
def test_try_out_tournaments_are_listed_on_request(client: AppClient) -> None:
    assert "/tournament/1" not in page(client, "/tournaments")
    assert "/tournament/1" in page(client, "/tournaments?tryouts=1&before=zz")


@pytest.mark.parametrize("path", ["/games?size=6", "/player/1", "/tournaments", "/watch"])
def test_an_address_that_opens_too_many_pages_is_told_to_wait(client: AppClient, path: str) -> None:
    limiter, stranger = client.app.limiter, AppClient(client.app, "192.0.2.1")
    answers = []

    def is_refused() -> bool:  # at once, unless a slow machine has allowed one more
        with suppress(TooMany):
            while True:
                limiter.check(RateLimit.PAGES, address="192.0.2.1")
        answers.append(stranger.get(path, headers=HTML))
        return answers[-1].status_code == 429

    wait_until(is_refused, "the limit")
    assert "too many pages" in answers[-1].text
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert AppClient(client.app, "192.0.2.2").get("/tournaments").status_code == 200
