"""What the report says of a run that has learned the weights of features, by rounds of games."""

from __future__ import annotations

from outflank.drawing.html_page import html_table
from outflank.drawing.svg_plot import line_plot
from outflank.texts import say
from outflank.training.report_words import axis, board_title, columns, heading, paragraph
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
        paragraph(
            "features_result",
            "result",
            file=found["file"],
            board=_SHOWN,
            error=f"{errors[_SHOWN][-1]:.2f}",
            without=f"{without[_SHOWN][-1]:.2f}",
        ),
        heading("rounds"),
        paragraph("rounds", share=f"{100 * share:.1f}", pairs=f"{found['pairs']:,}"),
        html_table(
            [*columns("round", "positions"), say("training.report.columns.error_on", board=_SHOWN)],
            [
                (str(number), f"{count:,}", f"{error:.2f}")
                for number, (count, error) in enumerate(
                    zip(found["positions"], errors[_SHOWN], strict=True), 1
                )
            ],
        ),
        line_plot(
            {board: list(enumerate(errors[board], 1)) for board in _DRAWN if board in errors},
            axis("round"),
            axis("error_in_discs"),
        ),
        heading("boards"),
        paragraph("boards"),
        html_table(
            columns("board", "without_weights", "with_weights"),
            [
                (board_title(board), f"{without[board][-1]:.2f}", f"{errors[board][-1]:.2f}")
                for board in errors
            ],
        ),
    ]
    if "spread" in found:
        parts += [
            heading("spread"),
            paragraph("scatter"),
            html_table(
                columns("board", "spread"),
                [(board_title(board), f"{value:.2f}") for board, value in found["spread"].items()],
            ),
        ]
    return parts
