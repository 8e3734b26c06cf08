"""The levels on this device choose moves as the server's do."""

from __future__ import annotations

import pytest

from outflank.engine.human_like import HumanLikeEngine
from outflank.engine.levels import levels
from outflank.engine.protocol import Analysis, Engine, Task, Variation
from outflank.native.limits import Limit
from outflank.rules import Classic, Position, Score, Square, SquareSet
from support.board_page import OpenBoardPage
from support.browser import await_in

pytestmark = pytest.mark.system("chromium")

_DRAW = """async (cases) => {
  const { drawMove } = await import("/static/engine/level_player.js");
  return cases.map(({ choices, level, numbers }) => {
    const left = [...numbers];
    return drawMove(choices, level, () => left.shift());
  });
}"""


class Scored(Engine):
    """Gives every move a score without searching."""

    name = "scored"

    def supports(self, position: Position) -> bool:
        return position.size == 8

    def think(self, task: Task) -> Analysis:
        moves = sorted(task.position.legal_moves, key=str)
        scores = [Score(float(4 - at)) for at in range(len(moves))]
        return Analysis(
            tuple(
                Variation(move, score, (move,)) for move, score in zip(moves, scores, strict=True)
            )
        )


def positions() -> list[Position]:
    """Return the first positions of a game in which first moves are played."""
    found = [Classic().start()]
    while len(found) < 45 and not found[-1].is_over:
        found.append(found[-1].play(found[-1].legal_moves[0]))
    return [one for one in found if isinstance(one.legal_moves[0], Square)]


def test_the_same_dice_lead_to_the_same_moves(open_board_page: OpenBoardPage) -> None:
    cases, expected = [], []
    for seed, position in enumerate(positions()):
        level = levels()[seed % 14]
        task = Task(position, candidates=99, seed=seed)
        engine = HumanLikeEngine(
            Scored(),
            Limit(nodes=1),
            softness=level.softness,
            oversight=level.oversight,
            greed=level.greed,
        )
        expected.append(str(engine.think(task).move))
        found = Scored().think(task)
        dice = task.random("softness")
        cases.append(
            {
                "choices": [
                    {
                        "move": str(one.move),
                        "discs": found.scores[one.move].discs,
                        "turned": len(position.place(one.move).turned),
                        "isCorner": one.move in SquareSet.corners(8),
                    }
                    for one in found.variations
                    if isinstance(one.move, Square)
                ],
                "level": {
                    "softness": level.softness,
                    "oversight": level.oversight,
                    "greed": level.greed,
                },
                "numbers": [dice.random() for _ in range(40)],
            }
        )
    drawn = await_in(open_board_page().page, _DRAW, cases)
    assert drawn == expected
    assert len(set(drawn)) > 5
