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
)
from outflank.plain_warnings import EngineFileWarning
from outflank.rules import Classic, Position
from outflank.texts import Text, say

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
_NETWORK = "8x8.network"
# By size, whether the fewest discs win, and whether an oracle answers.
_PATTERN_FILES = {
    (8, False, False): "8x8.patterns",  # where the network is not used: browsers
    (6, False, False): "6x6.patterns",
    (10, False, False): "10x10.patterns",
    (12, False, False): "12x12.patterns",
    (8, True, False): "8x8-anti.patterns",
    (8, False, True): "8x8-yesno.patterns",
}


class LearnedEvaluation(NamedTuple):
    """The evaluation of classic 8x8: a network, pattern weights in its place, or neither."""

    network: bytes | None = None
    patterns: bytes | None = None


def data_file(name: str, folder: Traversable | None = None) -> bytes:
    """Return one of the engine's data files."""
    folder = folder or files("outflank.engine").joinpath("data")
    try:
        return folder.joinpath(name).read_bytes()
    except OSError:
        raise EngineError(Text("errors.engine.missing_engine_file", file=name)) from None


@functools.cache
def learned_evaluation(folder: Traversable | None = None) -> LearnedEvaluation:
    """Return the network, or if it is missing or damaged, warn and return pattern weights.

    Without network and pattern weights the engine evaluates 8x8 by features.
    """
    try:
        return LearnedEvaluation(network=_checked(_NETWORK, check_network, folder))
    except EngineError as problem:
        of_network = str(problem)
    start = Classic().start(8)
    name = pattern_file(start)
    try:
        learned = LearnedEvaluation(patterns=_unpacked_patterns(start, folder))
        message = say(
            "errors.engine.warnings.no_network", file=_NETWORK, instead=name, problem=of_network
        )
    except EngineError as problem:
        learned = LearnedEvaluation()
        message = say(
            "errors.engine.warnings.neither",
            network=_NETWORK,
            patterns=name,
            problem=of_network,
            other=problem,
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
        message = say("errors.engine.warnings.no_probcut", problem=problem)
        warnings.warn(message, EngineFileWarning, stacklevel=2)
        return None


def pattern_file(position: Position) -> str | None:
    """Return the file with the pattern weights of a position's game, or None if there is none.

    >>> from outflank.rules import Classic
    >>> pattern_file(Classic().start(10)), pattern_file(Classic().start(14))
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
        weights = _unpacked_patterns(position, folder)
    except EngineError as problem:
        message = say("errors.engine.warnings.no_patterns", file=name, problem=problem)
        warnings.warn(message, EngineFileWarning, stacklevel=3)
    _KEPT[name, folder] = weights
    return weights


def _unpacked_patterns(position: Position, folder: Traversable | None) -> bytes:
    """Return the pattern weights of a position's game; a bad file is an EngineError."""
    name = pattern_file(position)
    assert name is not None
    try:
        weights = lzma.decompress(data_file(name, folder))
    except lzma.LZMAError:
        raise EngineError(Text("errors.engine.damaged_file")) from None
    check_pattern_weights(weights, position)
    return weights


def _checked(name: str, check: Callable[[bytes], None], folder: Traversable | None) -> bytes:
    """Return the contents of a file; raise an EngineError if they cannot be used."""
    data = data_file(name, folder)
    check(data)
    return data
