"""Drills and survival runs: what is asked, in which order, and what is written to the log."""

import itertools

import pytest

from outflank.errors import IllegalMove
from outflank.learning import (
    Attempt,
    BookReplies,
    DrillLine,
    OpeningDrill,
    Repertoire,
    SurvivalRun,
    drill_lines,
    opening_subject,
    progress_of,
)
from outflank.rules import BLACK, WHITE, Color, Position

BOTH = (BLACK, WHITE)


def repertoire_of(color: Color, *lines: str) -> Repertoire:
    repertoire = Repertoire()
    for line in lines:
        repertoire = Repertoire([*repertoire, *repertoire.line(line, color)])
    return repertoire


@pytest.fixture(scope="module")
def repertoire() -> Repertoire:
    return repertoire_of(BLACK, "Tiger", "f5d6c3d3c4f4f6", "f5f6e6f4e3", "f5d6c3d3c4b5b4", "f5f4e3")


def lines_of(repertoire: Repertoire, due: tuple[str, ...] = (), seed: int = 3) -> list[DrillLine]:
    return drill_lines(repertoire, BOTH, BookReplies(), due=due, seed=seed, most=30)


def test_every_decision_is_asked_for_once(repertoire: Repertoire) -> None:
    for seed in range(5):
        asked = [
            step.subject
            for line in lines_of(repertoire, seed=seed)
            for step in line.steps
            if step.is_asked
        ]
        assert sorted(asked) == sorted(one.subject for one in repertoire)


def test_lines_are_games_that_follow_the_repertoire(repertoire: Repertoire) -> None:
    for line in lines_of(repertoire):
        assert line.steps[0].position == Position.start()
        assert line.steps[-1].is_asked
        for step, after in itertools.pairwise(line.steps):
            assert step.position.play(step.move) == after.position
        for step in line.steps:
            if step.position.turn is line.color:
                assert repertoire.is_answer(step.position, step.move)


def test_the_same_seed_draws_the_same_lines(repertoire: Repertoire) -> None:
    assert lines_of(repertoire, seed=4) == lines_of(repertoire, seed=4)
    assert len({str(lines_of(repertoire, seed=seed)[0]) for seed in range(12)}) > 1


def test_the_first_lines_lead_to_what_is_due(repertoire: Repertoire) -> None:
    for one in repertoire.known(BLACK):
        if not one.way:
            continue
        first = lines_of(repertoire, due=(one.subject,))[0]
        assert one.subject in {step.subject for step in first.steps}


def test_both_sides_take_turns() -> None:
    black = repertoire_of(BLACK, "Tiger", "f5f6e6f4e3")
    both = Repertoire([*black, *repertoire_of(WHITE, "Tiger", "f5f6e6f4e3")])
    assert [line.color for line in lines_of(both)][:2] == [BLACK, WHITE]
    assert lines_of(Repertoire()) == []
    assert len(drill_lines(both, BOTH, BookReplies(), most=1)) == 1


def test_a_drill_keeps_the_first_try_of_each_decision(repertoire: Repertoire) -> None:
    drill = OpeningDrill(lines_of(repertoire), repertoire)
    attempts: list[Attempt | None] = []
    assert drill.try_move("f5", at=1) is not None  # all first moves are alike
    wrong = next(move for move in drill.position.legal_moves if not drill.is_right(move))
    subject = drill.step.subject
    attempts.append(drill.try_move(wrong, at=2, milliseconds=900))
    assert attempts[0] is not None
    assert (attempts[0].move, attempts[0].is_right) == (str(wrong), False)
    assert drill.try_move(drill.step.answers[0], at=3) is None  # the second try
    given = drill.give_up(at=4)
    assert given is not None
    assert (given.move, given.is_right) == ("", False)
    while not drill.is_over:
        attempts.append(drill.try_move(drill.step.move, at=5))
    assert (drill.asked, drill.right) == (len(repertoire), len(repertoire) - 2)
    entries = [*repertoire, given, *(one for one in attempts if one is not None)]
    progress = progress_of(entries)
    assert progress.cards[subject].lapses == 1
    assert {card.attempts for card in progress.cards.values()} <= {0, 1}


def test_an_illegal_move_is_no_try(repertoire: Repertoire) -> None:
    drill = OpeningDrill(lines_of(repertoire), repertoire)
    with pytest.raises(IllegalMove):
        drill.try_move("a1", at=1)
    assert drill.asked == 0


def test_the_moves_before_a_question_are_told(repertoire: Repertoire) -> None:
    drill = OpeningDrill(lines_of(repertoire), repertoire)
    assert not drill.line_before
    drill.try_move("f5", at=1)
    position = Position.start()
    for step in drill.line_before:
        assert step.position == position
        position = position.play(step.move)
    assert position == drill.position
    assert drill.number == 1 <= drill.lines
    assert drill.opening in {"", "Parallel", "Perpendicular", "Diagonal"}


# The survival run


def survive(run: SurvivalRun) -> None:
    while run.state == "asks":
        assert run.position.turn is run.color
        run.try_move(run.best()[0], at=1)


def test_who_plays_the_book_survives_to_its_end() -> None:
    for color in BOTH:
        run = SurvivalRun(color, BookReplies(), seed=5)
        survive(run)
        assert run.state == "end"
        assert run.survived >= 3
        assert run.opening
        again = SurvivalRun(color, BookReplies(), seed=5)
        own = [move for at, move in enumerate(run.moves) if (at % 2 == 0) == (color is BLACK)]
        again.replay(own)
        assert (again.moves, again.survived) == (run.moves, run.survived)


def test_a_move_that_gives_away_too_much_ends_the_run() -> None:
    run = SurvivalRun(WHITE, BookReplies(), seed=1)
    attempt = run.try_move("f4", at=5, milliseconds=700)  # the parallel opening
    assert (run.state, run.survived) == ("left", 0)
    assert (attempt.occasion, attempt.is_right, attempt.subject) == (
        "survival",
        False,
        opening_subject(Position.parse("f5")),
    )
    assert attempt.loss is not None
    assert attempt.loss > 2


def test_with_a_decision_only_its_answers_are_right() -> None:
    position = Position.parse("f5")
    assert [str(move) for move in SurvivalRun(WHITE, BookReplies()).best()] == ["d6"]
    repertoire = Repertoire([Repertoire().choose(position, "f6")])
    run = SurvivalRun(WHITE, BookReplies(), repertoire)
    assert [str(move) for move in run.best()] == ["f6"]
    assert not run.try_move("d6", at=1).is_right
    assert SurvivalRun(WHITE, BookReplies(), repertoire).try_move("f6", at=1).is_right
    assert run.replay(["f6"]) is None  # it is over
