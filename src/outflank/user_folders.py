"""The folders of the user's settings and games."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["config_folder", "data_folder"]


def config_folder() -> Path:
    """Return the folder of the user's settings, which OUTFLANK_HOME overrides."""
    if home := os.environ.get("OUTFLANK_HOME"):
        return Path(home)
    from platformdirs import user_config_path

    return user_config_path("outflank", appauthor=False)


def data_folder() -> Path:
    """Return the folder of the user's games, which OUTFLANK_HOME overrides."""
    if home := os.environ.get("OUTFLANK_HOME"):
        return Path(home)
    from platformdirs import user_data_path

    return user_data_path("outflank", appauthor=False)
