"""The report of a run that learned pattern weights from its own games."""

from __future__ import annotations

from outflank.drawing.html_page import html_table
from outflank.drawing.svg_plot import line_plot
from outflank.texts import say
from outflank.training.report_words import axis, columns, heading, paragraph
from outflank.training.run_folder import RunFolder

__all__ = ["sections"]

_ROUNDS = (("games", "fit", "first"), ("more-games", "fit-again", "last"))


def sections(run: RunFolder) -> list[str]:
    """Return the parts of the page in their order."""
    last = run.figures("fit-again")
    rows, curves = [], {}
    for play, fit, weights in _ROUNDS:
        name = say(f"training.report.weights.{weights}")
        played, fitted = run.figures(play), run.figures(fit)
        curves[name] = [(float(step), error) for step, error in fitted["curve"]]
        rows.append(
            (
                name,
                f"{played['games']:,}",
                f"{fitted['positions']:,}",
                f"{fitted['spread']:.2f}",
                f"{fitted['held-out error']:.2f}",
            )
        )
    return [
        paragraph(
            "games_result",
            "result",
            file=last["file"],
            bytes=f"{last['bytes']:,}",
            error=f"{last['held-out error']:.2f}",
            spread=f"{last['spread']:.2f}",
        ),
        heading("games"),
        paragraph("two_rounds"),
        html_table(columns("what", "games", "positions", "spread", "error_in_discs"), rows),
        heading("learning"),
        paragraph("curve"),
        line_plot(curves, axis("step"), axis("discs")),
    ]
