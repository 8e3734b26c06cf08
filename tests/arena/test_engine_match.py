"""Engine matches: openings, games in pairs, the file of the games, and the score."""

import json
import math
import os
import random
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from outflank.arena.engine_match import (
    EloDifference,
    EngineMatch,
    GameRecord,
    GamesFile,
    MatchPlayer,
    MatchScore,
    OpeningBook,
    RandomOpenings,
    run_match,
)
from outflank.arena.engine_match import game as match_game
from outflank.arena.engine_match.balanced import balanced_openings
from outflank.arena.engine_match.cores import games_at_once, usable_cores, working_on
from outflank.arena.engine_match.sentences import warnings_of
from outflank.engine import Limit, open_engine
from outflank.engine.external import GtpEngine
from outflank.engine.opening_book import own_book
from outflank.errors import EngineError, JournalError, MatchInUse, TournamentError
from outflank.notation import read
from outflank.rules import WHITE, Anti, Classic, Color, Variant, YesNo
from support.paths import GTP_PLAYER


def small_match(
    first: str = "positional", second: str = "random", variant: Variant | None = None
) -> EngineMatch:
    openings = RandomOpenings(variant or Classic(), 6, plies=4)
    return EngineMatch((MatchPlayer(first), MatchPlayer(second)), openings, seed=3)


def program(tmp_path: Path, way: str) -> str:
    return f"gtp:'{sys.executable}' '{GTP_PLAYER}' '{tmp_path / 'log'}' '{way}'"


def timeless(games: list[GameRecord]) -> set[GameRecord]:
    none = (0.0, 0.0)
    return {replace(game, seconds=none, slowest=none) for game in games}


# Openings


def test_random_openings_differ_are_unfinished_and_repeat_with_the_seed() -> None:
    openings = RandomOpenings(Classic(), plies=6)
    first = [game.transcript for game in openings.draw(8, {}, seed=5)]
    assert first == [game.transcript for game in openings.draw(8, {}, seed=5)]
    assert first != [game.transcript for game in openings.draw(8, {}, seed=6)]
    games = list(openings.draw(8, {}, seed=5))
    assert len({game.position.canonical() for game in games}) == 8
    assert all(game.ply_count == 6 and not game.is_over for game in games)


def test_known_openings_are_kept_and_the_others_do_not_change() -> None:
    openings = RandomOpenings(Classic(), 6, plies=4)
    whole = list(openings.draw(5, {}, seed=1))
    assert list(openings.draw(5, {0: whole[0], 3: whole[3]}, seed=1)) == whole


def test_on_a_board_with_few_openings_some_are_used_again() -> None:
    games = list(RandomOpenings(Classic(), 4, plies=1).draw(3, {}, seed=1))
    assert [game.ply_count for game in games] == [1, 1, 1]


def test_openings_that_would_end_the_game_are_refused() -> None:
    with pytest.raises(
        TournamentError, match="no game of Othello on 4x4 lasts longer than 30 plies"
    ):
        list(RandomOpenings(Classic(), 4, plies=30).draw(1, {}, seed=1))


@pytest.mark.native
def test_the_balanced_openings_are_balanced_and_differ() -> None:
    openings = balanced_openings()
    games = list(openings.draw(len(openings), {}, seed=1))
    assert len(games) >= 300
    positions = {game.position.canonical() for game in games}
    assert len(positions) == len(games), "rotated and reflected boards count as equal"
    assert {game.ply_count for game in games} == {8, 9, 10}
    book = own_book()
    found = [book.find(game.position) for game in games]
    assert all(one and one.score and abs(one.score.discs) <= 2 for one in found)
    assert not any(game.position.must_pass for game in games)


def test_listed_openings_are_drawn_without_repetition() -> None:
    openings = OpeningBook(read("f5d6c3\nf5f6e6\nf5f4e3").games)
    drawn = [game.transcript for game in openings.draw(3, {}, seed=1)]
    assert sorted(drawn) == ["f5d6c3", "f5f4e3", "f5f6e6"]
    with pytest.raises(TournamentError, match="4 pairs need 4 openings, but there are 3"):
        openings.draw(4, {}, seed=1)


