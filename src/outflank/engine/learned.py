"""The data files of the native engine: networks, weights and numbers that were learned."""

from __future__ import annotations

import functools
import lzma
import warnings
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from outflank.errors import EngineError
from outflank.native.search import (
    check_network,
    check_pattern_weights,
    check_probcut,
    check_weights,
)
from outflank.plain_warnings import EngineFileWarning
from outflank.rules import Position

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.resources.abc import Traversable

__all__ = [
    "LearnedEvaluation",
    "data_file",
    "learned_evaluation",
    "pattern_file",
    "pattern_weights",
    "probcut_numbers",
]

# The contents of pattern files, so that each is read, and warned about, only once.
_KEPT: dict[tuple[str | None, Traversable | None], bytes | None] = {}
# By size, whether the fewest discs win, and whether an oracle answers.
_PATTERN_FILES = {
    (6, False, False): "6x6.patterns",
    (10, False, False): "10x10.patterns",
    (12, False, False): "12x12.patterns",
    (8, True, False): "8x8-anti.patterns",
    (8, False, True): "8x8-yesno.patterns",
}


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
    """Return the network, or if it is missing or damaged, warn and return the plain weights.

    Without either the engine evaluates 8x8 by features, as it does every other size.
    """
    try:
        return LearnedEvaluation(network=_checked("8x8.network", check_network, folder))
    except EngineError as problem:
        of_network = str(problem)
    try:
        learned = LearnedEvaluation(weights=_checked("8x8.weights", check_weights, folder))
        message = f"8x8.network is not used, 8x8 is evaluated by plain weights: {of_network}"
    except EngineError as problem:
        learned = LearnedEvaluation()
        message = (
            "neither 8x8.network nor 8x8.weights is used, 8x8 is evaluated by features: "
            f"{of_network}, and {problem}"
        )
    warnings.warn(message, EngineFileWarning, stacklevel=2)
    return learned


@functools.cache
def probcut_numbers(folder: Traversable | None = None) -> bytes | None:
    """Return the numbers of ProbCut; if the file is missing or damaged, warn and return None.

    The core then uses one cautious guess for all games.
    """
    try:
        return _checked("probcut.txt", check_probcut, folder)
    except EngineError as problem:
        message = f"probcut.txt is not used, ProbCut uses a guess: {problem}"
        warnings.warn(message, EngineFileWarning, stacklevel=2)
        return None


def pattern_file(position: Position) -> str | None:
    """Return the name of the file with the weights of a position's game, None if there is none.

    >>> from outflank.rules import Classic
    >>> pattern_file(Classic().start(10)), pattern_file(Classic().start(8))
    ('10x10.patterns', None)
    """
    variant = position.variant
    return _PATTERN_FILES.get((position.size, variant.fewest_wins, bool(variant.answers)))


def pattern_weights(position: Position, folder: Traversable | None = None) -> bytes | None:
    """Return the weights of a position's game, or None if it is evaluated by features.

    If the file is missing or damaged, a warning names it.
    """
    name = pattern_file(position)
    if name is None or (name, folder) in _KEPT:
        return _KEPT.get((name, folder))
    weights = None
    try:
        weights = lzma.decompress(data_file(name, folder))
        check_pattern_weights(weights, position)
    except (EngineError, lzma.LZMAError) as problem:
        weights = None
        reason = problem if isinstance(problem, EngineError) else "the file is damaged"
        message = f"{name} is not used, its game is evaluated by features: {reason}"
        warnings.warn(message, EngineFileWarning, stacklevel=3)
    _KEPT[name, folder] = weights
    return weights


def _checked(name: str, check: Callable[[bytes], None], folder: Traversable | None) -> bytes:
    """Return the contents of a file; raise an EngineError if they cannot be used."""
    data = data_file(name, folder)
    check(data)
    return data
