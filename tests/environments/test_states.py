"""Games and environments can be copied and pickled in mid-game, and set to any position."""

import copy
import functools
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from outflank.engine.simple import GreedyEngine
from outflank.environments import (
    OthelloAECEnv,
    OthelloEnv,
    OthelloVectorEnv,
    VectorGames,
    othello_v0,
)
from outflank.environments.python_games import PythonGames
from outflank.errors import InvalidValue
from outflank.native import encoding
from outflank.native.batch import game_batch
from outflank.rules import (
    BLACK,
    WHITE,
    Answer,
    Anti,
    Board,
    Classic,
    Odds,
    Position,
    YesNo,
)

MANY_MAYBES = YesNo(answers=Odds({"yes": 0.4, "no": 0.4, "maybe": 0.2}))
COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    lambda value: pickle.loads(pickle.dumps(value)),
]
WAYS = ["copy", "deepcopy", "pickle"]


def advanced(games: VectorGames, steps: int) -> list[tuple[list[Position], list[float]]]:
    """Play sampled actions; return what was seen on the way."""
    seen = []
    for _ in range(steps):
        games.step(games.sample())
        seen.append((games.positions(), games.rewards.tolist()))
    return seen


# Batches


@pytest.mark.parametrize("way", COPIES, ids=WAYS)
@pytest.mark.parametrize(
    "settings",
    [
        {"size": 4, "variant": MANY_MAYBES},
        {"size": 6, "variant": "anti", "opponent": "greedy", "autoreset_mode": "SameStep"},
        {"size": 10, "variant": "yesno", "opponent": "random", "color": "white"},
    ],
    ids=["both sides", "greedy", "random"],
)
def test_a_copy_of_a_batch_has_the_same_past_and_future(
    way: Callable[[Any], Any], settings: dict[str, Any]
) -> None:
    games = VectorGames(3, seed=1, **settings)
    advanced(games, 30)
    twin = way(games)
    for name in ("masks", "observations", "rewards", "margins", "over", "agent_is_black"):
        assert np.array_equal(getattr(twin, name), getattr(games, name)), name
    future = advanced(twin, 30)
    assert games.positions() != twin.positions()
    assert advanced(games, 30) == future
    assert np.array_equal(games.observations, twin.observations)


@pytest.mark.parametrize("way", COPIES, ids=WAYS)
def test_a_copy_keeps_a_game_that_was_lost_by_an_illegal_action(way: Callable[[Any], Any]) -> None:
    games = VectorGames(2, variant="yesno", illegal_loses=True, seed=1)
    games.step([0, int(games.sample()[1])])
    twin = way(games)
    for name in ("masks", "observations", "rewards", "terminated", "answers", "over"):
        assert np.array_equal(getattr(twin, name), getattr(games, name)), name
    assert twin.over.tolist() == [True, False]


def test_a_pickle_is_read_without_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    games = VectorGames(2, size=6, variant=MANY_MAYBES, opponent="greedy", seed=3)
    advanced(games, 5)
    pickled = pickle.dumps(games)
    monkeypatch.setattr(encoding, "_built", False)
    without = pickle.loads(pickled)
    assert advanced(without, 40) == advanced(games, 40)


@pytest.mark.native
@pytest.mark.parametrize("opponent", [None, "random", "greedy"])
def test_the_core_continues_from_positions_as_the_rules_do(opponent: str | None) -> None:
    source = VectorGames(40, size=6, variant=MANY_MAYBES, seed=5)
    advanced(source, 12)
    numbers = np.arange(40)
    turns = source.black_to_move.tobytes()
    answers = bytes(number % 4 for number in range(40))  # some have to be drawn
    over = bytes(number % 7 == 0 for number in range(40))
    (boards,) = {games.boards(numbers) for games in (source._batch,)}
    batches = []
    for make in (PythonGames, game_batch):
        batch = make(MANY_MAYBES, 6, 40, opponent=opponent, color="black")
        batch.place(numbers, boards, turns, answers, over)
        batches.append(batch)
    by_rules, in_core = batches
    for name in ("masks", "observations", "answers", "black_to_move", "over", "margins", "chance"):
        assert np.array_equal(getattr(by_rules, name), getattr(in_core, name)), name
    assert (
        in_core.answers.tolist()
        == [
            0 if has_ended else answer or drawn
            for has_ended, answer, drawn in zip(in_core.over, answers, in_core.answers, strict=True)
        ]
        or opponent
    )


def test_games_continue_from_any_positions() -> None:
    full = Position(Board.parse("XXXX XXXX XXXO OOOO"), WHITE)
    late = Position(Board.parse("-OX- XOOX XXXX OOOO"), WHITE)
    games = VectorGames(3, size=4, seed=1)
    games.set_positions([late, full], [2, 0])
    assert games.positions() == [full, Classic().start(4), late]
    assert games.over.tolist() == [True, False, False]
    assert games.margins[0] == 6
    assert np.flatnonzero(games.masks[0]).tolist() == [16]
    assert list(map(games.move, np.flatnonzero(games.masks[2]).tolist())) == [*late.legal_moves]
    games.step([0, *games.sample()[1:]])
    assert games.position(0) == Classic().start(4)


