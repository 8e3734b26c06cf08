"""The headers with weights of features that the core is compiled with, as text."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from outflank.errors import OutflankError
from outflank.texts import Text
from outflank.training.features import chance_fit, feature_fit
from outflank.training.features.rounds import SIZES

__all__ = ["chance_header", "feature_header", "weights_in"]

_NAMESPACE = "outflank::inline OUTFLANK_INSTRUCTIONS"
_FEATURE_HEAD = f"""\
// The weights of the evaluation's features. Made by `outflank train features`.
#pragma once

#include "evaluation/features.hpp"

namespace {_NAMESPACE} {{

// clang-format off
// First most discs win, then fewest; for each, sizes 4 to 16.
inline constexpr FeatureKnots feature_weights[2][7] = {{
"""
_CHANCE_HEAD = f"""\
// The weights of the evaluation for games with an oracle. Made by `outflank train chance`.
//
// Fitted by least squares to the results of games of the search against itself with many different
// odds: for both ways to win, every size, and six degrees of filling from an empty to a full board.
// The second table says how much a weight changes if every answer is `maybe`.
#pragma once

#include <cstdint>

#include "board/bits.hpp"

namespace {_NAMESPACE} {{

constexpr int chance_features = {chance_fit.FEATURES};
// The weight of the odds that favour a colour, per empty square.
constexpr int chance_color_bias = chance_features - 1;
constexpr int chance_knots = {chance_fit.KNOTS};

// In hundredths of a disc: [fewest wins][size / 2 - 2][change by maybe][knot][feature].
// clang-format off
inline constexpr std::int16_t chance_weights[2][7][2][chance_knots][chance_features] = {{
"""
_TAIL = f"""\
}};
// clang-format on

}}  // namespace {_NAMESPACE}
"""


def feature_header(weights: NDArray[np.int16]) -> str:
    """Return core/evaluation/feature_weights.hpp."""
    lines = []
    for sizes in weights:
        lines.append("    {")
        for knots in sizes:
            lines += ["        {{", *(f"            {_row(row)}" for row in knots), "        }},"]
        lines.append("    },")
    return _FEATURE_HEAD + "\n".join(lines) + "\n" + _TAIL


def chance_header(weights: NDArray[np.int16]) -> str:
    """Return core/chance/chance_weights.hpp."""
    lines = []
    for sizes, way in zip(weights, ("", ", fewest win"), strict=True):
        lines.append("    {")
        for size, tables in zip(SIZES, sizes, strict=True):
            lines.append(f"        {{  // {size} x {size}{way}")
            for knots in tables:
                lines.append("            {")
                lines += [f"                {_row(row)}" for row in knots]
                lines.append("            },")
            lines.append("        },")
        lines.append("    },")
    return _CHANCE_HEAD + "\n".join(lines) + "\n" + _TAIL


def weights_in(text: str) -> NDArray[np.int16]:
    """Return the table of a header: fewest wins, sizes, and what a board has.

    >>> feature_table = np.arange(2 * 7 * 9 * 16, dtype=np.int16).reshape(2, 7, 9, 16)
    >>> bool((weights_in(feature_header(feature_table)) == feature_table).all())
    True
    """
    rows = re.findall(r"^ +\{(-?\d+(?:, -?\d+)*)\},$", text, re.MULTILINE)
    numbers = [int(number) for row in rows for number in row.split(", ")]
    for shape in (feature_fit.FeatureFit.shape, chance_fit.ChanceFit.shape):
        table = (2, len(SIZES), *shape)
        if len(numbers) == np.prod(table):
            return np.array(numbers, np.int16).reshape(table)
    raise OutflankError(Text("errors.training.not_a_weights_header"))


def _row(numbers: NDArray[np.int16]) -> str:
    return "{" + ", ".join(map(str, numbers.tolist())) + "},"
