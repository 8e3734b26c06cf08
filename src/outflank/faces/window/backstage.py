"""What happens off the screen: the link to the table, and pictures from the network."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from outflank.faces.window.gif_frames import Frames, decode
from outflank.play.face_events import FaceEvent
from outflank.play.face_link import FaceLink
from outflank.play.oracles.gif import fetch_gif

__all__ = ["Backstage", "PictureCame"]


@dataclass(frozen=True, slots=True)
class PictureCame(FaceEvent):
    """A picture of the oracle's service was fetched and taken apart."""

    url: str
    frames: Frames


class Backstage(FaceLink):
    """A link that fetches pictures too."""

    def __init__(self, wake: Callable[[], None]) -> None:
        super().__init__(wake)
        self._asked: set[str] = set()  # the pictures that were asked for

    def fetch(self, url: str) -> None:
        """Fetch a picture of the oracle's service and take it apart, once."""
        if url in self._asked:
            return
        self._asked.add(url)

        def work() -> None:
            content = fetch_gif(url)
            frames = decode(content) if content else None
            if frames:
                self.post(PictureCame(url, frames))
            else:
                self._asked.discard(url)

        threading.Thread(target=work, daemon=True).start()
