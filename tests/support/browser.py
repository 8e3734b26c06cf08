"""What tests say of a page in a real browser: how it is opened, and that everybody can use it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

__all__ = ["NewPage", "assert_accessible"]


# To describe all that is right as well takes axe three times as long.
_FAULTS_ONLY = {"resultTypes": ["violations"]}


class NewPage(Protocol):
    """Opens a page in a context of its own; `excused` are patterns of faults that may happen."""

    def __call__(self, *, excused: Iterable[str] = (), **options: Any) -> Page: ...


def assert_accessible(shown: Page) -> None:
    """Let axe look at a page as it stands; what it finds is listed."""
    found = Axe().run(shown, options=_FAULTS_ONLY).response["violations"]
    places = [
        f"{rule['id']}: {rule['help']} {node['target']}" for rule in found for node in rule["nodes"]
    ]
    if places:
        pytest.fail("\n".join(["axe found:", *places]))
