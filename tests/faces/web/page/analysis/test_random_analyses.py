"""The analysis board shows what the rules say, in random trees of all sizes and variants.

`OUTFLANK_SOAK=1 pytest tests/faces/web/page/analysis/test_random_analyses.py` looks at a thousand.
"""

from __future__ import annotations

import json
import os
import random

import pytest

from outflank.notation import read, write
from outflank.rules import SIZES
from support.analysis.analysis_page import OpenAnalysis, names_of
from support.browser import await_in
from support.notation_samples import random_game, random_start

pytestmark = pytest.mark.system("chromium")

TREES = 1000 if "OUTFLANK_SOAK" in os.environ else 21
FRESH = 21  # trees after which the page is loaded again
VARIANTS = ("classic", "yesno", "anti")

# Opens each record as the page does, goes to every place of its tree, and reads what is shown.
_SHOW = """async (texts) => {
  const [root] = document.querySelector("script[type=module]").src.split("/page/");
  const load = (name) => import(`${root}/${name}.js`);
  const { Rules } = await load("engine/rules");
  const { recordOf, studyOf } = await load("page/analysis/record");
  const { usualStart } = await load("page/analysis/study");
  const { boardState } = await load("page/analysis/board_view");
  const { fragmentOf, studyOfFragment } = await load("page/analysis/link");
  const rules = await Rules.open();
  const shapeOf = ({ move, comment, replies }) => [move, comment, replies.length];
  const tree = (study) => JSON.stringify(study.nodes().map(shapeOf));
  const board = document.createElement("outflank-board");
  document.body.append(board);
  const found = texts.map((text) => {
    const game = JSON.parse(text);
    const study = studyOf(rules, game, usualStart(game.variant, game.size));
    const places = study.nodes().map((node) => {
      study.goTo(node);
      board.state = boardState(study, { findings: null, isThreats: false, isRotated: false });
      board.draw();
      const cells = [...board.shadowRoot.querySelectorAll("[role=gridcell]")];
      const names = cells.map((one) => one.getAttribute("aria-label"));
      const linked = studyOfFragment(rules, fragmentOf(study));
      return { cells: node.position.board, turn: node.position.turn, names, isOver: study.isOver(),
        linked: linked.node.position.board === node.position.board
          && tree(linked) === tree(study) };
    });
    return { record: JSON.stringify(recordOf(study)), places };
  });
  board.remove();
  return found;
}"""


@pytest.mark.parametrize("first", range(0, TREES, FRESH))
def test_an_analysis_is_shown_as_the_rules_say(open_analysis: OpenAnalysis, first: int) -> None:
    page = open_analysis().page
    games = []
    for seed in range(first, min(first + FRESH, TREES)):
        lot = random.Random(seed)
        start = random_start(lot, VARIANTS[seed % 3], SIZES[seed % 7])
        games.append(random_game(lot, start, 16, ["", "a remark"]))
    shown = await_in(page, _SHOW, [write(game, format="json") for game in games])
    for seed, game, found in zip(range(first, TREES), games, shown, strict=False):
        positions = [game.start, *(ply.position for ply in game.walk())]
        assert len(found["places"]) == len(positions), seed
        for position, place in zip(positions, found["places"], strict=True):
            assert (place["cells"], place["turn"]) == (str(position.board), str(position.turn))
            assert place["isOver"] == position.is_over, seed
            assert [_without_last(name) for name in place["names"]] == names_of(position), seed
            assert place["linked"], seed
        kept = read(found["record"].encode(), format="json", errors="raise").game
        assert _moves_of(kept) == _moves_of(game), seed
        assert json.loads(found["record"])["size"] == game.start.size


def _moves_of(game: object) -> list[tuple[str, str, str]]:
    return [(str(ply.move), str(ply.position), ply.comment) for ply in game.walk()]  # type: ignore[attr-defined]


def _without_last(name: str) -> str:
    words = ("last move", "flipped", "flipped by the answer")
    return ", ".join(word for word in name.split(", ") if word not in words)
