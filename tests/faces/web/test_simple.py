"""The simple routes: statuses, texts, the order of checks, repeats and waiting."""

import threading
from pathlib import Path

import pytest

from outflank.errors import StoreUnavailable
from outflank.faces.web.application import Application
from outflank.rules import BLACK, PASS, WHITE, Board, Position, Square
from outflank.server.competition_server import CompetitionServer
from outflank.server.matches import key_games
from outflank.store.schema import tournaments
from support.server.app_client import AppClient, running_app
from support.server.competition_server import HandClock, open_server
from support.server.web_games import (
    FINE,
    NO_CAPTURE,
    NOT_ACTIVE,
    OCCUPIED,
    OUT_OF_TURN,
    Pair,
    Speaker,
    begin_pair,
    open_room,
    random_game,
    seen_by,
)

OPENING = [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, -1, 1, 0, 0, 0],
    [0, 0, 0, 1, -1, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
]


pytestmark = pytest.mark.server("hand clock", tryout=True)
both = pytest.mark.databases("sqlite", "postgresql")  # the stores are compared in tests/store


def position(text: str, turn: str = "X") -> Position:
    """Return a position on a 4x4 board."""
    return Position(Board.parse(text), BLACK if turn == "X" else WHITE)


ONE_MOVE_LEFT = position("XXXX XXXX XXXX XXO-".replace(" ", ""))


@both
def test_a_new_server_shows_the_opening_and_accepts_the_first_move(speaker: Speaker) -> None:
    answer = speaker.get("/boards/key0")
    assert (answer.status_code, answer.mimetype, answer.json) == (200, "application/json", OPENING)
    assert speaker.get("/move_needed/key0").json is True
    assert speaker.get("/move_needed/key1").json is False
    assert speaker.post("/move/key0/3/2").json == {"error": None}
    assert speaker.get("/move_needed/key1").json is True


def test_boards_are_rows_of_columns(speaker: Speaker) -> None:
    speaker.post("/move/key0/3/2")
    own, other = speaker.get("/boards/key0").json, speaker.get("/boards/key1").json
    assert own is not None
    assert (own[2][3], own[3][2], own[3][3]) == (1, 0, 1)
    assert other == [[-cell for cell in row] for row in own]


@pytest.mark.parametrize(("seed", "size"), [(2, 6), (3, 12)])
def test_a_whole_game_can_be_followed_and_played_move_by_move(
    server: CompetitionServer, speaker: Speaker, seed: int, size: int
) -> None:
    pair = begin_pair(server, size=size)
    swapped = 0
    for now, move in random_game(seed, size)[:-1]:
        for color in (BLACK, WHITE):
            assert speaker.get(f"/boards/{pair.key(color)}").json == seen_by(now, color)
        if move is PASS:  # played by the game itself
            continue
        assert isinstance(move, Square)
        mover, other = pair.key(now.turn), pair.key(now.turn.opponent)
        assert speaker.get(f"/move_needed/{mover}").json is True
        assert speaker.get(f"/move_needed/{other}").json is False
        mirrored = Square(move.row, move.col)
        if not now.is_legal(mirrored):
            swapped += 1
            assert speaker.move(mover, str(mirrored))[1] in (OCCUPIED[1], NO_CAPTURE[1])
        assert speaker.move(mover, str(move)) == FINE
    assert swapped > 10
    assert pair.room.is_over
    assert speaker.get(f"/boards/{pair.black}").json == []
    assert speaker.get(f"/move_needed/{pair.black}").json is False


def test_a_pass_is_played_by_the_game_and_not_requested(
    server: CompetitionServer, speaker: Speaker
) -> None:
    start = position("-OXX -XXX XXXX XXO-".replace(" ", ""))
    pair = begin_pair(server, start=start)
    assert speaker.move(pair.black, "d4") == FINE  # after it white has no move
    assert not pair.room.is_over
    assert speaker.get(f"/move_needed/{pair.black}").json is True
    assert speaker.move(pair.black, "d4") == FINE  # a repeat, because the opponent has not moved
    assert speaker.move(pair.white, "a1") == OUT_OF_TURN
    assert speaker.move(pair.black, "a1") == FINE


