"""Imports the environments before PettingZoo, which would mute the other tests otherwise."""

import outflank.environments  # noqa: F401
