"""What the report says of a run that has learned the weights of features, by rounds of games."""

from __future__ import annotations

from outflank.drawing.html_page import html_table
from outflank.drawing.svg_plot import line_plot
from outflank.training.run_folder import RunFolder

__all__ = ["sections"]

_SHOWN = "8x8"
_DRAWN = ("6x6", _SHOWN, "12x12")


def sections(run: RunFolder) -> list[str]:
    """Return the parts of the page in their order."""
    found = run.figures("features" if run.settings.kind == "features" else "chance")
    errors, without = found["errors"], found["errors without weights"]
    share = found["points against the round before"]
    parts = [
        (
            f'<p class="result">{found["file"]}: on {_SHOWN} <b>{errors[_SHOWN][-1]:.2f}</b> discs '
            f"from the results, {without[_SHOWN][-1]:.2f} without weights.</p>"
        ),
        (
            f"<h2>Rounds</h2><p>Each round was played with the weights of the round before. The "
            f"last weights won {100 * share:.1f} % of the points of {found['pairs']:,} pairs of "
            "games against those before them: with about half of them another round teaches "
            "nothing more.</p>"
        ),
        html_table(
            ["round", "positions", f"error on {_SHOWN}"],
            [
                (str(number), f"{count:,}", f"{error:.2f}")
                for number, (count, error) in enumerate(
                    zip(found["positions"], errors[_SHOWN], strict=True), 1
                )
            ],
        ),
        line_plot(
            {board: list(enumerate(errors[board], 1)) for board in _DRAWN if board in errors},
            "round",
            "error in discs",
        ),
        "<h2>Boards</h2><p>Errors of the last round.</p>",
        html_table(
            ["board", "without weights", "with them"],
            [(board, f"{without[board][-1]:.2f}", f"{errors[board][-1]:.2f}") for board in errors],
        ),
    ]
    if "spread" in found:
        parts += [
            (
                "<h2>Spread</h2><p>How far results scatter around what the search expects, in "
                "discs.</p>"
            ),
            html_table(
                ["board", "spread"],
                [(board, f"{value:.2f}") for board, value in found["spread"].items()],
            ),
        ]
    return parts
