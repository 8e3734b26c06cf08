"""Mistakes as players name them, in positions of known theory."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from outflank.analysis.mistakes import CODES, Choice, Finding, name_mistake
from outflank.analysis.review import review_engine
from outflank.analysis.sentences import describe_finding
from outflank.engine import Engine, Limit
from outflank.rules import (
    Board,
    Color,
    Move,
    Position,
    Score,
    ScoreKind,
    Square,
    find_variant,
    parse_move,
)
from outflank.texts import catalogue
from support.paths import ROOT

FILE = Path(__file__).with_name("mistakes.txt")
EXACT = ScoreKind.EXACT
MANY_TO_SOLVE = range(12, 20)  # empty squares


@dataclass(frozen=True)
class Named:
    """A mistake with the codes of the names that players give it."""

    title: str
    codes: tuple[str, ...]
    choice: Choice


def line_of(text: str) -> tuple[tuple[Move, ...], Score]:
    found = re.fullmatch(r"(?:\w+ played|better was) ([a-h1-8 pas]+) \(([-+.\d]+)( exact)?\)", text)
    assert found is not None, text
    moves = tuple(map(parse_move, found[1].split()))
    return moves, Score(float(found[2]), EXACT if found[3] else ScoreKind.HEURISTIC)


def named(block: str) -> Named:
    title, *rows, played, better = block.splitlines()
    board = Board.parse("".join(rows))
    position = Position(board, Color(played.split()[0]))
    codes = tuple(title.partition(":")[0].split())
    return Named(title, codes, Choice(position, *line_of(played), *line_of(better)))


TEXT = FILE.read_text(encoding="utf-8")
NAMED = [named(block) for block in TEXT.strip().split("\n\n")[1:]]


def test_there_are_enough_examples_and_every_code_occurs() -> None:
    counts = Counter(code for each in NAMED for code in each.codes)
    assert len({(each.choice.position, each.choice.played) for each in NAMED}) == len(NAMED) >= 60
    assert set(counts) == set(CODES) - {"lost_discs", "fewer_wins"}


def test_mistakes_get_the_names_that_players_give_them() -> None:
    wrong = []
    for each in NAMED:
        found = name_mistake(each.choice)
        if not set(each.codes) <= {finding.code for finding in found}:
            wrong.append((each.title, found))
        for finding in found:
            sentence = describe_finding(finding)
            assert "{" not in sentence
            assert sentence.endswith(".")
    assert wrong == []


@pytest.mark.native
def test_the_better_moves_of_the_named_mistakes_are_better() -> None:
    with review_engine() as engine:
        for each in NAMED:
            choice = each.choice
            if choice.before.empties in MANY_TO_SOLVE:
                continue  # slow to solve, and the others are enough
            is_exact = choice.score.kind is EXACT is choice.best_score.kind
            depth = choice.before.empties if is_exact else 6
            limit = Limit(depth=depth, confidence=None if is_exact else 73)
            values = [
                value_after(choice.position, square, engine, limit)
                for square in (choice.played, choice.better)
            ]
            assert values[0] < values[1], each.title
            if is_exact:
                assert values == [choice.score.discs, choice.best_score.discs]


def value_after(position: Position, square: Square, engine: Engine, limit: Limit) -> float:
    """Return the value of a move for the side that makes it."""
    after, sign = position.play(square), -1
    if after.must_pass:
        after, sign = after.play("pass"), 1
    outcome = after.outcome
    if outcome is not None:
        ahead = outcome.margin(empties_to_winner=True)
        return ahead if position.turn is Color.BLACK else -ahead
    score = engine.analyse(after, limit).score
    assert score is not None
    return sign * score.discs


def test_the_codes_and_the_texts_of_findings_are_the_same() -> None:
    keys = [key.split(".")[2] for key in catalogue("en").keys if ".findings." in key]
    assert {re.sub("_(one|other)$", "", key) for key in keys} == set(CODES)


def test_the_page_on_reviews_says_what_must_be_true_for_every_code() -> None:
    page = (ROOT / "docs" / "review.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    assert set(CODES) <= set(re.findall(r"`(\w+)`", " ".join(rows)))


def test_if_no_rule_applies_only_the_loss_is_reported() -> None:
    start = find_variant("classic").start()
    d3, c4 = Square.parse("d3"), Square.parse("c4")
    lost = (Finding("lost_discs"),)
    assert name_mistake(Choice(start, (d3,), Score(-3), (c4,), Score(0))) == lost
    assert name_mistake(Choice(start, (d3,), Score(0), (d3,), Score(0))) == ()


@pytest.mark.parametrize("variant", ["anti", "yesno"])
def test_the_theory_of_corners_is_not_applied_to_other_variants(variant: str) -> None:
    known = next(each.choice for each in NAMED if "missed_corner" in each.codes)
    rules = find_variant(variant)
    position = Position(known.before, known.mover, variant=rules)
    position = position.hear("yes") if rules.answers else position
    choice = Choice(position, known.line, known.score, known.better_line, known.best_score)
    assert name_mistake(choice) == (Finding("lost_discs"),)


def test_a_finding_goes_to_json_and_back() -> None:
    for each in NAMED:
        for finding in name_mistake(each.choice):
            again = Finding.from_dict(finding.to_dict())
            assert (again, hash(again)) == (finding, hash(finding))


def test_sides_get_the_names_that_the_reader_uses() -> None:
    finding = Finding("gave_corner", {"corners": ("a1",), "opponent": "white"})
    names = {Color.BLACK: "YES", Color.WHITE: "NO"}
    assert describe_finding(finding, names.__getitem__) == (
        "It gave away the corner a1, which NO could not take before."
    )


def test_taking_the_lesser_of_two_corners_is_not_a_missed_corner() -> None:
    row, empty = "-OX-----", "-" * 48
    position = Position(Board.parse(row + empty + row), Color.BLACK)
    lines = (parse_move("a1"),), (parse_move("a8"),)
    choice = Choice(position, lines[0], Score(0.0, EXACT), lines[1], Score(4.0, EXACT))
    assert "missed_corner" not in [finding.code for finding in name_mistake(choice)]
    other = Choice(position, lines[1], Score(0.0, EXACT), lines[0], Score(4.0, EXACT))
    assert "missed_corner" not in [finding.code for finding in name_mistake(other)]
