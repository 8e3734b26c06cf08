"""The environments pass the test suites of Gymnasium and PettingZoo."""

import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from outflank.engine.simple import GreedyEngine
from outflank.environments import (
    OthelloAECEnv,
    OthelloEnv,
    OthelloVectorEnv,
    othello_v0,
    register_environments,
)
from outflank.errors import IllegalMove, MissingExtra, UnknownName
from outflank.rules import PASS, Classic, Move, Position, Variant, YesNo
from outflank.rules.position import known_variants

# PettingZoo's tests import one of its games in a way that causes a warning.
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, seed_test
    from pettingzoo.test.render_test import render_test

IDS = ["outflank/Othello-v0", "outflank/YesNoOthello-v0", "outflank/AntiOthello-v0"]


# Gymnasium


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize(
    "settings",
    [{}, {"size": 6, "opponent": None}, {"size": 12, "opponent": "positional", "color": "white"}],
    ids=["random", "both sides", "engine"],
)
def test_gymnasiums_checker_passes(
    name: str, settings: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, **settings).unwrapped)
    assert "a  b" in capsys.readouterr().out  # boards, drawn for people


@pytest.mark.parametrize("opponent", ["random", "greedy", GreedyEngine(seed=1), "level:1", None])
@pytest.mark.parametrize("variant", ["classic", "yesno"])
def test_a_learner_plays_whole_games(opponent: object, variant: str) -> None:
    env = OthelloEnv(size=6, variant=variant, opponent=opponent)  # type: ignore[arg-type]
    rewards = set()
    for seed in range(8):
        observation, info = env.reset(seed=seed)
        reward, terminated = 0.0, False
        while not terminated:
            action = int(np.flatnonzero(info["action_mask"])[-1])
            observation, reward, terminated, truncated, info = env.step(action)
            assert observation in env.observation_space
            assert not truncated
            assert reward == 0 or terminated
        rewards.add(reward)
        assert not np.any(observation[0] & observation[1])
        position = env.games.position()
        assert sorted(observation[:2].sum(axis=(1, 2)).tolist()) == sorted(
            [position.board.black.bit_count(), position.board.white.bit_count()]
        )
        own, theirs = observation[:2].sum(axis=(1, 2))
        if opponent is not None:
            assert reward == np.sign(own - theirs)
        assert info["margin"] in (own - theirs, theirs - own)
    assert opponent != "random" or {-1, 1} <= rewards


def test_an_opponent_may_be_a_function() -> None:
    asked: list[Position] = []

    def first(position: Position) -> Move:
        asked.append(position)
        return position.legal_moves[0]

    env = OthelloEnv(size=4, opponent=first, color="white")
    env.reset(seed=1)
    assert asked == [Classic().start(4)]
    assert env.games.position() == asked[0].play(asked[0].legal_moves[0])


def test_an_engine_plays_other_games_after_a_seed_and_the_same_ones_again() -> None:
    env = OthelloEnv(size=6, opponent="positional", color="white")

    def first_moves(seed: int) -> list[Position]:
        env.reset(seed=seed)
        seen = [env.position]
        for _ in range(12):
            env.reset()
            seen.append(env.position)
        return seen

    assert first_moves(1) == first_moves(1)
    assert len(set(first_moves(1))) > 1
    with pytest.raises(UnknownName, match="there is no engine 'gredy'; did you mean 'greedy'"):
        OthelloEnv(opponent="gredy")
    with pytest.raises(TypeError, match="an engine is opened by its name"):
        OthelloEnv(opponent=2.5)  # type: ignore[arg-type]


def test_an_illegal_action_loses() -> None:
    env = OthelloEnv()
    env.reset(seed=1)
    _, reward, terminated, _, _ = env.step(0)
    assert (reward, terminated) == (-1.0, True)


# Gymnasium's vectors


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("name", IDS[:2])
def test_a_vector_equals_gymnasiums_vector_of_single_games(name: str, mode: AutoresetMode) -> None:
    ours = gymnasium.make_vec(name, num_envs=3, size=4, autoreset_mode=mode)
    theirs = gymnasium.make_vec(
        name,
        num_envs=3,
        size=4,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": mode},
    )
    assert ours.metadata["autoreset_mode"] is mode
    assert (ours.observation_space, ours.action_space) == (
        theirs.observation_space,
        theirs.action_space,
    )
    observations, info = ours.reset(seed=5)
    expected, expected_info = theirs.reset(seed=5)
    assert np.array_equal(observations, expected)
    ends = 0
    for _ in range(40):
        actions = info["action_mask"].argmax(axis=1)
        result, wanted = ours.step(actions), theirs.step(actions)
        for part, other in zip(result[:4], wanted[:4], strict=True):
            assert np.array_equal(part, other)
        info, expected_info = result[4], wanted[4]
        assert np.array_equal(info["action_mask"], expected_info["action_mask"])
        ended = result[2]
        ends += int(ended.sum())
        if mode is AutoresetMode.SAME_STEP and ended.any():
            assert np.array_equal(info["_final_obs"], expected_info["_final_obs"])
            for game in np.flatnonzero(ended):
                assert np.array_equal(info["final_obs"][game], expected_info["final_obs"][game])
            assert np.array_equal(
                info["final_info"]["margin"], expected_info["final_info"]["margin"]
            )
        elif ended.any():
            assert np.array_equal(info["margin"], expected_info["margin"])
        if mode is AutoresetMode.DISABLED and ended.any():
            observations, info = ours.reset(options={"reset_mask": ended})
            expected, _ = theirs.reset(options={"reset_mask": ended.copy()})
            assert np.array_equal(observations, expected)
    assert ends > 5


