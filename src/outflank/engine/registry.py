"""Opening engines: our own, its levels, programs, servers, and classes in Python."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar, overload

from outflank.engine.levels import LevelEngine, levels
from outflank.engine.protocol import Engine
from outflank.errors import EngineError, OutflankError, UnknownName
from outflank.texts import Text

if TYPE_CHECKING:
    from outflank.engine.native import NativeEngine
    from outflank.engine.process import ProcessEngine

__all__ = ["OwnProcess", "engine_name", "is_outside", "make_engine", "names", "open_engine"]

# Where an engine thinks, see `open_engine`.
OwnProcess: TypeAlias = "bool | Literal['if in Python'] | ProcessEngine"

_Engine = TypeVar("_Engine", bound=Engine)

_SIMPLE = {
    "alphabeta": "AlphaBetaEngine",
    "greedy": "GreedyEngine",
    "positional": "PositionalEngine",
    "random": "RandomEngine",
}
_NATIVE = "outflank"
_UNLIMITED = "unlimited"
_PYTHON = "python"
_HTTP = ("http", "https")


def names() -> list[str]:
    """Return the names of all engines, also of installed packages, and of all levels.

    >>> names()[:6]
    ['alphabeta', 'greedy', 'outflank', 'positional', 'random', 'unlimited']
    """
    from outflank.engine.installed import installed_names

    ours = sorted([*_SIMPLE, _NATIVE, _UNLIMITED])
    others = [name for name in installed_names() if name not in ours]
    return [*ours, *others, *(f"level:{one.number}" for one in levels())]


@overload
def open_engine(
    engine: Literal["outflank"] = "outflank",
    *,
    seed: int | None = None,
    own_process: Literal[False] = False,
    programs: bool = False,
) -> NativeEngine: ...


@overload
def open_engine(
    engine: Callable[[], _Engine],
    *,
    seed: int | None = None,
    own_process: Literal[False] = False,
    programs: bool = False,
) -> _Engine: ...


@overload
def open_engine(
    engine: str | int | Callable[[], Engine] = "outflank",
    *,
    seed: int | None = None,
    own_process: OwnProcess = False,
    programs: bool = False,
    directory: str | os.PathLike[str] | None = None,
) -> Engine: ...


def open_engine(
    engine: str | int | Callable[[], Engine] = "outflank",
    *,
    seed: int | None = None,
    own_process: OwnProcess = False,
    programs: bool = False,
    directory: str | os.PathLike[str] | None = None,
) -> Engine:
    """Open an engine: by its name, as a level from 1 to 20, or from a class or function.

    With a `seed` its play is repeatable. With `own_process` it runs in a process of its own. With
    `own_process="if in Python"` it does so only if it would keep the other threads of this program
    waiting, as searches in Python do and those of the native core do not. An idle `ProcessEngine`
    may also be given, which becomes the engine.

    With `programs` a name may also be `gtp:COMMAND`, which runs that command (or another of
    `outflank.engine.protocols`; `gtp+edax:COMMAND` says whose quirks it has), the address of a
    server, `http://...`, or `python:package.module:Class`, which imports that module. So do not
    use it for names from a file or from the network. A program runs in `directory`. Installed
    packages add names, see `outflank.engine.installed`.

    >>> open_engine("level:7"), open_engine(7), open_engine("greedy", seed=1)
    (<Engine level 7>, <Engine level 7>, <Engine greedy>)
    >>> open_engine("gtp:gtp-rhino -l 3", programs=True).name
    'gtp-rhino -l 3'
    >>> from outflank.engine.simple import RandomEngine
    >>> open_engine(RandomEngine, seed=5).seed
    5
    """
    if isinstance(engine, bool) or not (isinstance(engine, str | int) or callable(engine)):
        raise TypeError(
            f"an engine is opened by its name, such as 'greedy', its level or its class, "
            f"not by {engine!r}"
        )
    if programs and isinstance(engine, str):
        outside = _outside_engine(engine, seed, directory)
        if outside is not None:
            return outside
    if directory is not None:
        name = f"level {engine}" if isinstance(engine, int) else engine_name(engine)
        raise EngineError(Text("errors.engine.not_a_program", engine=name))
    make = _factory(engine, ready=not own_process, programs=programs)
    factory = functools.partial(make, seed=seed)
    # A wrong name is refused here, not in the process; a class need not be made for that.
    sample = engine if own_process and callable(engine) else factory()
    stays_here = not own_process
    if own_process == "if in Python":
        stays_here = getattr(sample, "is_native", False)
    if stays_here:
        return sample if isinstance(sample, Engine) else factory()
    from outflank.engine.process import ProcessEngine

    name = engine_name(sample)
    if isinstance(own_process, ProcessEngine):
        own_process.become(factory, name)
        return own_process
    return ProcessEngine(factory, name=name)


def is_outside(name: str) -> bool:
    """Return whether a name is that of a program or a server, which thinks outside this program.

    >>> is_outside("gtp:gtp-rhino"), is_outside("level:7")
    (True, False)
    """
    scheme, colon, _ = name.strip().partition(":")
    return bool(colon) and scheme.strip().lower() not in ("level", _PYTHON)


def _outside_engine(
    name: str, seed: int | None, directory: str | os.PathLike[str] | None
) -> Engine | None:
    """Return the engine of a program or a server, None if the name has none of their schemes."""
    scheme, colon, command = name.strip().partition(":")
    scheme, _, quirks = scheme.strip().partition("+")
    scheme = scheme.lower()
    if colon and scheme in _HTTP and directory is None:
        from outflank.engine.external.http_engine import HttpEngine

        return HttpEngine(name.strip(), seed=seed)
    from outflank.engine.external.program_engine import program_engine_class

    kind = program_engine_class(scheme) if colon else None
    if kind is None:
        return None
    return kind(command.strip(), seed=seed, quirks=quirks.strip() or None, directory=directory)


def engine_name(engine: str | Engine | Callable[[], Engine]) -> str:
    """Return the name of an engine, a class or a function.

    >>> from outflank.engine.simple import GreedyEngine
    >>> engine_name("7"), engine_name(GreedyEngine()), engine_name(GreedyEngine)
    ('7', 'greedy', 'greedy')
    """
    if isinstance(engine, str):
        return engine.strip()
    own = getattr(engine, "name", None)
    return own if isinstance(own, str) else getattr(engine, "__name__", "engine")


def make_engine(factory: Callable[[], _Engine], name: str, *, seed: int | None = None) -> _Engine:
    """Return what a class or function makes, which must be an engine, with its seed."""
    try:
        made = factory()
    except OutflankError:
        raise
    except Exception as problem:  # other people's code can raise anything
        kind = type(problem).__name__
        raise EngineError(
            Text("errors.engine.engine_not_created", engine=name, error=kind, problem=problem)
        ) from problem
    if not isinstance(made, Engine):
        raise EngineError(
            Text("errors.engine.factory_made_no_engine", factory=name, made=repr(made))
        )
    if seed is not None:
        made.seed = seed
    return made


def _level(number: int, *, seed: int | None = None) -> Engine:
    known = {one.number: one for one in levels()}
    if number not in known:
        raise UnknownName("level", str(number), [f"{min(known)} to {max(known)}"])
    return LevelEngine(known[number], seed=seed)


def _factory(
    engine: str | int | Callable[[], Engine], *, ready: bool, programs: bool
) -> Callable[..., Engine]:
    if isinstance(engine, int):
        return functools.partial(_level, engine)
    if not isinstance(engine, str):
        return functools.partial(make_engine, engine, engine_name(engine))
    scheme, colon, path = engine.strip().partition(":")
    if programs and colon and scheme.strip().lower() == _PYTHON:
        from outflank.engine.installed import named_object

        return named_object(path)
    plain = engine.strip().lower()
    if plain in _SIMPLE:
        from outflank.engine import simple

        found: Callable[..., Engine] = getattr(simple, _SIMPLE[plain])
        return found
    if plain == _NATIVE:
        from outflank.engine.native import NativeEngine

        return functools.partial(NativeEngine, ready=ready)
    if plain in (_UNLIMITED, f"level:{_UNLIMITED}"):
        from outflank.engine.unlimited import UnlimitedEngine

        return UnlimitedEngine
    number = re.fullmatch(r"(?:level[ :]?)?([0-9]{1,3})", plain)
    if number:
        return functools.partial(_level, int(number[1]))
    from outflank.engine.installed import installed_engine

    others = installed_engine(plain)
    if others is not None:
        return others
    raise UnknownName("engine", engine, names())
