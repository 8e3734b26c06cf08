"""review.json: Python, the page and docs/review.md know all of it, and nothing else."""

from __future__ import annotations

import re

from outflank.analysis.mistakes import least_loss
from outflank.analysis.review_rules import RULES, budget_for
from outflank.analysis.review_steps import ACTIONS, FACTS
from outflank.rules import Classic, Score, ScoreKind
from support.paths import ROOT

PAGE = ROOT / "src/outflank/faces/web/static/page/review/browser_review.js"


def names_on_page(table: str) -> set[str]:
    """Return the names of a table of functions in browser_review.js."""
    found = re.search(
        rf"const {table} = {{\n(.*?)\n}};", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    assert found
    return set(re.findall(r"^  (?:async )?(\w+)[:(,]", found[1], re.MULTILINE))


def test_python_and_the_page_know_the_same_facts_and_actions() -> None:
    facts = {fact for step in RULES.steps for fact in step.when}
    actions = {step.do for step in RULES.steps}
    assert facts == set(FACTS) == names_on_page("FACTS")
    assert actions == set(ACTIONS) == names_on_page("ACTIONS")


def test_the_last_step_can_always_be_taken() -> None:
    assert RULES.steps[-1].when == ()


def test_a_short_game_does_not_get_the_nodes_of_a_long_one_for_each_move() -> None:
    budget = budget_for(Classic().start(), "alphabeta")
    assert budget.nodes_of_game is not None
    limits = [budget.limit(plies).nodes for plies in (1, RULES.least_shares, 60)]
    assert limits[0] == limits[1] == budget.nodes_of_game // RULES.least_shares
    assert limits[2] == budget.nodes_of_game // 60


def test_the_page_about_reviews_states_the_numbers_of_the_file() -> None:
    own, others = RULES.budgets[RULES.engine], RULES.budgets["others"]
    usual, slow, chance = own["usual"], own["slow"], own["chance"]
    exact, estimated = least_loss(Score(0, ScoreKind.EXACT)), least_loss(Score(0))
    page = " ".join((ROOT / "docs/review.md").read_text(encoding="utf-8").split())
    for sentence in (
        f"| {usual.solved} empty squares | depth {usual.depth} at {usual.confidence} % |",
        (
            f"| {slow.solved} empty squares | depth {slow.depth} at {slow.confidence} %, "
            f"at most {slow.nodes:,} nodes |"
        ),
        f"| {chance.solved} empty squares | {chance.nodes:,} nodes |",
        (
            f"| {others['usual'].solved} empty squares, {others['chance'].solved} in Yes/No | "
            f"{others['usual'].nodes_of_game:,} nodes for the whole game |"
        ),
        f"If a server has spent {RULES.brief.after_seconds} seconds",
        (
            f"it solves from {RULES.brief.solved} empty squares on and searches "
            f"{RULES.brief.nodes:,} nodes"
        ),
        (
            f"From {exact:.0f} discs on it is a mistake if both values are exact, from "
            f"{estimated:.0f} discs on if they are estimates."
        ),
        f"A loss below {RULES.thresholds.shown_loss} discs is shown as none.",
        f"if it is more than {RULES.thresholds.clear_lead:.0f} disc.",
        f"every {RULES.thresholds.halving_loss:.0f} discs of loss halve that",
        f"corners within {RULES.findings.weaker_plies} plies",
        f"up to {RULES.findings.largest_region} squares",
        f"with more than {RULES.findings.greed_empties} empty squares",
    ):
        assert sentence in page, sentence
