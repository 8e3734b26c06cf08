"""The parts that the faces on this machine share: local game, saves, settings and sentences."""
