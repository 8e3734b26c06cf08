"""The report of a run: one page with tables and plots that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from outflank.drawing.html_page import html_page, html_table
from outflank.drawing.svg_plot import bar_plot, dot_plot, line_plot
from outflank.training.run_folder import Progress, RunFolder

__all__ = ["report_page", "write_report"]

FILE = "report.html"
_STEPS = (
    "positions", "label", "teacher", "label-siblings", "student", "debias", "export", "check",
    "weights", "probcut",
)  # fmt: skip
_ERRORS = (
    "before", "after", "exact, evaluated", "exact, one ply", "book, one ply", "labels, evaluated",
)  # fmt: skip


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
    found = {step: run.figures(step) for step in _STEPS}
    check = found["check"]
    gain = check["before"] - check["after"]
    errors = html_table(
        ["what", "error in discs"],
        [(name, f"{check[name]:.2f}") for name in _ERRORS],
    )
    sections = [
        (
            f'<p class="result">On exact scores that were held out, one ply deep: '
            f"<b>{check['before']:.2f}</b> discs before, <b>{check['after']:.2f}</b> after "
            f"({gain:.2f} lower).</p>"
        ),
        "<h2>Errors</h2><p>Root mean squares. Before is the evaluation that made the labels.</p>",
        errors,
        "<h3>Held-out positions: exact scores and what the network says</h3>",
        dot_plot(
            list(zip(check["sample"]["exact"], check["sample"]["found"], strict=True)),
            "exact score",
            "network",
        ),
        "<h2>Positions</h2>",
        bar_plot(_numbered(found["positions"]["by empties"]), "empty squares", "positions"),
        "<h3>Labels of the engine</h3>",
        bar_plot(
            [(-64 + 4 * at, count) for at, count in enumerate(found["label"]["histogram"])],
            "discs for the mover",
            "positions",
        ),
        "<h2>Learning</h2>",
        *(_curve(step, found[step]) for step in ("teacher", "student")),
        (
            "<h2>Constants</h2><p>By how much the student was too high for the mover, and by how "
            "much searches of even and odd depth differed before the constants were corrected.</p>"
        ),
        line_plot(
            {
                "too high by": _numbered(found["debias"]["biases"]),
                "difference": _numbered(found["debias"]["odd and even differ by"]),
            },
            "empty squares",
            "discs",
        ),
        "<h2>Plain weights</h2>",
        _weights(found["weights"]),
        "<h2>ProbCut</h2>",
        _probes(found["probcut"]),
        "<h2>Steps</h2>",
        html_table(["step", "seconds"], [(step, f"{run.seconds(step):,.1f}") for step in _STEPS]),
        "<h2>Settings</h2>",
        html_table(["setting", "value"], [(name, value) for name, value in _settings(run)]),
    ]
    return html_page(f"Training run {run.path.name}", sections)


def _settings(run: RunFolder) -> list[tuple[str, str]]:
    return [
        (name.replace("_", " "), f"{value:,}" if isinstance(value, int) else str(value))
        for name, value in run.settings.as_dict().items()
    ]


def _curve(name: str, figures: dict[str, Any]) -> str:
    points = list(zip(figures["steps"], figures["losses"], strict=True))
    return (
        f"<h3>{name.capitalize()}</h3><p>Held-out errors: {figures['exact error']:.2f} discs on "
        f"exact scores, {figures['book error']:.2f} on the book; learned on "
        f"{figures['device']}.</p>" + line_plot({"loss": points}, "step", "loss")
    )


def _weights(figures: dict[str, Any]) -> str:
    depths = ("one ply", "eight plies")
    files = [(name, figures[name]) for name in ("new file", "shipped file") if figures[name]]
    return (
        f"<p>{figures['file']}, {figures['bytes']:,} bytes: {figures['held-out error']:.2f} discs "
        f"from labels that were held out, whose spread is {figures['spread']:.2f}. The errors on "
        "exact scores that were held out, beside those of the file that the engine has:</p>"
        + html_table(
            ["weights", *depths],
            [(name, *(f"{errors[depth]:.2f}" for depth in depths)) for name, errors in files],
        )
    )


def _probes(figures: dict[str, Any]) -> str:
    lines = {
        name: list(zip(figures["depths"], figures[name], strict=True))
        for name in ("measured", "fitted")
    }
    return (
        f"<p>How far searches lie from searches of half their depth, as a standard deviation; "
        f"{figures['file']} was fitted over {figures['pairs']:,} pairs.</p>"
        + line_plot(lines, "depth", "discs")
    )


def _numbered(values: Sequence[float]) -> list[tuple[float, float]]:
    return [(float(at), value) for at, value in enumerate(values)]
