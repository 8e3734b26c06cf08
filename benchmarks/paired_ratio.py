"""The ratio of two builds that were measured in the same rounds, with its interval."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from statistics import fmean

__all__ = ["ratio_in_words"]

_DRAWS = 4000


def ratio_in_words(this: Sequence[float], other: Sequence[float]) -> str:
    """Return the mean ratio of paired figures and the interval that holds it in 95 % of cases.

    The interval comes from resampling the rounds (a bootstrap), so it needs about ten of them.
    """
    ratios = [math.log(one / two) for one, two in zip(this, other, strict=True)]
    draw = random.Random(1).choices
    means = sorted(fmean(draw(ratios, k=len(ratios))) for _ in range(_DRAWS))
    low, high = (math.exp(means[round(place * _DRAWS)]) for place in (0.025, 0.975))
    return f"{math.exp(fmean(ratios)):6.3f} ({low:.3f} to {high:.3f})"
