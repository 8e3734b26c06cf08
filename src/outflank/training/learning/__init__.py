"""What PyTorch learns: the deep teacher and the small student."""

from outflank.extras import require_extra

require_extra("train", "numpy", "torch")
