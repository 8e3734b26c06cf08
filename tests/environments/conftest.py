"""Imports the environments before PettingZoo, which else takes the sound from other tests."""

import outflank.environments  # noqa: F401
