"""Batches of games equal the Python rules step by step, and their arrays are not copied."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from outflank.environments import VectorGames
from outflank.environments.python_games import PythonGames
from outflank.errors import IllegalMove, OutflankError, SizeError, UnknownName
from outflank.native import encoding, kernels
from outflank.native.batch import Autoreset, game_batch
from outflank.rules import BLACK, SIZES, Answer, Anti, Classic, Odds, Position, Variant, YesNo

THIRDS = Odds({"yes": 0.4, "no": 0.4, "maybe": 0.2})
MANY_MAYBES = YesNo(answers=THIRDS)
VARIANTS: list[Variant] = [Classic(), Anti(), YesNo(), MANY_MAYBES]
ARRAYS = [
    "masks",
    "observations",
    "rewards",
    "terminated",
    "margins",
    "black_to_move",
    "answers",
    "over",
]
COUNT = 3


def position_in(batch: Any, game: int, variant: Variant, size: int) -> Position:
    """Return a position of the core's batch."""
    board, turn = batch.boards(np.array([game])), bytes([bool(batch.black_to_move[game])])
    (position,) = encoding.decoded_positions(variant, size, board, turn)
    answer = encoding.ANSWERS[batch.answers[game]]
    return position if answer is None else position.hear(answer)


def assert_equal_steps(
    variant: Variant,
    size: int,
    *,
    autoreset: Autoreset = "NextStep",
    opponent: str | None = None,
    color: str | None = None,
    illegal_loses: bool = False,
) -> None:
    """Play the same games in the core and by the Python rules, until all have ended."""

    def choose_wrongly(actions: np.ndarray) -> np.ndarray:
        return np.where(np.arange(COUNT) == step % 40, 0, actions) if illegal_loses else actions

    by_rules = PythonGames(
        variant,
        size,
        COUNT,
        autoreset=autoreset,
        opponent=opponent,
        color=color,
        illegal_loses=illegal_loses,
    )
    in_core = game_batch(
        variant,
        size,
        COUNT,
        autoreset=autoreset,
        opponent=opponent,
        color=color,
        illegal_loses=illegal_loses,
    )
    seeds = np.arange(COUNT, dtype=np.uint64) + size
    for games in (by_rules, in_core):
        games.reset(seeds)
        games.choice = 7
    ended = np.zeros(COUNT, np.bool_)
    step = 0
    while not ended.all() and step < 2 * size * size:
        step += 1
        for name in ARRAYS:
            assert np.array_equal(getattr(in_core, name), getattr(by_rules, name)), name
        if opponent is not None:
            assert np.array_equal(in_core.agent_is_black, by_rules.agent_is_black)
        for game in range(COUNT):
            assert position_in(in_core, game, variant, size) == by_rules.positions[game]
        actions = in_core.sample().copy()
        assert np.array_equal(actions, by_rules.sample())
        actions = choose_wrongly(actions)
        assert in_core.step(actions) is None
        assert by_rules.step(actions) is None
        ended |= in_core.terminated
        if in_core.final_observations is not None:
            assert by_rules.final_observations is not None
            assert np.array_equal(in_core.final_observations, by_rules.final_observations)
    assert ended.all()


@pytest.mark.native
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("variant", [Classic(), MANY_MAYBES], ids=["classic", "yesno"])
def test_every_step_equals_the_rules_on_every_size(variant: Variant, size: int) -> None:
    assert_equal_steps(variant, size)


@pytest.mark.native
@pytest.mark.parametrize("variant", VARIANTS, ids=["classic", "anti", "yesno", "many maybes"])
@pytest.mark.parametrize("opponent", ["random", "greedy"])
@pytest.mark.parametrize("autoreset", ["NextStep", "SameStep"])
def test_games_with_an_opponent_equal_the_rules(
    variant: Variant, opponent: str, autoreset: Autoreset
) -> None:
    assert_equal_steps(variant, 6, autoreset=autoreset, opponent=opponent)


@pytest.mark.native
@pytest.mark.parametrize("color", ["black", "white"])
def test_illegal_actions_lose_in_the_core_as_in_python(color: str) -> None:
    assert_equal_steps(MANY_MAYBES, 4, opponent="random", color=color, illegal_loses=True)
    assert_equal_steps(Classic(), 4, autoreset="SameStep", illegal_loses=True)


@pytest.mark.native
@pytest.mark.parametrize("make", [PythonGames, game_batch])
def test_a_finished_game_is_refused_although_another_loses_by_an_illegal_action(
    make: Callable[..., Any],
) -> None:
    games = make(Classic(), 4, 2, autoreset="Disabled", illegal_loses=True)
    games.reset(np.arange(2, dtype=np.uint64))
    legal, corner = int(games.sample()[0]), 0
    assert games.step(np.array([legal, corner])) is None
    assert list(games.over) == [False, True]
    assert games.step(np.array([corner, corner])) == 1


@pytest.mark.native
def test_every_kernel_plays_the_same_games() -> None:
    batches = [game_batch(MANY_MAYBES, 8, 5, kernel=kernel) for kernel in kernels()[1:]]
    for _ in range(80):
        drawn = [batch.sample().tolist() for batch in batches]
        assert all(each == drawn[0] for each in drawn)
        for batch in batches:
            batch.step(batch.sample())
            assert np.array_equal(batch.observations, batches[0].observations)


