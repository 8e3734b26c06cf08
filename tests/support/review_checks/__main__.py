"""Check the sentences of reviews: `PYTHONPATH=tests python -m support.review_checks reviews.jsonl`.

The file comes from `outflank review GAMES --out reviews.jsonl`. With a second argument N only
every Nth game is checked, with a third beginning at that game.
"""

import json
import sys
from pathlib import Path

from outflank.analysis.reviewed_game import ReviewedGame
from outflank.engine.native import NativeEngine
from support.review_checks.claims import judged


def main() -> None:
    """Print the wrong sentences and their number."""
    file, *part = sys.argv[1:]
    step, first = (int(one) for one in [*part, *("1", "0")[len(part) :]])
    lines = Path(file).read_text(encoding="utf-8").splitlines()[1:]
    total = estimates = wrong = wrong_estimates = 0
    with NativeEngine() as engine:
        for done, line in enumerate(lines[first::step], 1):
            engine.new_game()
            for one in judged(ReviewedGame.from_dict(json.loads(line)), engine):
                total += 1
                estimates += one.is_estimate
                if not one.is_true:
                    wrong += 1
                    wrong_estimates += one.is_estimate
                    print(f"{one.where}: {one.sentence}", flush=True)
            print(
                f"{done} games: {wrong} of {total} sentences are wrong; {wrong_estimates} of "
                f"{estimates} of those that only a search can judge",
                flush=True,
            )


if __name__ == "__main__":
    main()
