"""The claim of each sentence of a review, read from its words and checked on the board.

This is a second program: it shares only the sentences with the one that finds mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from outflank.analysis.reviewed_game import ReviewedGame
from outflank.analysis.sentences import describe_mistake
from outflank.engine.native import NativeEngine
from support.naive import around, count
from support.review_checks.case import CORNERS, SIZE, Case, sharing_edges, spot

__all__ = ["Judgement", "judged"]

SLACK = 3.0  # discs by which estimates of two searches may differ
Check = Callable[..., bool]
CHECKS: list[tuple[re.Pattern[str], Check]] = []
SQUARE = r"[a-h][1-8]"
LINE = r"(?:[a-h][1-8]|pass)(?: (?:[a-h][1-8]|pass))*"


def says(pattern: str) -> Callable[[Check], Check]:
    text = pattern.replace("SQ", f"({SQUARE})").replace("LINE", f"({LINE})")
    text = text.replace("SIDE", "(Black|White)").replace("NUM", r"(\d+)")

    def decorate(check: Check) -> Check:
        CHECKS.append((re.compile(text), check))
        return check

    return decorate


@says(r"It cost (about )?([\d.]+) discs?: SQ was better\.")
def cost(case: Case, about: str | None, discs: str, better: str) -> bool:
    now, best = case.values
    if case.is_exact:
        return better == case.better and about is None and best - now == float(discs)
    return better == case.better and about is not None and best > now


@says(r"It turned a (win|draw) into a (draw|loss)\.")
def result(case: Case, was: str, now: str) -> bool:
    names = {1: "win", 0: "draw", -1: "loss"}
    found = [names[(value > 0) - (value < 0)] for value in case.values]
    return case.is_exact and [now, was] == found


@says(r"It lets SIDE flip every disc of SIDE\.")
def wiped(case: Case, opponent: str, mover: str) -> bool:
    end = case.before.after(case.line)
    sides = case.side(opponent, case.opponent) and case.side(mover, case.mover)
    return sides and end.is_over() and count(end.cells, case.mover) == 0


@says(r"It gave away the corners? ([a-h1-8, and]+), which SIDE could not take before\.")
def corner(case: Case, names: str, opponent: str) -> bool:
    corners = {spot(name) for name in re.findall(SQUARE, names)}
    return (
        corners <= CORNERS
        and case.side(opponent, case.opponent)
        and all(map(case.new_for_opponent, corners))
    )


@says(r"The corner SQ was free to take\.")
def missed(case: Case, name: str) -> bool:
    return spot(name) in CORNERS & case.before.moves(case.mover) and name == case.better


@says(r"After SIDE's reply SQ, SIDE can no longer take the corner SQ\.")
def lost(case: Case, opponent: str, reply: str, mover: str, name: str) -> bool:
    later = case.before.after([case.played, reply])
    kept = case.before.after(case.better_line[:2])
    square = spot(name)
    return (
        case.side(opponent, case.opponent)
        and case.side(mover, case.mover)
        and square in CORNERS & case.before.moves(case.mover) & kept.moves(case.mover)
        and square not in later.moves(case.mover)
        and is_best(case, reply)
    )


@says(r"SQ is an? (X|C)-square, and the corner SQ beside it is still empty\.")
def beside(case: Case, name: str, kind: str, corner_name: str) -> bool:
    square, near = spot(name), spot(corner_name)
    away = abs(square[0] - near[0]), abs(square[1] - near[1])
    fits = away == (1, 1) if kind == "X" else away in ((0, 1), (1, 0))
    return name == case.played and near in CORNERS and fits and near not in case.after.cells


@says(r"It lets SIDE wedge in at SQ, between two edge discs of SIDE\.")
def wedge(case: Case, opponent: str, name: str, mover: str) -> bool:
    x, y = spot(name)
    sides = [(x - 1, y), (x + 1, y)] if y in (0, 7) else [(x, y - 1), (x, y + 1)]
    return (
        (x, y) not in CORNERS
        and (x in (0, 7) or y in (0, 7))
        and (x, y) in case.after.moves(case.opponent)
        and all(case.after.cells.get(one) == case.mover for one in sides)
        and case.side(opponent, case.opponent)
        and case.side(mover, case.mover)
    )


@says(r"It made an unbalanced edge: SIDE has SQ to SQ, while SQ and both corners are empty\.")
def unbalanced(case: Case, mover: str, first: str, last: str, gap: str) -> bool:
    (x1, y1), (x2, y2), (x3, y3) = spot(first), spot(last), spot(gap)
    discs = [(x, y) for x in range(x1, x2 + 1) for y in range(y1, y2 + 1)]
    row = {(x, y1) for x in range(8)} if y1 == y2 == y3 else {(x1, y) for y in range(8)}
    return (
        case.side(mover, case.mover)
        and len(discs) == 5
        and (y1 == y2 == y3 in (0, 7) or x1 == x2 == x3 in (0, 7))
        and all(case.after.cells.get(one) == case.mover for one in discs)
        and row - set(discs) == (CORNERS & row) | {(x3, y3)}
        and not (row - set(discs)) & set(case.after.cells)
        and (x3, y3) in row
    )


@says(r"It loses a corner: LINE, and SIDE has SQ\.")
def falls(case: Case, line: str, opponent: str, name: str) -> bool:
    words = line.split()
    state = case.before.after(words[:-1])
    return (
        words == case.line[: len(words)]
        and words[-1] == name
        and spot(name) in CORNERS
        and state.turn == case.opponent
        and case.side(opponent, case.opponent)
        and bool(state.after(words[-1:]))
    )


@says(r"It missed a corner: LINE, and SIDE has SQ\.")
def missed_later(case: Case, line: str, mover: str, name: str) -> bool:
    words = line.split()
    state = case.before.after(words[:-1])
    return (
        words == case.better_line[: len(words)]
        and words[-1] == name
        and spot(name) in CORNERS
        and state.turn == case.mover
        and case.side(mover, case.mover)
        and bool(state.after(words[-1:]))
    )


@says(r"After SIDE's reply SQ, SIDE has to pass\.")
def passes(case: Case, opponent: str, reply: str, mover: str) -> bool:
    later = case.before.after([case.played, reply])
    return (
        not later.moves(case.mover)
        and bool(later.moves(case.opponent))
        and case.side(opponent, case.opponent)
        and case.side(mover, case.mover)
        and is_best(case, reply)
    )


@says(
    r"It ran out of safe moves: after SIDE's reply SQ, (?:the only move|all NUM moves) of SIDE "
    r"gives? a corner away\."
)
def unsafe(case: Case, opponent: str, reply: str, number: str | None, mover: str) -> bool:
    later = case.before.after([case.played, reply])
    open_now = later.moves(case.opponent)
    moves = later.moves(case.mover)
    for one in moves:
        name = f"{'abcdefgh'[one[0]]}{one[1] + 1}"
        if not (later.after([name]).moves(case.opponent) - open_now) & CORNERS:
            return False
    sides = case.side(opponent, case.opponent) and case.side(mover, case.mover)
    return sides and len(moves) == int(number or 1) and is_best(case, reply)


@says(r"SQ would have made SIDE pass\.")
def makes_pass(case: Case, better: str, opponent: str) -> bool:
    return (
        better == case.better
        and case.side(opponent, case.opponent)
        and not case.instead.moves(case.opponent)
        and bool(case.instead.moves(case.mover))
        and bool(case.after.moves(case.opponent))
    )


@says(r"It lost parity: SIDE gets the last move of the game; after SQ, it would be SIDE's\.")
def parity(case: Case, opponent: str, better: str, mover: str) -> bool:
    return (
        case.is_exact
        and better == case.better
        and case.last_mover(case.line) == case.opponent == opponent.lower()
        and case.last_mover(case.better_line) == case.mover == mover.lower()
        and is_best_play(case, case.line)
        and is_best_play(case, case.better_line)
    )


@says(
    r"It went into an even region of NUM empty squares, while SQ "
    r"(?:is a single empty square|lies in an odd one of NUM)\."
)
def even(case: Case, number: str, better: str, other: str | None) -> bool:
    wanted = int(number), int(other or 1)
    sizes = [
        len(case.before.region(spot(one), near))
        for near in (around, sharing_edges)
        for one in (case.played, better)
    ]
    is_counted = sizes == [*wanted, *wanted] and better == case.better
    return is_counted and wanted[0] % 2 == 0 and wanted[1] % 2 == 1


@says(r"It fed a region: SIDE can now play SQ, in a region that was closed to it\.")
def fed(case: Case, opponent: str, entry: str) -> bool:
    region = case.before.region(spot(entry))
    return (
        case.side(opponent, case.opponent)
        and case.new_for_opponent(spot(entry))
        and not region & case.before.moves(case.opponent)
    )


@says(
    r"It wasted a tempo: SQ could have waited, because SIDE cannot play there; SQ is open to both\."
)
def tempo(case: Case, square: str, opponent: str, better: str) -> bool:
    later = case.before.after(case.better_line[:2])
    return (
        (square, better) == (case.played, case.better)
        and case.side(opponent, case.opponent)
        and spot(better) in case.before.moves(case.mover) & case.before.moves(case.opponent)
        and spot(square) in later.moves(case.mover)
        and spot(square) not in case.before.moves(case.opponent) | later.moves(case.opponent)
    )


@says(r"It left SQ to SIDE, who takes it in the expected line\.")
def left(case: Case, square: str, opponent: str) -> bool:
    is_next = case.line[1:2] == [square]
    sides = square == case.better and case.side(opponent, case.opponent)
    return is_next and sides and is_best(case, square)


@says(r"It left SIDE NUM moves; after SQ, there would be NUM\.")
def moves_left(case: Case, opponent: str, number: str, better: str, instead: str) -> bool:
    return (
        case.side(opponent, case.opponent)
        and better == case.better
        and len(case.after.moves(case.opponent)) == int(number)
        and len(case.instead.moves(case.opponent)) == int(instead)
    )


@says(
    r"It ran short of moves: after SIDE's reply SQ, SIDE has only (?:one|NUM) moves?; "
    r"after SQ SQ, there would be NUM\."
)
def short(case: Case, opponent: str, reply: str, mover: str, *rest: str) -> bool:
    number, better, better_reply, instead = rest
    later = case.before.after([case.played, reply])
    other = case.before.after([better, better_reply])
    return (
        case.side(opponent, case.opponent)
        and case.side(mover, case.mover)
        and better == case.better
        and len(later.moves(case.mover)) == int(number or 1)
        and len(other.moves(case.mover)) == int(instead)
        and is_best(case, reply)
    )


@says(
    r"It costs mobility: after LINE, SIDE has (?:only one move|NUM moves), "
    r"and after LINE it would have NUM\."
)
def mobility(case: Case, line: str, mover: str, number: str | None, *rest: str) -> bool:
    other, instead = rest
    words, better = line.split(), other.split()
    return (
        words == case.line[: len(words)]
        and better == case.better_line[: len(better)]
        and len(words) == len(better)
        and case.side(mover, case.mover)
        and len(case.before.after(words).moves(case.mover)) == int(number or 1)
        and len(case.before.after(better).moves(case.mover)) == int(instead)
    )


@says(r"It was a loud move: NUM discs of SIDE touch empty squares; after SQ, it would be NUM\.")
def loud(case: Case, number: str, mover: str, better: str, instead: str) -> bool:
    found = [
        sum(
            color == case.mover and bool(around(one, SIZE) - set(state.cells))
            for one, color in state.cells.items()
        )
        for state in (case.after, case.instead)
    ]
    return (
        case.side(mover, case.mover)
        and better == case.better
        and found == [int(number), int(instead)]
    )


@says(r"It was greedy: it flipped NUM discs, while SQ flips NUM\.")
def greedy(case: Case, number: str, better: str, instead: str) -> bool:
    found = [
        count(state.cells, case.mover) - count(case.before.cells, case.mover) - 1
        for state in (case.after, case.instead)
    ]
    return better == case.better and found == [int(number), int(instead)]


@says(r"It went to the edge early: SQ lies on an edge, SQ does not\.")
def edge(case: Case, square: str, better: str) -> bool:
    on_edge = [bool({0, 7} & set(spot(name))) for name in (square, better)]
    return (square, better) == (case.played, case.better) and on_edge == [True, False]


def is_best(case: Case, reply: str) -> bool:
    """Return whether no reply is better for the opponent, as far as this program sees."""
    now, after = case.values[0], case.value(case.played, reply)
    return after == now if case.is_exact else after <= now + SLACK


def is_best_play(case: Case, line: list[str]) -> bool:
    """Return whether a line leads to the result of best play."""
    end = case.before.after(line)
    own, other = (count(end.cells, side) for side in (case.mover, case.opponent))
    empty = SIZE * SIZE - own - other
    lead = own - other + (empty if own > other else -empty if other > own else 0)
    return end.is_over() and lead == case.value(line[0])


@dataclass(frozen=True)
class Judgement:
    """A sentence, its move, whether it is true, and whether only a search can tell."""

    sentence: str
    where: str
    is_true: bool
    is_estimate: bool


def judged(game: ReviewedGame, engine: NativeEngine) -> Iterator[Judgement]:
    """Yield the sentences about the mistakes of a game."""
    for position, move in game.positions():
        if not move.is_mistake:
            continue
        case = Case(position, move, engine)
        for sentence in describe_mistake(move):
            [(check, groups)] = [
                (check, found.groups())
                for pattern, check in CHECKS
                if (found := pattern.fullmatch(sentence))
            ]
            case.has_estimated = False
            is_true = check(case, *groups)
            where = f"game {game.number}, move {move.number}"
            yield Judgement(sentence, where, is_true, case.has_estimated)