def test_a_position_brings_its_answer_or_hears_one() -> None:
    start = YesNo().start()
    games = VectorGames(64, variant="yesno", seed=1)
    games.set_positions([start.hear("no")] * 64)
    assert {position.answer for position in games.positions()} == {Answer.NO}
    games.set_positions([start] * 64)
    assert {position.answer for position in games.positions()} == {Answer.YES, Answer.NO}


def test_an_opponent_moves_first_where_it_is_its_turn() -> None:
    games = VectorGames(8, opponent="greedy", color="white", seed=1)
    start = Classic().start()
    games.set_positions([start.play("f5"), start] * 4)
    assert {position.board.empties for position in games.positions()} == {59}
    assert {position.turn for position in games.positions()} == {WHITE}


def test_a_batch_copies_positions_of_another() -> None:
    tree, search = VectorGames(5, variant="yesno", seed=1), VectorGames(3, variant="yesno", seed=2)
    advanced(tree, 7)
    search.copy_positions(tree, [4, 1, 1])
    assert search.positions() == [tree.position(4), tree.position(1), tree.position(1)]
    assert np.array_equal(search.observations, tree.observations[[4, 1, 1]])
    advanced(search, 1)
    tree.copy_positions(search, [2], to=[0])
    assert tree.position(0) == search.position(2)
    drawn = set()
    for _ in range(20):  # the same move, and another answer after it
        search.copy_positions(tree, [4, 4, 4])
        search.step([int(tree.masks[4].argmax())] * 3)
        drawn |= set(search.answers.tolist())
    assert drawn == {1, 2}


def test_what_a_batch_cannot_be_set_to_gives_one_sentence() -> None:
    games, start = VectorGames(2, size=6), Classic().start(6)
    six = "these are games of Othello on 6x6, not of "
    for positions, numbers, sentence in (
        ([start], None, "there must be 2 positions, one for each game, not 1"),
        ([start], [2], "the games have the numbers 0 to 1; there is no game 2"),
        ([start], [-1], "there is no game -1"),
        ([start], [0.5], "name games by a list of whole numbers, not by float64 of shape"),
        ([Classic().start(8)], [0], f"{six}Othello on 8x8"),
        ([Anti().start(6)], [0], six),
    ):
        with pytest.raises(InvalidValue, match=sentence):
            games.set_positions(positions, numbers)
    with pytest.raises(TypeError, match="a game is set to a Position, not to 'f5'"):
        games.set_positions(["f5"], [0])  # type: ignore[list-item]
    with pytest.raises(InvalidValue, match="on 6x6, not of Othello on 8x8"):
        games.copy_positions(VectorGames(2))
    with pytest.raises(InvalidValue, match="there must be 2 positions"):
        games.copy_positions(VectorGames(3, size=6))
    assert games.positions() == [start, start]


@pytest.mark.native
def test_the_core_refuses_impossible_states() -> None:
    batch = game_batch(Classic(), 6, 2)
    board = batch.boards(np.array([0]))
    one = np.array([0])
    for numbers, boards, answers in (
        (np.array([2]), board, b"\0"),
        (one, b"\1" + bytes(7) + b"\1" + bytes(7), b"\0"),  # two discs on a square
        (one, b"\xff" * 8 + bytes(8), b"\0"),  # beyond the board
        (one, board, b"\1"),  # an answer without an oracle
        (one, board, b"\4"),
        (one, board * 2, b"\0"),
        (one, board, b""),
    ):
        with pytest.raises(ValueError, match=r"must|disc|oracle|number"):
            batch.place(numbers, boards, b"\1", answers, b"\0")
    with pytest.raises(ValueError, match="there is no game of that number"):
        batch.boards(np.array([-1]))


# Environments


