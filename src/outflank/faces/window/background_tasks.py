"""Work outside the frame loop: the link to the match, downloaded pictures, opening games."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from outflank.faces.local.autosave import add_match, autosave_journal
from outflank.faces.local.face_link import FaceEvent, FaceLink
from outflank.faces.local.local_game import LocalGame
from outflank.faces.local.options import GameOptions
from outflank.faces.window.painting.gif_frames import Frames, decode
from outflank.play.events import Event
from outflank.play.oracles.gif import fetch_gif

__all__ = ["BackgroundTasks", "PictureFetched", "loaded"]


@dataclass(frozen=True, slots=True)
class PictureFetched(FaceEvent):
    """An animated picture from the oracle was downloaded and decoded."""

    url: str
    frames: Frames


class BackgroundTasks(FaceLink):
    """The link to the match; it also downloads pictures."""

    def __init__(self, wake: Callable[[], None]) -> None:
        super().__init__(wake)
        self._requested: set[str] = set()  # addresses of pictures

    def fetch(self, url: str) -> None:
        """Download and decode a picture from the oracle, unless that was done before."""
        if url in self._requested:
            return
        self._requested.add(url)

        def download() -> None:
            content = fetch_gif(url)
            frames = decode(content) if content else None
            if frames:
                self.post(PictureFetched(url, frames))
            else:
                self._requested.discard(url)

        threading.Thread(target=download, daemon=True).start()


def loaded(events: list[Event]) -> LocalGame:
    """Open a game from a file or the clipboard; it is saved like any other."""
    journal = autosave_journal()
    return LocalGame.resume(journal, add_match(events, journal), adapt=GameOptions.paced)
