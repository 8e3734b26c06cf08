"""What the native engine has learned about 8x8, read from its data files."""

from __future__ import annotations

import functools
import warnings
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from outflank.errors import EngineError
from outflank.native.search import check_network, check_weights

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.resources.abc import Traversable

__all__ = ["LearnedEvaluation", "data_file", "learned_evaluation"]


class LearnedEvaluation(NamedTuple):
    """The evaluation of 8x8: a network, plain weights in its place, or neither."""

    network: bytes | None = None
    weights: bytes | None = None


def data_file(name: str, folder: Traversable | None = None) -> bytes:
    """Return one of the engine's data files."""
    folder = folder or files("outflank.engine").joinpath("data")
    try:
        return folder.joinpath(name).read_bytes()
    except OSError:
        raise EngineError(
            f"the engine's file {name} cannot be read; install outflank again"
        ) from None


@functools.cache
def learned_evaluation(folder: Traversable | None = None) -> LearnedEvaluation:
    """Return the network; where it is missing or damaged, warn and return the next best.

    Without network and weights the engine evaluates 8x8 by features, as it does every other size.
    """
    network = _usable("8x8.network", check_network, "plain weights", folder)
    if network is not None:
        return LearnedEvaluation(network=network)
    return LearnedEvaluation(weights=_usable("8x8.weights", check_weights, "features", folder))


def _usable(
    name: str, check: Callable[[bytes], None], instead: str, folder: Traversable | None
) -> bytes | None:
    try:
        data = data_file(name, folder)
        check(data)
    except EngineError as problem:
        message = f"{name} is not used, 8x8 is evaluated by {instead}: {problem}"
        warnings.warn(message, RuntimeWarning, stacklevel=3)
        return None
    return data