def test_an_unknown_key_is_not_found_on_every_route(speaker: Speaker) -> None:
    for answer in (
        speaker.get("/boards/nobody"),
        speaker.get("/move_needed/nobody?wait=x"),
        speaker.post("/set_name/nobody/Ada"),
        speaker.post("/move/nobody/3/2"),
        speaker.post("/move/nobody/+3/99"),
    ):
        assert (answer.status_code, answer.json) == (404, {"error": "key not found"})


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ("+2", "3"),
        ("-1", "3"),
        ("07", "3"),
        ("3", "02"),
        ("3", "%20%202"),
        ("3.0", "2"),
        ("1e0", "2"),
        ("0x3", "2"),
        ("\u0663", "2"),
        ("3", "\uff12"),
        ("3", "\u00b2"),
        ("x", "y"),
        ("3", "2%0A"),
        ("8", "2"),
        ("3", "8"),
        ("3", "16"),
        ("3", "9" * 5000),
    ],
)
def test_malformed_and_out_of_range_coordinates_are_refused(
    speaker: Speaker, x: str, y: str
) -> None:
    answer = speaker.post(f"/move/key0/{x}/{y}")
    assert answer.status_code == 400
    assert answer.json is not None
    assert "coordinates" in answer.json["error"]


def test_malformed_coordinates_are_reported_before_a_missing_game(
    server: CompetitionServer, speaker: Speaker
) -> None:
    _, key = server.accounts.register("Idle")
    assert speaker.post(f"/move/{key}/+3/2").status_code == 400
    assert speaker.move(key, "d3") == NOT_ACTIVE
    assert speaker.move(key, "p16") == NOT_ACTIVE
    assert speaker.get(f"/boards/{key}").json == []


def test_each_refusal_has_its_text_and_status(server: CompetitionServer, speaker: Speaker) -> None:
    pair = begin_pair(server)
    assert speaker.move(pair.white, "d4") == OUT_OF_TURN  # checked first
    assert speaker.move(pair.white, "a1") == OUT_OF_TURN
    assert speaker.move(pair.black, "d4") == OCCUPIED
    assert speaker.move(pair.black, "a1") == NO_CAPTURE
    assert speaker.move(pair.black, "e3") == NO_CAPTURE
    assert speaker.move(pair.black, "d3") == FINE


def test_the_same_square_again_is_a_repeat_until_the_opponent_moves(
    server: CompetitionServer, speaker: Speaker
) -> None:
    pair = begin_pair(server)
    assert [speaker.move(pair.black, "d3") for _ in range(3)] == [FINE] * 3
    assert speaker.move(pair.black, "c4") == OUT_OF_TURN
    assert speaker.move(pair.white, "c3") == FINE
    assert speaker.move(pair.black, "d3") == OCCUPIED
    assert speaker.move(pair.white, "c3") == FINE
    with pair.room.reading() as match:
        assert [str(move) for move in match.game.moves] == ["d3", "c3"]


def test_many_simultaneous_requests_play_one_move(
    server: CompetitionServer, app: Application
) -> None:
    pair = begin_pair(server)
    answers: list[tuple[int, object]] = []

    def send() -> None:
        answers.append(Speaker(AppClient(app)).move(pair.black, "d3"))

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert answers == [FINE] * 8
    assert pair.room.seq == 4  # begun, turn, move, turn


def test_the_move_that_ended_the_game_can_be_repeated(
    server: CompetitionServer, speaker: Speaker, tmp_path: Path
) -> None:
    pair = begin_pair(server, start=ONE_MOVE_LEFT)
    assert speaker.move(pair.black, "d4") == FINE
    assert pair.room.is_over
    assert speaker.move(pair.black, "d4") == FINE
    assert speaker.move(pair.black, "a1") == NOT_ACTIVE
    assert speaker.move(pair.white, "d4") == NOT_ACTIVE


def test_the_move_that_ended_the_game_can_be_repeated_after_a_restart(tmp_path: Path) -> None:
    server = open_server(tmp_path)
    pair = begin_pair(server, start=ONE_MOVE_LEFT)
    with running_app(server) as app:
        assert Speaker(AppClient(app)).move(pair.black, "d4") == FINE
    server.close()
    server = open_server(tmp_path)
    with running_app(server) as app:
        speaker = Speaker(AppClient(app))
        assert speaker.move(pair.black, "d4") == FINE
        assert speaker.move(pair.white, "d4") == NOT_ACTIVE
    server.close()


def test_a_last_game_that_is_not_remembered_is_looked_up(
    server: CompetitionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_games, "_MOST_PLAYERS", 1)
    pair, other = (begin_pair(server, start=ONE_MOVE_LEFT) for _ in range(2))
    with running_app(server) as app:
        speaker = Speaker(AppClient(app))
        assert [speaker.move(one.black, "d4") for one in (pair, other)] == [FINE, FINE]
        assert len(server.key_games._last_match) == 1
        assert speaker.move(pair.black, "d4") == FINE  # it is looked up again


def begin_again(server: CompetitionServer, pair: Pair, start: Position | None = None) -> Pair:
    entry = pair.room.entry
    assert entry.black is not None
    assert entry.white is not None
    return Pair(open_room(server, entry.black, entry.white, start=start), pair.black, pair.white)