def test_the_same_games_are_played_without_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    with_core = VectorGames(2, size=6, variant=MANY_MAYBES, opponent="greedy", seed=3)
    monkeypatch.setattr(encoding, "_built", False)
    without = VectorGames(2, size=6, variant=MANY_MAYBES, opponent="greedy", seed=3)
    for _ in range(20):
        assert with_core.position(1) == without.position(1)
        with_core.step(with_core.sample())
        without.step(without.sample())
        assert np.array_equal(with_core.observations, without.observations)


def test_the_arrays_are_views_of_the_same_memory() -> None:
    games = VectorGames(4, seed=1)
    masks, planes = games.masks, games.observations
    tensor = np.from_dlpack(planes)
    before = planes.copy()
    games.step(games.sample())
    assert not np.array_equal(planes, before)
    assert np.array_equal(tensor, planes)
    assert np.shares_memory(tensor, planes)
    assert masks is games.masks
    assert planes.flags.c_contiguous
    assert games.sample().__array_interface__["data"] == games.sample().__array_interface__["data"]


def test_the_arrays_outlive_the_games() -> None:
    planes = VectorGames(2, seed=1).observations
    assert planes.sum(axis=(1, 2, 3)).tolist() == [4, 4]


def test_a_seed_repeats_games_and_their_answers() -> None:
    def answers_for(seed: Any) -> list[list[int]]:
        games = VectorGames(3, size=6, variant=MANY_MAYBES, seed=1)
        games.reset(seed)
        lines = []
        for _ in range(12):
            lines.append(games.answers.tolist())
            games.step(games.masks.argmax(axis=1))
        return lines

    assert answers_for(5) == answers_for(5) == answers_for([5, 6, 7]) == answers_for(np.int64(5))
    assert answers_for(5) != answers_for(6)
    assert [line[1] for line in answers_for(5)] == [line[0] for line in answers_for(6)]


def test_answers_are_as_frequent_as_their_odds() -> None:
    games = VectorGames(2000, size=4, variant=MANY_MAYBES, seed=1)
    drawn = np.bincount(games.answers, minlength=4)[1:] / 2000
    assert np.allclose(drawn, [THIRDS[answer] for answer in Answer], atol=0.05)


def test_sampled_actions_are_evenly_distributed() -> None:
    games = VectorGames(4000, seed=2)
    counts = np.bincount(games.sample(), minlength=65)
    assert np.flatnonzero(counts).tolist() == np.flatnonzero(games.masks[0]).tolist()
    assert np.allclose(counts[counts > 0] / 4000, 0.25, atol=0.05)


def test_the_end_is_rewarded_and_the_next_step_starts_a_new_game() -> None:
    games = VectorGames(1, size=4, seed=1)
    mover = BLACK
    while not games.terminated[0]:
        mover = games.position().turn
        games.step(games.sample())
    outcome = games.position().outcome
    assert outcome is not None
    assert games.rewards[0] == {None: 0, mover: 1, mover.opponent: -1}[outcome.winner]
    assert games.margins[0] == outcome.black - outcome.white
    assert np.flatnonzero(games.masks[0]).tolist() == [16]
    games.step([3])  # the action is ignored
    assert games.position() == Classic().start(4)
    assert (games.rewards[0], games.terminated[0]) == (0, False)


def test_without_autoreset_a_finished_game_must_be_reset() -> None:
    games = VectorGames(2, size=4, autoreset_mode="Disabled", seed=1)
    while not games.over.any():
        games.step(games.sample())
    finished = games.over.copy()
    with pytest.raises(OutflankError, match="is over; reset it before the next step"):
        games.step(games.sample())
    games.reset(chosen=finished)
    assert games.position(int(finished.argmax())) == Classic().start(4)
    games.step(games.sample())


def test_an_illegal_action_changes_no_game() -> None:
    games = VectorGames(2, seed=1)
    before = games.observations.copy()
    for actions, error in (
        ([19, 0], IllegalMove),
        ([19, 64], IllegalMove),
        ([19, 65], OutflankError),
        ([19, -1], OutflankError),
        ([19], OutflankError),
        ([19.5, 19.5], OutflankError),
    ):
        with pytest.raises(error):
            games.step(actions)
    assert np.array_equal(games.observations, before)


def test_impossible_settings_give_one_sentence() -> None:
    with pytest.raises(SizeError):
        VectorGames(1, size=7)
    for count in (0, 10**12):
        with pytest.raises(OutflankError, match="a batch has 1 to 10,000,000 games, not"):
            VectorGames(count)
    with pytest.raises(UnknownName, match="there is no opponent 'greedi'; did you mean 'greedy'"):
        VectorGames(1, opponent="greedi")
    with pytest.raises(UnknownName, match="there is no colour 'red'"):
        VectorGames(1, color="red")
    with pytest.raises(OutflankError, match="2 games need 2 seeds, not 3"):
        VectorGames(2).reset([1, 2, 3])
    with pytest.raises(OutflankError, match="2 booleans"):
        VectorGames(2).reset(chosen=np.array([1, 0]))