def middle_action(mask: np.ndarray) -> int:
    """Return a legal action."""
    legal = np.flatnonzero(mask)
    return int(legal[len(legal) // 2])


def played(env: Any, steps: int) -> list[Any]:
    """Play legal actions; return positions and rewards on the way, to the end at most."""
    seen: list[Any] = []
    for _ in range(steps):
        observation, reward, over, _, _ = env.step(middle_action(env.unwrapped.action_masks()))
        seen.append((env.unwrapped.position, float(reward), observation.tolist()))
        if over:
            break
    return seen


def first_legal(position: Position) -> Any:
    return position.legal_moves[0]


@pytest.mark.parametrize("way", COPIES, ids=WAYS)
@pytest.mark.parametrize(
    "opponent", [None, "random", "greedy", 3, GreedyEngine, first_legal, GreedyEngine(seed=1)]
)
def test_a_copied_environment_continues_the_game(
    way: Callable[[Any], Any], opponent: object
) -> None:
    env = gymnasium.make("outflank/YesNoOthello-v0", opponent=opponent)
    env.reset(seed=2)  # a long game with each opponent
    played(env, 4)
    twin = way(env)
    inner = twin.unwrapped
    if way is not copy.copy:  # that of Gymnasium's wrappers has the same environment in it
        assert inner is not env.unwrapped
    assert inner.position == env.unwrapped.position  # type: ignore[attr-defined]
    again = copy.copy(env.unwrapped)
    future = played(again, 40)
    assert len(future) > 2
    assert played(env, 40) == future
    if way is not copy.copy:
        assert played(twin, 40) == future
    following = [one.unwrapped.reset()[0].tolist() for one in (env, again)]
    assert following[0] == following[1]
    for one in (env, again, inner):
        one.close()


def test_an_engine_is_shared_by_copies_and_not_copied() -> None:
    engine = GreedyEngine(seed=1)
    env = OthelloEnv(opponent=engine)
    assert copy.deepcopy(env)._opponent is engine
    named = OthelloEnv(opponent="level:1")
    twin = copy.deepcopy(named)
    named.close()
    twin.reset(seed=1)
    twin.step(int(twin.action_masks().argmax()))  # its engine is still open
    twin.close()


@pytest.mark.parametrize("way", COPIES, ids=WAYS)
@pytest.mark.parametrize("make", [othello_v0.raw_env, othello_v0.env], ids=["raw", "wrapped"])
def test_a_copied_agent_cycle_continues_the_game(
    way: Callable[[Any], Any], make: Callable[..., Any]
) -> None:
    def seen(env: Any) -> list[Any]:
        steps = []
        for agent in env.agent_iter(60):
            observation, reward, over, _, _ = env.last()
            mask = observation["action_mask"]
            env.step(None if over else middle_action(mask))
            steps.append((agent, reward, mask.tolist()))
        return steps

    env = make(size=6, variant=MANY_MAYBES)
    env.reset(seed=1)
    for _ in range(5):
        env.step(middle_action(env.last()[0]["action_mask"]))
    if make is othello_v0.env and way is copy.copy:
        way = copy.deepcopy  # a shallow copy of PettingZoo's wrappers has the same game in it
    twin = way(env)
    assert twin.agent_selection == env.agent_selection
    future = seen(twin)
    assert len(future) > 5
    assert seen(env) == future
    assert env.terminations == twin.terminations


@pytest.mark.parametrize("way", COPIES, ids=WAYS)
def test_a_copied_vector_continues_its_games(way: Callable[[Any], Any]) -> None:
    envs = OthelloVectorEnv(3, size=4, variant="yesno", autoreset_mode="SameStep")
    envs.reset(seed=1)
    for _ in range(4):
        envs.step(envs.sample())
    twin = way(envs)
    for _ in range(20):
        for part, other in zip(
            envs.step(envs.sample())[:4], twin.step(twin.sample())[:4], strict=True
        ):
            assert np.array_equal(part, other)
    assert envs.positions == twin.positions


def test_a_game_begins_at_any_position() -> None:
    late = Position(Board.parse("-OX- XOOX XXXX OOOO"), WHITE)
    env = gymnasium.make("outflank/Othello-v0", size=4, opponent=None)
    observation, info = env.reset(seed=1, options={"position": late})
    assert env.unwrapped.position == late  # type: ignore[attr-defined]
    assert observation[0].sum() == late.board.count(WHITE)
    assert info["action_mask"].sum() == len(late.legal_moves)
    against = OthelloEnv(size=4, opponent=first_legal, color="black")
    against.reset(seed=1, options={"position": late})
    assert against.position == late.play(late.legal_moves[0])
    cycle = OthelloAECEnv(size=4)
    cycle.reset(options={"position": late})
    assert (cycle.agent_selection, cycle.position) == ("white_0", late)
    envs = OthelloVectorEnv(3, size=4, opponent=None, autoreset_mode="Disabled")
    envs.reset(seed=1, options={"positions": [late] * 3})
    assert envs.positions == [late] * 3
    chosen = np.array([True, False, True])
    start = Classic().start(4)
    envs.reset(options={"reset_mask": chosen, "positions": [start, late]})
    assert envs.positions == [start, late, late]


def test_no_game_begins_where_nothing_is_left_to_play() -> None:
    full = Position(Board.parse("XXXX XXXX XXXO OOOO"), WHITE)
    last = Position(Board.parse("XXXX XXXX XXXO OOO-"), BLACK)
    given = {"position": full}
    for reset in (
        functools.partial(OthelloEnv(size=4).reset, options=given),
        functools.partial(OthelloAECEnv(size=4).reset, options=given),
        functools.partial(OthelloVectorEnv(1, size=4).reset, options={"positions": [full]}),
        functools.partial(
            OthelloEnv(size=4, opponent=first_legal, color="white").reset,
            options={"position": last},
        ),
    ):
        with pytest.raises(InvalidValue, match="it is over, or ends before the learner's turn"):
            reset()


def test_values_of_the_wrong_type_are_refused() -> None:
    wrong: Any = 5
    for environment in (OthelloEnv(), OthelloAECEnv()):
        with pytest.raises(TypeError, match=r"^options are a dictionary, not 5$"):
            environment.reset(options=wrong)
        environment.reset()
        for action in (None, "d3"):
            with pytest.raises(TypeError, match=f"^an action is a whole number, not {action!r}$"):
                environment.step(action)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^a variant is found by its name, such as 'classic', not"):
        OthelloEnv(variant=wrong)
