"""The analysis board, opened in the one browser on the one server."""

from __future__ import annotations

from typing import Any

import pytest

from support.analysis.analysis_page import AnalysisPage, OpenAnalysis
from support.browser import NewPage, expect
from support.server.live_server import LiveServer

_ENGINE_OFF = """
localStorage.setItem("outflank-analysis-engine", JSON.stringify({ isOn: false, lines: 3 }));
"""


@pytest.fixture
def open_analysis(site: LiveServer, new_page: NewPage) -> OpenAnalysis:
    def open_page(address: str = "", *, engine: bool = False, **options: Any) -> AnalysisPage:
        page = new_page(**options)
        if not engine:  # else the engine searches with two cores in many tests
            page.add_init_script(_ENGINE_OFF)
        page.goto(f"{site.url}/analysis{address}")
        expect(page.locator("body[data-ready]")).to_be_attached()
        return AnalysisPage(page)

    return open_page


@pytest.fixture
def analysis(open_analysis: OpenAnalysis) -> AnalysisPage:
    """The board at the usual start, without the engine."""
    return open_analysis()