def test_unsuitable_lists_of_openings_are_refused() -> None:
    with pytest.raises(TournamentError, match="there are no openings"):
        OpeningBook([])
    mixed = [*read("f5d6").games, *read("c2", size=6).games]
    with pytest.raises(TournamentError, match="different boards"):
        OpeningBook(mixed)
    finished = run_match(small_match(), 1)[0].replay(Classic())
    with pytest.raises(TournamentError, match="is a finished game"):
        OpeningBook([finished])


# Games


@pytest.mark.parametrize("variant", [Classic(), Anti(), YesNo()])
def test_every_opening_is_played_twice_with_the_colours_swapped(variant: Variant) -> None:
    match = small_match(variant=variant)
    games = run_match(match, 3)
    assert [(game.pair, game.black) for game in games] == [
        (pair, black) for pair in range(3) for black in range(2)
    ]
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.replay(variant, 4).position == other.replay(variant, 4).position
    for game in games:
        outcome = game.replay(variant).outcome
        assert outcome is not None
        assert game.discs == (outcome.black, outcome.white)
        assert game.points(0) + game.points(1) == 1
        if outcome.winner:
            assert game.points(game.black) == (outcome.winner is Color.BLACK)


def test_both_games_of_a_pair_hear_the_same_answers() -> None:
    games = run_match(small_match(variant=YesNo()), 2)
    for one, other in zip(games[::2], games[1::2], strict=True):
        count = min(len(one.answers), len(other.answers))
        assert count > 5
        assert one.answers[:count] == other.answers[:count]
    assert games[0].answers[:12] != games[2].answers[:12]


def test_a_match_has_the_same_games_whether_or_not_they_run_at_once() -> None:
    match = small_match()
    assert timeless(run_match(match, 3)) == timeless(run_match(match, 3, concurrency=3))


@pytest.mark.native
def test_earlier_games_do_not_change_how_an_engine_with_a_table_plays() -> None:
    players = MatchPlayer("outflank", Limit(nodes=300)), MatchPlayer("outflank", Limit(nodes=500))
    match = EngineMatch(players, RandomOpenings(Classic(), 6, plies=4), seed=2)
    whole = run_match(match, 2)
    resumed = run_match(match, 2, done=[game for game in whole if game.pair == 0], concurrency=2)
    assert timeless(resumed) == timeless(whole)


def test_a_program_at_fault_loses_the_game_and_the_match_goes_on(tmp_path: Path) -> None:
    ways = {"illegal": "illegal move", "exit": "crash", "resign": "resignation"}
    for way, reason in ways.items():
        games = run_match(small_match("random", program(tmp_path, way)), 1)
        assert [game.points(0) for game in games] == [1.0, 1.0]
        assert {game.reason for game in games} == {reason}
        assert all(game.fault and game.margin is None for game in games)
        player = MatchScore.of(games).players[1]
        assert player.illegal + player.crashes + player.resignations == 2


def test_a_program_that_plays_well_plays_whole_games(tmp_path: Path) -> None:
    games = run_match(small_match("random", program(tmp_path, "passes itself")), 2)
    assert all(game.fault is None and game.margin is not None for game in games)


def test_a_match_that_cannot_be_played_ends_with_one_sentence(tmp_path: Path) -> None:
    name = program(tmp_path, "polite")
    with pytest.raises(EngineError, match="does not play Anti-Othello on 6x6"):
        run_match(small_match("random", name, Anti()), 1)
    with pytest.raises(EngineError, match="no-such-program cannot be started"):
        run_match(small_match("random", "gtp:no-such-program"), 1)
    held = EngineMatch(
        (MatchPlayer("random"), MatchPlayer(name, Limit(nodes=5))), small_match().openings
    )
    with pytest.raises(EngineError, match="does not support these limits: depth, nodes"):
        run_match(held, 1, concurrency=2)


def test_a_cancelled_game_returns_none(tmp_path: Path) -> None:
    match = small_match("alphabeta", program(tmp_path, "deaf"))
    cancel = threading.Event()
    cancel.set()
    engines = [open_engine(player.name, programs=True) for player in match.players]
    [opening] = match.openings.draw(1, {}, seed=1)
    pair = engines[0], engines[1]
    assert match_game.play_game(match, 0, opening, 0, engines=pair, cancel=cancel) is None
    for engine in engines:
        engine.close()


