"""The report of a run: one page with tables and plots that needs nothing else."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from outflank.drawing.html_page import html_page, html_table
from outflank.drawing.svg_plot import line_plot
from outflank.texts import say
from outflank.training.pipeline import steps_of
from outflank.training.report_words import axis, columns, curve, heading, paragraph
from outflank.training.run_folder import Progress, RunFolder

__all__ = ["report_page", "write_report"]

FILE = "report.html"
# What each kind of run has found; any other kind learns patterns from its own games.
_SECTIONS = {
    "8x8": "network.network_report",
    "features": "features.feature_report",
    "oracle": "features.feature_report",
}
_BOARDS = "boards.board_report"


def write_report(
    run: RunFolder,
    data: Path,  # noqa: ARG001 - as all steps
    progress: Progress,
) -> dict[str, Any]:
    """Write the page into the folder of the run."""
    page = report_page(run)
    with run.replacing(FILE) as part:
        part.write_text(page, encoding="utf-8")
    progress(1, 1, "")
    return {"file": FILE, "bytes": len(page.encode())}


def report_page(run: RunFolder) -> str:
    """Return the page of a run whose other steps are finished."""
    module = _SECTIONS.get(run.settings.kind, _BOARDS)
    sections: list[str] = importlib.import_module(f"outflank.training.{module}").sections(run)
    steps = [step for step in steps_of(run) if step != "report"]
    if "probcut" in steps:
        sections += [heading("probcut"), *_probes(run.figures("probcut"))]
    seconds = [(step, f"{run.seconds(step):,.1f}") for step in steps]
    sections += [
        heading("steps"),
        html_table(columns("step", "seconds"), seconds),
        heading("settings"),
        html_table(columns("setting", "value"), _settings(run)),
    ]
    return html_page(say("training.report.title", name=run.path.name), sections)


def _settings(run: RunFolder) -> list[tuple[str, str]]:
    return [
        (say(f"training.settings.{name}"), f"{value:,}" if isinstance(value, int) else str(value))
        for name, value in run.settings.as_dict().items()
    ]


def _probes(figures: dict[str, Any]) -> list[str]:
    lines = {
        curve(name): list(zip(figures["depths"], figures[name], strict=True))
        for name in ("measured", "fitted")
    }
    return [
        paragraph("probes", file=figures["file"], pairs=f"{figures['pairs']:,}"),
        line_plot(lines, axis("depth"), axis("discs")),
    ]
