"""The report of a run that learned pattern weights from its own games."""

from __future__ import annotations

from outflank.drawing.html_page import html_table
from outflank.drawing.svg_plot import line_plot
from outflank.training.run_folder import RunFolder

__all__ = ["sections"]

_ROUNDS = (("games", "fit", "first weights"), ("more-games", "fit-again", "last weights"))


def sections(run: RunFolder) -> list[str]:
    """Return the parts of the page in their order."""
    last = run.figures("fit-again")
    rows, curves = [], {}
    for play, fit, name in _ROUNDS:
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
        (
            f'<p class="result">{last["file"]}, {last["bytes"]:,} bytes: '
            f"<b>{last['held-out error']:.2f}</b> discs from values that were held out, whose "
            f"spread is {last['spread']:.2f}.</p>"
        ),
        (
            "<h2>Games</h2><p>The first games were played by weighing features, the others with "
            "the first weights; the last weights learn from all of them.</p>"
        ),
        html_table(["what", "games", "positions", "spread", "error in discs"], rows),
        "<h2>Learning</h2><p>The error on held-out values after each step of the fit.</p>",
        line_plot(curves, "step", "discs"),
    ]
