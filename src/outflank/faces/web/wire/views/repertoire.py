"""Openings to learn as wire forms."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from outflank.analysis.sentences import SideName
from outflank.archive import opening_of
from outflank.faces.web.wire.schemas.repertoire import (
    DrillLineObject,
    DrillStepObject,
    LeftBookObject,
    LineDecision,
    LineDecisions,
    OpeningGap,
    OpeningPosition,
    OpeningReply,
    RepertoireDecision,
    SurvivalState,
    ToMemoriseObject,
)
from outflank.faces.web.wire.views.matches import word
from outflank.learning import (
    DrillLine,
    FirstKnown,
    LeftBook,
    Repertoire,
    SurvivalRun,
    ToMemorise,
    book_losses,
    describe_left_book,
    line_of,
    opening_of_line,
    opening_subject,
)
from outflank.rules import BLACK, PASS, WHITE, Color, Game, Move, Position, Square

__all__ = [
    "drill_line",
    "left_book_object",
    "line_decisions",
    "opening_position",
    "repertoire_decisions",
    "survival_state",
    "to_memorise_object",
]


def repertoire_decisions(repertoire: Repertoire, due: Collection[str]) -> list[RepertoireDecision]:
    """Return all decisions, those that lines from the start reach first."""
    found = [
        RepertoireDecision(
            subject=one.subject,
            color=word(one.color),
            cells=str(one.position.board),
            answers=_names(one.answers),
            way=_names(one.way),
            opening=one.opening,
            reached=True,
            due=one.subject in due,
        )
        for color in (BLACK, WHITE)
        for one in repertoire.known(color)
    ]
    for color in (BLACK, WHITE):
        found += [
            RepertoireDecision(
                subject=one.subject,
                color=word(color),
                cells=one.position.partition(" ")[0],
                answers=list(one.moves),
                way=[],
                opening="",
                reached=False,
                due=one.subject in due,
            )
            for one in repertoire.apart(color)
        ]
    return found


def to_memorise_object(color: Color, found: ToMemorise, most: int) -> ToMemoriseObject:
    """Return how much there is to memorise, with the most probable gaps."""
    gaps = [
        OpeningGap(_names(gap.way), gap.opening, min(1.0, gap.chance)) for gap in found.gaps[:most]
    ]
    return ToMemoriseObject(word(color), len(found.decisions), gaps)


def opening_position(game: Game, repertoire: Repertoire, replies: FirstKnown) -> OpeningPosition:
    """Return what is played in the last position of a game, and the learner's answers there."""
    position, way = _end(game)
    played = replies.in_position(position)
    losses = book_losses(position)
    shares = {one.move: one for one in played}
    # Symmetric moves are listed once where they were counted together.
    moves = list(shares) + [
        move
        for move in position.legal_moves
        if isinstance(move, Square) and not any(_alike(position, move, one) for one in shares)
    ]
    return OpeningPosition(
        subject=opening_subject(position),
        cells=str(position.board),
        turn=word(position.turn),
        way=_names(way),
        opening=opening_of_line(way),
        answers=_names(repertoire.answers_in(position)),
        source=replies.source_for(position),
        moves=[
            OpeningReply(
                move=str(move),
                share=shares[move].share if move in shares else (0.0 if played else None),
                games=shares[move].games if move in shares else 0,
                loss=losses.get(move),
                opening=_name_after(position, move),
            )
            for move in moves
        ],
    )


def drill_line(line: DrillLine) -> DrillLineObject:
    """Return a line to drill."""
    steps = [
        DrillStepObject(
            cells=str(step.position.board),
            turn=word(step.position.turn),
            move=str(step.move),
            subject=step.subject,
            answers=_names(_all_alike(step.position, step.answers)),
        )
        for step in line.steps
    ]
    return DrillLineObject(word(line.color), line.opening, steps)


def survival_state(run: SurvivalRun, loss: float | None) -> SurvivalState:
    """Return where a run is."""
    position = run.position
    return SurvivalState(
        state=run.state,
        survived=run.survived,
        subject=opening_subject(position),
        cells=str(position.board),
        turn=word(position.turn),
        way=_names(run.way),
        opening=run.opening,
        right=[] if run.state == "end" else _names(_all_alike(position, run.best())),
        loss=loss,
    )


def left_book_object(found: LeftBook, game: Game, side: SideName) -> LeftBookObject:
    """Return where a player left their own book."""
    moves = [ply.move for ply in game.mainline()]
    return LeftBookObject(
        ply=found.ply,
        number=found.number,
        move=str(found.played),
        answers=_names(found.answers),
        opening=found.opening,
        way=_names(moves[: found.ply]),
        sentence=describe_left_book(found, side),
    )


def line_decisions(line: str, color: Color, repertoire: Repertoire) -> LineDecisions:
    """Return what a line would add to a repertoire."""
    plies = line_of(line)
    new = {one.subject: one for one in repertoire.line(line, color)}
    decisions = []
    for position, move in plies:
        entry = new.get(opening_subject(position)) if position.turn is color else None
        if entry is not None:
            decisions.append(
                LineDecision(
                    subject=entry.subject,
                    position=entry.position,
                    moves=list(entry.moves),
                    added=str(move),
                    loss=book_losses(position).get(move),
                )
            )
    way = [move for _, move in plies]
    return LineDecisions(_names(way), opening_of_line(way), decisions)


def _end(game: Game) -> tuple[Position, list[Move]]:
    """Return the last position of a game and the way there; who must pass has passed."""
    position = game.root.last().position
    way: list[Move] = [ply.move for ply in game.mainline()]
    if position.must_pass:
        return position.play(PASS), [*way, PASS]
    return position, way


def _alike(position: Position, one: Square, other: Square) -> bool:
    return one == other or position.play(one).canonical() == position.play(other).canonical()


def _all_alike(position: Position, answers: Sequence[Square]) -> list[Square]:
    """Return the answers with the moves that are symmetric to them, which are right as well."""
    others = [
        move
        for move in position.legal_moves
        if isinstance(move, Square)
        and move not in answers
        and any(_alike(position, move, answer) for answer in answers)
    ]
    return [*answers, *others]


def _name_after(position: Position, move: Square) -> str:
    named = opening_of(position.play(move))
    return "" if named is None else named.name


def _names(moves: Iterable[Move]) -> list[str]:
    return [str(move) for move in moves]
