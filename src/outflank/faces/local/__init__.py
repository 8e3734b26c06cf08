"""What the faces on this machine share: the local game, its saves, settings and sentences."""