def test_in_a_new_game_a_legal_square_is_a_new_move_and_not_a_repeat(
    server: CompetitionServer, speaker: Speaker
) -> None:
    old = begin_pair(server, start=ONE_MOVE_LEFT)
    assert speaker.move(old.black, "d4") == FINE
    new = begin_again(server, old, position("XXXX XXXX XXX- XXO-".replace(" ", "")))
    assert speaker.move(new.black, "d4") == FINE
    with new.room.reading() as match:
        assert [str(move) for move in match.game.moves][:1] == ["d4"]


def test_in_a_new_game_the_previous_games_last_move_is_a_repeat_where_it_is_illegal(
    server: CompetitionServer, speaker: Speaker
) -> None:
    old = begin_pair(server, start=ONE_MOVE_LEFT)
    assert speaker.move(old.black, "d4") == FINE
    new = begin_again(server, old)
    assert speaker.move(new.black, "d4") == FINE  # occupied here: meant for the old game
    assert new.room.seq == 2
    assert speaker.move(new.black, "e4") == OCCUPIED
    assert speaker.move(new.black, "d3") == FINE
    assert speaker.move(new.black, "d4") == OUT_OF_TURN  # the old game is past


def test_a_move_that_comes_too_late_finds_no_game(
    server: CompetitionServer, speaker: Speaker, clock: HandClock
) -> None:
    server.clock_watcher.stop()  # a clock that stands still looks like a stalled process
    pair = begin_pair(server, clock="10s/move")
    clock.pass_time(1_900)
    assert speaker.move(pair.black, "d3") == FINE
    for _ in range(11):  # in steps too short for an outage
        clock.pass_time(1_000)
        server.clock_watcher.write_heartbeat()
    assert speaker.move(pair.white, "c3") == NOT_ACTIVE
    assert pair.room.is_over


def test_games_of_other_variants_are_not_shown_here(
    server: CompetitionServer, speaker: Speaker
) -> None:
    for variant in ("yesno", "anti"):
        pair = begin_pair(server, variant=variant)
        assert speaker.get(f"/boards/{pair.black}").json == []
        assert speaker.get(f"/move_needed/{pair.black}").json is False
        assert speaker.move(pair.black, "d3") == NOT_ACTIVE


def test_a_key_with_several_games_sees_its_tournament_game_or_else_the_oldest(
    server: CompetitionServer, speaker: Speaker
) -> None:
    old = begin_pair(server, size=6)
    assert old.room.entry.black is not None
    assert old.room.entry.white is not None
    open_room(server, old.room.entry.black, old.room.entry.white, size=8)
    boards = speaker.get(f"/boards/{old.black}").json
    assert boards is not None
    assert len(boards) == 6
    with server.database.reading() as connection:
        number = connection.execute(tournaments.select()).first()
    assert number is not None
    open_room(server, old.room.entry.black, old.room.entry.white, size=10, tournament=number.id)
    boards = speaker.get(f"/boards/{old.black}").json
    assert boards is not None
    assert len(boards) == 10


def test_nobody_needs_to_move_in_a_paused_game(server: CompetitionServer, speaker: Speaker) -> None:
    pair = begin_pair(server)
    pair.room.pause()
    assert speaker.get(f"/move_needed/{pair.black}").json is False
    assert speaker.move(pair.black, "d3") == (409, "the game is paused")
    pair.room.resume()
    assert speaker.move(pair.black, "d3") == FINE


# When the disk fails


def test_an_unwritable_database_gives_a_503_and_the_move_can_be_sent_again(
    server: CompetitionServer, speaker: Speaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = begin_pair(server)

    def broken(*_: object) -> None:
        raise StoreUnavailable("the database cannot be written: disk full")

    with monkeypatch.context() as patched:
        patched.setattr(server.database.writer, "submit", broken)
        answer = speaker.post(f"/move/{pair.black}/3/2")
        assert answer.status_code == 503
        assert answer.mimetype == "application/json"
        assert int(answer.headers["Retry-After"]) > 0
        assert speaker.get(f"/move_needed/{pair.black}").json is True
        assert speaker.get(f"/boards/{pair.black}").json == OPENING
    assert speaker.move(pair.black, "d3") == FINE


def test_a_get_request_never_moves(server: CompetitionServer, speaker: Speaker) -> None:
    pair = begin_pair(server)
    for path in (
        f"/move/{pair.black}/3/2",
        f"/set_name/{pair.black}/Ada",
        f"/codekata/move/{pair.black}/3/2",
        "/codekata/restart/admin0",
    ):
        answer = speaker.get(path)
        assert (answer.status_code, answer.mimetype) == (405, "application/json")
        assert "POST" in answer.headers["Allow"]
    assert pair.room.seq == 2
