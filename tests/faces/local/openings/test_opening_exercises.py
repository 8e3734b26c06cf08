"""The drill and the survival run as exercises, which terminal and window show."""

from outflank.faces.local.exercises.openings.drill_exercise import OpeningDrillExercise
from outflank.faces.local.exercises.openings.survival_exercise import SurvivalExercise
from outflank.learning import Attempt, BookReplies, Repertoire, SurvivalRun, drill_lines
from outflank.rules import BLACK, WHITE, Square

F5, D6, C3, A1 = map(Square.parse, ("f5", "d6", "c3", "a1"))


def drill(kept: list[Attempt], times: list[float]) -> OpeningDrillExercise:
    repertoire = Repertoire(Repertoire().line("Tiger", BLACK))
    lines = drill_lines(repertoire, [BLACK], BookReplies(), seed=1)

    def keep(attempt: Attempt) -> str:
        kept.append(attempt)
        return ""

    return OpeningDrillExercise(lines, repertoire, keep, clock=lambda: times.pop(0))


def test_a_drill_goes_from_decision_to_decision() -> None:
    kept: list[Attempt] = []
    exercise = drill(kept, [0.0, 2.0, 3.5, *[9.0] * 20])
    exercise.play(A1)
    assert exercise.said.startswith("A disc on a1")
    assert kept == []  # no try
    exercise.play(F5)
    assert (exercise.said, exercise.awaits_move) == ("Right: f5 is your answer.", False)
    assert (kept[0].at, kept[0].milliseconds) == (2000, 3500)
    exercise.go_on()
    assert exercise.heading == "Decision 2 of 3: Perpendicular"
    assert exercise.text == "Moves so far: f5 d6. Black to move: what do you play?"
    exercise.go_on()  # without an answer it is shown
    assert (exercise.said, exercise.awaits_move) == ("Your answer here is c3.", False)
    assert [each.is_right for each in kept] == [True, False]
    exercise.go_on()
    exercise.show_solution()
    assert exercise.is_last
    exercise.go_on()
    assert exercise.is_over
    assert exercise.closing == "Right at the first try: 1 of 3."


def test_a_drill_says_when_nothing_can_be_saved() -> None:
    repertoire = Repertoire(Repertoire().line("Tiger", BLACK))
    lines = drill_lines(repertoire, [BLACK], BookReplies(), seed=1)
    exercise = OpeningDrillExercise(lines, repertoire, lambda _: "the disk is full")
    exercise.play(F5)
    assert exercise.said == "Right: f5 is your answer. The disk is full."


def test_a_survival_run_goes_on_until_a_wrong_move() -> None:
    exercise = SurvivalExercise(SurvivalRun(WHITE, BookReplies(), seed=1))
    assert exercise.text == "Moves so far: f5. White to move: stay in book."
    exercise.go_on()
    assert exercise.said == "In a survival run only your own moves count."
    exercise.play(D6)
    assert (exercise.said, exercise.is_last) == ("Right: d6 stays in book.", False)
    exercise.go_on()
    assert exercise.heading == "Survival run: 1 move, Perpendicular"
    wrong = next(move for move in exercise.start.legal_moves if move not in exercise.run.best())
    assert isinstance(wrong, Square)
    exercise.play(wrong)
    assert exercise.is_last
    assert not exercise.awaits_move
    assert exercise.said.endswith("You survived 1 move.")
    exercise.go_on()
    assert exercise.is_over


def test_a_survival_run_ends_with_the_book() -> None:
    exercise = SurvivalExercise(SurvivalRun(BLACK, BookReplies(), seed=5))
    while not exercise.is_last:
        exercise.play(exercise.run.best()[0])
        exercise.go_on()
        if exercise.is_over:
            break
    assert exercise.run.state == "end"
    assert exercise.closing == f"You survived {exercise.run.survived} moves."