def test_a_program_that_does_not_answer_loses_on_time(tmp_path: Path) -> None:
    match = small_match("random", "silent program")
    words = [sys.executable, str(GTP_PLAYER), str(tmp_path / "log"), "silent"]
    [opening] = match.openings.draw(1, {}, seed=1)
    with open_engine("random") as first, GtpEngine(words, patience=60) as second:
        assert second.supports(opening.position)
        second.program.patience = 0.1
        game = match_game.play_game(match, 0, opening, 0, engines=(first, second))
    assert game is not None
    assert (game.reason, game.points(0)) == ("time", 1.0)
    assert MatchScore.of([game]).players[1].timeouts == 1


def test_moves_over_their_limit_are_counted(tmp_path: Path) -> None:
    limits = MatchPlayer("alphabeta", Limit(seconds=1e-9)), MatchPlayer("random", Limit(seconds=60))
    [game, _] = run_match(EngineMatch(limits, RandomOpenings(Classic(), 4, plies=1)), 1)
    assert game.late[1] == 0
    assert game.asked[0] > 0


def test_late_moves_and_lost_games_are_reported_in_sentences() -> None:
    players = MatchPlayer("gtp:edax", Limit(seconds=0.3)), MatchPlayer("7")
    match = EngineMatch(players, RandomOpenings(Classic()))
    slow = GameRecord(
        0, 0, "", 0, (), (), (0, 0), WHITE, "crash", None, (10, 10), (5.93, 99.0), (0.7, 30.0),
        (9, 0), "it ended",
    )  # fmt: skip
    assert warnings_of(match, MatchScore.of([slow])) == [
        (
            "gtp:edax used 593 ms a move where 300 were allowed: "
            "9 of 10 moves were late, the longest 700 ms."
        ),
        "Games that gtp:edax lost other than on the board: 1 crash. The last: it ended.",
    ]
    rude = replace(slow, pair=1, late=(0, 0), fault="it said \x1b[31mno")
    [said] = warnings_of(match, MatchScore.of([replace(slow, late=(0, 0)), rude]))
    assert said.endswith(": 2 crashes. The last: it said ?[31mno.")
    once = replace(slow, seconds=(2.0, 2.0), late=(1, 0), reason="full board")
    assert warnings_of(match, MatchScore.of([once])) == [
        "gtp:edax was allowed 300 ms a move: 1 of 10 moves were late, the longest 700 ms."
    ]


def test_timed_games_have_a_core_each_and_others_use_all_cores() -> None:
    cores = len(usable_cores())
    nodes, seconds = MatchPlayer("7"), MatchPlayer("7", Limit(seconds=1))
    assert games_at_once((nodes, nodes)) == cores + 1
    assert games_at_once((nodes, nodes), 50) == 50
    assert games_at_once((nodes, seconds)) == 1
    assert games_at_once((nodes, seconds), 50) == cores
    assert games_at_once((nodes, MatchPlayer("gtp:edax"))) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps threads on cores")
def test_a_game_with_a_core_of_its_own_stays_there() -> None:
    before = os.sched_getaffinity(0)
    with working_on(max(before)):
        child = [sys.executable, "-c", "import os; print(*os.sched_getaffinity(0))"]
        found = subprocess.run(child, capture_output=True, text=True, check=True)
    assert found.stdout.split() == [str(max(before))]
    assert os.sched_getaffinity(0) == before


# The file


def test_a_match_resumes_where_it_stopped(tmp_path: Path) -> None:
    match, path = small_match(), tmp_path / "match.jsonl"
    whole = run_match(match, 3)
    with GamesFile(path, match) as games_file:
        for game in whole[:3]:
            games_file.add(game)
    with GamesFile(path, match) as games_file:
        assert games_file.games == whole[:3]
        run_match(match, 3, done=games_file.games, on_game=games_file.add)
    with GamesFile(path, match) as games_file:
        assert timeless(games_file.games) == timeless(whole)
        assert len(games_file.games) == 6


