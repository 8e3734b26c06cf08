"""What the report says of a run for 8x8: its network, pattern weights, positions and labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outflank.drawing.html_page import html_table
from outflank.drawing.svg_plot import bar_plot, dot_plot, line_plot
from outflank.texts import say
from outflank.training.report_words import axis, columns, curve, heading, paragraph
from outflank.training.run_folder import RunFolder

__all__ = ["sections"]

# The rows of the table of errors, and the figures of the step `check` that they show.
_ERRORS = {
    "before": "before",
    "after": "after",
    "exact_evaluated": "exact, evaluated",
    "exact_one_ply": "exact, one ply",
    "book_one_ply": "book, one ply",
    "labels_evaluated": "labels, evaluated",
}


def sections(run: RunFolder) -> list[str]:
    """Return the parts of the page in their order."""
    check, debias = run.figures("check"), run.figures("debias")
    gain = check["before"] - check["after"]
    errors = html_table(
        columns("what", "error_in_discs"),
        [
            (say(f"training.report.errors.{name}"), f"{check[figure]:.2f}")
            for name, figure in _ERRORS.items()
        ],
    )
    return [
        paragraph(
            "gain",
            "result",
            before=f"{check['before']:.2f}",
            after=f"{check['after']:.2f}",
            gain=f"{gain:.2f}",
        ),
        heading("errors"),
        paragraph("root_mean_squares"),
        errors,
        heading("held_out", 3),
        dot_plot(
            list(zip(check["sample"]["exact"], check["sample"]["found"], strict=True)),
            axis("exact_score"),
            axis("network"),
        ),
        heading("positions"),
        bar_plot(
            _numbered(run.figures("positions")["by empties"]),
            axis("empty_squares"),
            axis("positions"),
        ),
        heading("labels", 3),
        bar_plot(
            [(-64 + 4 * at, count) for at, count in enumerate(run.figures("label")["histogram"])],
            axis("discs_for_mover"),
            axis("positions"),
        ),
        heading("learning"),
        *_curve("teacher", run.figures("teacher")),
        *_curve("student", run.figures("student")),
        heading("constants"),
        paragraph("constants"),
        line_plot(
            {
                curve("too_high_by"): _numbered(debias["biases"]),
                curve("difference"): _numbered(debias["odd and even differ by"]),
            },
            axis("empty_squares"),
            axis("discs"),
        ),
        heading("pattern_weights"),
        *_weights(run.figures("weights")),
    ]


def _curve(name: str, figures: dict[str, Any]) -> list[str]:
    points = list(zip(figures["steps"], figures["losses"], strict=True))
    return [
        heading(name, 3),
        paragraph(
            "learned",
            exact=f"{figures['exact error']:.2f}",
            book=f"{figures['book error']:.2f}",
            device=figures["device"],
        ),
        line_plot({axis("loss"): points}, axis("step"), axis("loss")),
    ]


def _weights(figures: dict[str, Any]) -> list[str]:
    depths = ("one ply", "eight plies")
    files = [
        (say(f"training.report.weights.{name}"), figures[figure])
        for name, figure in (("new_file", "new file"), ("shipped_file", "shipped file"))
        if figures[figure]
    ]
    return [
        paragraph(
            "pattern_weights",
            file=figures["file"],
            bytes=f"{figures['bytes']:,}",
            error=f"{figures['held-out error']:.2f}",
            spread=f"{figures['spread']:.2f}",
        ),
        html_table(
            columns("weights", "one_ply", "eight_plies"),
            [(name, *(f"{errors[depth]:.2f}" for depth in depths)) for name, errors in files],
        ),
    ]


def _numbered(values: Sequence[float]) -> list[tuple[float, float]]:
    return [(float(at), value) for at, value in enumerate(values)]
