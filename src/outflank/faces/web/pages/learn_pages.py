"""The pages on which people learn: the hub, and what leads from it."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from outflank.faces.web.pages.page_rendering import PageRendering

__all__ = ["LearnPages"]


class LearnPages:
    """The pages below /learn."""

    def __init__(self, rendering: PageRendering) -> None:
        self._rendering = rendering

    @property
    def views(self) -> dict[str, Callable[..., Response]]:
        """The views by path."""
        return {"/learn": self.hub}

    def hub(self, request: Request) -> Response:
        """Show what there is to learn."""
        return self._rendering.page("learn/hub.html", request)