@pytest.mark.parametrize("cut", range(1, 400, 57))
def test_an_incomplete_line_that_a_killed_program_left_is_cut_off(tmp_path: Path, cut: int) -> None:
    match, path = small_match(), tmp_path / "match.jsonl"
    games = run_match(match, 1)
    with GamesFile(path, match) as games_file:
        for game in games:
            games_file.add(game)
    path.write_bytes(path.read_bytes()[:-cut])
    with GamesFile(path, match) as games_file:
        assert games_file.games == games[:1]
        games_file.add(games[1])
    with GamesFile(path, match) as games_file:
        assert games_file.games == games


def test_a_first_line_that_was_cut_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    GamesFile(path, small_match()).close()
    whole = path.read_bytes()
    path.write_bytes(whole[:9])
    GamesFile(path, small_match()).close()
    assert path.read_bytes() == whole


def test_the_file_of_another_match_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    GamesFile(path, small_match()).close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match='holds another match: its player 2 name is "random"'):
        GamesFile(path, small_match(second="greedy"))
    with pytest.raises(JournalError, match="holds another match: its seed is 3, not 4"):
        GamesFile(path, replace(small_match(), seed=4))
    assert path.read_bytes() == before


def test_a_file_that_is_not_of_a_match_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("buy milk")
    with pytest.raises(JournalError, match=r"notes\.txt is not the file of a match"):
        GamesFile(path, small_match())
    assert path.read_text() == "buy milk"
    with pytest.raises(JournalError, match="cannot be written"):
        GamesFile(tmp_path, small_match())


@pytest.mark.parametrize("damage", ["{", "[]", "{}", '{"pair": 0}'])
def test_an_error_names_the_damaged_line(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "match.jsonl"
    GamesFile(path, small_match()).close()
    with path.open("a") as file:
        file.write(damage + "\n")
    with pytest.raises(JournalError, match=r"line 2 of .* is (damaged|not a game of a match)"):
        GamesFile(path, small_match())


@pytest.mark.parametrize(
    ("field", "value"),
    [("pair", -1), ("black", 2), ("seconds", ["a", 1]), ("winner", "red"), ("moves", 5)],
)
def test_a_game_with_wrong_values_is_refused(field: str, value: object) -> None:
    plain = json.loads(json.dumps(run_match(small_match(), 1)[0].to_dict()))
    assert GameRecord.from_dict(plain) == GameRecord.from_dict(dict(plain))
    with pytest.raises((ValueError, TypeError, AttributeError)):
        GameRecord.from_dict(plain | {field: value})


def test_two_programs_cannot_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with GamesFile(path, small_match()), pytest.raises(MatchInUse, match="is in use"):
        GamesFile(path, small_match())


# EloDifference


def test_the_difference_is_symmetric_and_more_certain_with_more_pairs() -> None:
    one, turned = EloDifference.of([1, 2, 8, 5, 4]), EloDifference.of([4, 5, 8, 2, 1])
    assert math.isclose(one.elo, -turned.elo)
    assert math.isclose(one.low, -turned.high)
    assert math.isclose(one.likelihood + turned.likelihood, 1)
    more = EloDifference.of([10, 20, 80, 50, 40])
    assert math.isclose(more.elo, one.elo)
    assert more.high - more.low < (one.high - one.low) / 2.5
    assert more.likelihood > one.likelihood > 0.5


def test_interval_and_likelihood_agree() -> None:
    dice = random.Random(1)
    for _ in range(200):
        found = EloDifference.of([dice.randrange(9) for _ in range(5)])
        assert found.low <= found.elo <= found.high
        assert (found.low > 0) == (found.likelihood > 0.975)


def test_a_player_who_won_everything_is_infinitely_stronger() -> None:
    found = EloDifference.of([0, 0, 0, 0, 50])
    assert (found.elo, found.high) == (math.inf, math.inf)
    assert 400 < found.low < 500
    assert str(EloDifference.of([10, 0, 0, 0, 0])).startswith("less than -")
    assert str(EloDifference.of([0, 0, 0, 0, 0])) == "unknown"
