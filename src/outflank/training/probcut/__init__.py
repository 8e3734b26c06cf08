"""How far shallow searches lie from deep ones, which multi-ProbCut goes by: measured and fitted."""

from outflank.extras import require_extra

require_extra("train", "numpy")
