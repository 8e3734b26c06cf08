import copy
import pickle

import pytest

from outflank import errors
from outflank.errors import (
    EngineError,
    GameOver,
    IllegalAnswer,
    IllegalMove,
    NoMove,
    NotationError,
    OutflankError,
    SizeError,
    UnknownName,
)
from outflank.rules import Answer, Classic, YesNo
from support.strategies import at


@pytest.mark.parametrize("name", errors.__all__)
def test_every_error_is_an_outflank_error_and_in_the_drawn_tree(name: str) -> None:
    kind = getattr(errors, name)
    assert issubclass(kind, OutflankError)
    assert errors.__doc__ is not None
    assert name in errors.__doc__


@pytest.mark.parametrize(
    ("kind", "builtin"),
    [
        (NotationError, ValueError),
        (IllegalMove, ValueError),
        (IllegalAnswer, ValueError),
        (SizeError, ValueError),
        (NoMove, IndexError),
        (UnknownName, LookupError),
    ],
)
def test_an_error_is_also_the_builtin_error_that_callers_expect(
    kind: type[Exception], builtin: type[Exception]
) -> None:
    assert issubclass(kind, builtin)


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ({}, "bad"),
        ({"line": 3}, "line 3: bad"),
        ({"line": 3, "column": 14}, "line 3, column 14: bad"),
        ({"column": 14}, "bad"),
        ({"source": "games.ggf"}, "games.ggf: bad"),
        ({"source": "games.ggf", "line": 3}, "games.ggf:3: bad"),
        ({"source": "games.ggf", "line": 3, "column": 14}, "games.ggf:3:14: bad"),
        ({"source": "games.ggf", "line": 0, "column": 0}, "games.ggf:0:0: bad"),
    ],
)
def test_a_notation_error_says_where_the_problem_is(where: dict[str, object], text: str) -> None:
    error = NotationError("bad", **where)  # type: ignore[arg-type]
    assert str(error) == text
    assert error.problem == "bad"
    assert (error.source, error.line, error.column) == (
        where.get("source", ""),
        where.get("line"),
        where.get("column"),
    )


def test_an_unknown_name_suggests_the_nearest_and_lists_all() -> None:
    error = UnknownName("skin", "blak", iter(["black", "red"]))
    assert str(error) == "there is no skin 'blak'; did you mean 'black'? (known: black, red)"
    assert (error.kind, error.name, error.known) == ("skin", "blak", ("black", "red"))
    assert str(UnknownName("skin", "zzz", ["black"])) == "there is no skin 'zzz' (known: black)"
    many = [f"name{number}" for number in range(99)]
    assert str(UnknownName("player", "nam5", many)) == (
        "there is no player 'nam5'; did you mean 'name5'?"
    )
    assert UnknownName("answer", "mayb", list(Answer)).known == ("yes", "no", "maybe")


ILLEGAL = IllegalMove("no", move=at("a1")[0], position=Classic().start())
DEAF = IllegalAnswer("no", answer=Answer.YES, position=YesNo().start())


@pytest.mark.parametrize(
    "error",
    [
        ILLEGAL,
        DEAF,
        NotationError("bad", source="a.txt", line=1, column=2),
        UnknownName("skin", "blak", ["black"]),
        GameOver("over"),
        NoMove("none"),
        SizeError("5"),
        EngineError("gone"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_survives_pickling_and_copying(error: OutflankError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)
