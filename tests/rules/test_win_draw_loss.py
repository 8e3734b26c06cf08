"""What is proved of a position when only that is solved."""

import pytest

from outflank.rules import Score, WinDrawLoss


@pytest.mark.parametrize(
    ("lead", "result", "sign"),
    [(2.5, "win", 1), (0, "draw", 0), (-64, "loss", -1)],
)
def test_a_lead_at_the_end_is_a_win_a_draw_or_a_loss(lead: float, result: str, sign: int) -> None:
    proved = WinDrawLoss.of(lead)
    assert (str(proved), proved.sign) == (result, sign)
    assert -proved is WinDrawLoss.of(-lead)


def test_a_result_is_ordered_neither_with_scores_nor_by_itself() -> None:
    with pytest.raises(TypeError):
        assert Score(2) > WinDrawLoss.WIN  # type: ignore[operator]
    with pytest.raises(TypeError):
        assert WinDrawLoss.WIN > WinDrawLoss.LOSS  # type: ignore[operator]
