"""In another language, the reports of matches and tournaments say nothing in English."""

from collections.abc import Callable
from pathlib import Path

import pytest

from outflank.arena import Definition, Knockout
from outflank.arena.engine_match import (
    EngineMatch,
    MatchPlayer,
    RandomOpenings,
    Sprt,
    match_report,
    run_match,
)
from outflank.arena.tournament_run import EngineTournament, run_tournament, tournament_report
from outflank.engine import Limit
from outflank.rules import Classic
from support.texts.second_language import (
    LANGUAGE,
    count_cut_texts,
    texts_of_page,
    untranslated,
    write_second_language,
)


def report_of_match() -> str:
    players = (MatchPlayer("greedy", Limit(depth=1)), MatchPlayer("random", Limit(nodes=5)))
    match = EngineMatch(players, RandomOpenings(Classic(), 4, plies=2))
    return match_report(match, run_match(match, 4), Sprt(0, 20))


def report_of_tournament() -> str:
    definition = Definition("Cup", ("greedy", "random"), Knockout(), size=4, seed=7)
    cup = EngineTournament.of(definition)
    return tournament_report(cup, run_tournament(cup))


@pytest.mark.parametrize("report", [report_of_match, report_of_tournament])
def test_a_report_is_in_the_users_language(
    report: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_TEXTS", str(write_second_language(tmp_path)))
    monkeypatch.setenv("OUTFLANK_LANGUAGE", LANGUAGE)
    page = report()
    assert count_cut_texts(page) == 0
    assert untranslated(texts_of_page(page), ("Cup", "greedy", "random")) == []
