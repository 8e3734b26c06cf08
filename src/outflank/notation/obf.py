"""OBF, the Othello Board File: on each line a position and the scores of its moves."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from outflank.errors import NotationError
from outflank.notation.cells import LETTERS, SQUARES, Cells, blank_comments, comments_in
from outflank.notation.format import Assumptions, Carries, Format
from outflank.notation.numbers import parse_number, round_score
from outflank.notation.record import ScoredPosition
from outflank.notation.source_text import Passage, SourceText
from outflank.rules import BLACK, PASS, Move, Position, Score, parse_move
from outflank.texts import Text

__all__ = ["FORMAT"]

_MOVE = "[A-Pa-p][0-9]{1,2}|[Pp][Aa](?:[Ss][Ss]?)?|[Pp][Ss]|--|@@(?:@@)?"
_NUMBER = r"[+-]?[0-9]+(?:\.[0-9]*)?"
_FIELD = re.compile(rf"(?P<move>{_MOVE})\s*(?::\s*(?P<score>{_NUMBER})?)?|(?P<best>{_NUMBER})")
# Moves without : or ; after a board and `;` belong to a transcript, not to OBF.
_FIRST_FIELD = re.compile(rf"\s*(?:\Z|(?:{_MOVE})\s*[:;]|{_NUMBER}\s*(?:;|\Z))")

_NO_MOVE = -127  # some writers end each line with `--:-127`


def recognises(text: str) -> bool:
    """Return whether the first line that is not a comment has a board, `;` and fields."""
    for line in text.split("\n"):
        content = blank_comments(line)
        if content.strip():
            board, semicolon, fields = content.partition(";")
            return (
                bool(semicolon)
                and LETTERS.run(board) == len(board)
                and len("".join(board.split())) >= min(SQUARES)
                and _FIRST_FIELD.match(fields) is not None
            )
    return False


def split(source_text: SourceText, assumed: Assumptions) -> Iterator[Passage]:  # noqa: ARG001
    """Cut a text into lines, without those that hold only a comment."""
    return (line for line in source_text.lines() if line.text.partition("%")[0].strip())


def read_position(passage: Passage, assumed: Assumptions) -> ScoredPosition:
    """Read one line."""
    board, *fields = blank_comments(passage.text).split(";")
    cells = Cells.whole(passage, board)
    position = Position(cells.board(), cells.turn or BLACK, variant=assumed.variant)
    scores: list[tuple[Move, Score | None]] = []
    best = None
    offset = len(board) + 1
    for field in fields:
        start = offset + len(field) - len(field.lstrip())
        offset += len(field) + 1
        if not field.strip():
            continue
        found = _FIELD.fullmatch(field.strip())
        if found is None:
            problem = Text("errors.notation.obf_field", text=repr(field.strip()[:20]))
            raise passage.error(problem, start)
        with passage.blamed(start):
            written = found["score"] or found["best"]
            score = None if written is None else assumed.score(parse_number(written))
            if found["best"]:
                best = _require_possible(position, score)
                continue
            for move, worth in _scored_move(position, found["move"], score):
                if move in dict(scores):
                    raise NotationError(Text("errors.notation.move_twice", move=move))
                scores.append((move, worth))
    return ScoredPosition(position, tuple(scores), best, comments_in(passage.text))


def _scored_move(
    position: Position, name: str, score: Score | None
) -> list[tuple[Move, Score | None]]:
    move = parse_move(name)
    if move is PASS and score is not None and score.discs == _NO_MOVE:
        return [(move, None)] if position.is_legal(move) else []
    if not position.is_legal(move):
        position.play(move)  # raises an error that says why
    return [(move, _require_possible(position, score))]


def _require_possible(position: Position, score: Score | None) -> Score | None:
    """Return a score; refuse one of more discs than the board has squares."""
    most = position.size**2
    if score is not None and not -most <= score.discs <= most:
        raise NotationError(
            Text("errors.notation.obf_score_out_of_range", most=most, discs=f"{score.discs:+}")
        )
    return score


def write_position(record: ScoredPosition) -> str:
    """Write one line, the best move first."""
    plain = reduce_position(record)
    fields = [LETTERS.write(plain.position.board, plain.position.turn)]
    if plain.score is not None:
        fields.append(f"{plain.score.discs:+.0f}")
    for move, score in plain.scores:
        fields.append(str(move).upper() + ("" if score is None else f":{score.discs:+.0f}"))
    line = "; ".join(fields) + ";"
    return f"{line} % {plain.comment}" if plain.comment else line


def reduce_position(record: ScoredPosition) -> ScoredPosition:
    """Return the position with scores in whole discs, best first, and a comment of one line."""
    scores = [(move, round_score(score, 0)) for move, score in record.scores]
    # The sort is stable, so equal moves stay in the order they came in.
    scores.sort(key=lambda pair: -math.inf if pair[1] is None else pair[1].discs, reverse=True)
    return ScoredPosition(
        Position(record.position.board, record.position.turn),
        tuple(scores),
        round_score(record.score, 0),
        " ".join(record.comment.split()),
    )


FORMAT = Format(
    name="obf",
    title="OBF",
    extensions=(".obf",),
    holds=ScoredPosition,
    carries=frozenset({Carries.COMMENTS, Carries.SCORES, Carries.SIZES, Carries.STARTS}),
    signs="a board with ; and scores such as G8:+18 after it",
    recognises=recognises,
    split=split,
    reader=read_position,
    writer=write_position,
    reducer=reduce_position,
    streams=True,
)
