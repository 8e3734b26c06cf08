"""What the report says of a run for 8x8: its network, pattern weights, positions and labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outflank.drawing.html_page import html_table
from outflank.drawing.svg_plot import bar_plot, dot_plot, line_plot
from outflank.training.run_folder import RunFolder

__all__ = ["sections"]

_ERRORS = (
    "before", "after", "exact, evaluated", "exact, one ply", "book, one ply", "labels, evaluated",
)  # fmt: skip


def sections(run: RunFolder) -> list[str]:
    """Return the parts of the page in their order."""
    check, debias = run.figures("check"), run.figures("debias")
    gain = check["before"] - check["after"]
    errors = html_table(
        ["what", "error in discs"],
        [(name, f"{check[name]:.2f}") for name in _ERRORS],
    )
    return [
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
        bar_plot(_numbered(run.figures("positions")["by empties"]), "empty squares", "positions"),
        "<h3>Labels of the engine</h3>",
        bar_plot(
            [(-64 + 4 * at, count) for at, count in enumerate(run.figures("label")["histogram"])],
            "discs for the mover",
            "positions",
        ),
        "<h2>Learning</h2>",
        *(_curve(step, run.figures(step)) for step in ("teacher", "student")),
        (
            "<h2>Constants</h2><p>By how much the student was too high for the mover, and by how "
            "much searches of even and odd depth differed before the constants were corrected.</p>"
        ),
        line_plot(
            {
                "too high by": _numbered(debias["biases"]),
                "difference": _numbered(debias["odd and even differ by"]),
            },
            "empty squares",
            "discs",
        ),
        "<h2>Pattern weights</h2>",
        _weights(run.figures("weights")),
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


def _numbered(values: Sequence[float]) -> list[tuple[float, float]]:
    return [(float(at), value) for at, value in enumerate(values)]