def test_a_vector_copies_its_arrays_by_default() -> None:
    kept, _ = OthelloVectorEnv(2).reset(seed=1)
    envs = OthelloVectorEnv(2, opponent=None, copy=False, render_mode="ansi")
    shared, info = envs.reset(seed=1)
    before = shared.copy()
    again, _, _, _, more = envs.step(envs.sample())
    assert shared is again
    assert info["action_mask"] is more["action_mask"]
    assert not np.array_equal(shared, before)
    assert kept.flags.owndata
    assert [len(str(board).splitlines()) > 8 for board in envs.render() or ()] == [True, True]


def test_boards_are_rendered_as_pictures() -> None:
    envs = OthelloVectorEnv(2, size=4, opponent=None, render_mode="rgb_array")
    envs.reset(seed=1, options={"positions": [Classic().start(4), Classic().start(4).play("d3")]})
    pictures = envs.render() or ()
    single = gymnasium.make("outflank/Othello-v0", size=4, opponent=None, render_mode="rgb_array")
    single.reset(seed=1)
    for picture in pictures:
        assert isinstance(picture, np.ndarray)
        assert picture.dtype == np.uint8
        assert (picture.ndim, picture.shape[2]) == (3, 3)
    assert np.array_equal(single.render(), pictures[0])  # type: ignore[arg-type]
    assert not np.array_equal(pictures[0], pictures[1])


def test_a_mode_of_rendering_that_cannot_be_used_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for make in (OthelloEnv, OthelloAECEnv, OthelloVectorEnv):
        with pytest.raises(
            UnknownName, match="there is no mode 'rgb_aray'; did you mean 'rgb_array'"
        ):
            make(render_mode="rgb_aray")
    monkeypatch.setattr("outflank.environments.rendering.can_draw_png", lambda: False)
    with pytest.raises(MissingExtra, match="PNG pictures is not installed; install it with"):
        OthelloEnv(render_mode="rgb_array")


def test_a_vector_can_be_wrapped_by_gymnasium() -> None:
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        gymnasium.make_vec("outflank/Othello-v0", num_envs=4, size=4)
    )
    info = envs.reset(seed=1)[1]
    for _ in range(30):
        info = envs.step(envs.unwrapped.sample())[4]  # type: ignore[attr-defined]
        if "episode" in info:
            break
    assert info["episode"]["l"].max() > 3


# PettingZoo


def made(**settings: object) -> Callable[..., pettingzoo.AECEnv]:
    return lambda **more: othello_v0.env(**settings, **more)


@pytest.mark.parametrize(("variant", "size"), [("classic", 8), ("yesno", 6), ("anti", 12)])
def test_pettingzoos_api_test_passes(
    variant: str, size: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Masks beside the planes are usual, but the test knows only those of PettingZoo's games.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(othello_v0.env(variant=variant, size=size), num_cycles=150)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("variant", ["classic", "yesno"])
def test_pettingzoos_seed_test_passes(variant: str) -> None:
    seed_test(made(variant=variant, size=6), num_cycles=50)


def test_pettingzoos_render_test_passes(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(made(size=4))
    assert "a  b" in capsys.readouterr().out


def test_pettingzoo_finds_the_environments_by_name() -> None:
    env = pettingzoo.make("aec", "outflank/YesNoOthello-v0", size=6)
    env.reset(seed=1)
    assert env.observe("black_0")["observation"].shape == (6, 6, 6)


def test_a_variant_registered_beside_ours_gets_environments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(known_variants._by_name, "sparse", Variant("sparse", "Sparse Othello"))
    name = "outflank/SparseOthello-v0"
    try:
        register_environments()
        assert gymnasium.make(name).unwrapped.reset(seed=1)[0].shape[1:] == (8, 8)
        assert pettingzoo.make("aec", name).unwrapped.metadata
    finally:
        gymnasium.registry.pop(name)
        pettingzoo.aec_registry.pop(name)


def test_agents_see_the_game_from_their_own_side() -> None:
    env = OthelloAECEnv(variant=YesNo())
    env.reset(seed=1)
    env.step(19)
    black, white = env.observe("black_0"), env.observe("white_0")
    assert np.array_equal(black["observation"][[1, 0]], white["observation"][:2])
    assert (black["observation"][2].all(), white["observation"][2].any()) == (True, False)
    assert np.array_equal(black["observation"][3:], white["observation"][3:])
    assert not black["action_mask"].any()
    assert white["action_mask"].any()


def test_an_illegal_action_raises_in_the_raw_environment_and_ends_the_wrapped_one() -> None:
    raw = othello_v0.raw_env()
    raw.reset(seed=1)
    with pytest.raises(IllegalMove):
        raw.step(0)
    env = othello_v0.env()
    env.reset(seed=1)
    env.step(0)
    assert env.terminations == {"black_0": True, "white_0": True}
    assert env.rewards["black_0"] == -1


def test_a_pass_is_an_action_and_the_rewards_add_up_to_zero() -> None:
    env = OthelloAECEnv(size=4)
    passes = 0
    for seed in range(20):
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        for agent in env.agent_iter():
            observation, _, terminated, _, _ = env.last()
            if terminated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            action = int(rng.choice(legal))
            if action == 16:
                passes += 1
                assert legal.tolist() == [16]
                assert env.games.position().legal_moves[0] is PASS
            assert agent == env.agent_selection
            env.step(action)
            assert sum(env.rewards.values()) == 0
    assert passes > 3


def test_importing_the_environments_does_not_mute_the_program() -> None:
    program = "import os, outflank.environments; print(os.environ.get('SDL_AUDIODRIVER'))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={key: value for key, value in os.environ.items() if key != "SDL_AUDIODRIVER"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "None\n"
