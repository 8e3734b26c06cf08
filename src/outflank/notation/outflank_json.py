"""Our own JSON, which holds everything a game can hold; docs/formats.md describes it."""

from __future__ import annotations

import enum
import itertools
import json
import re
from dataclasses import replace
from typing import Any, Final, TypeVar

from outflank.errors import NotationError
from outflank.notation.cells import Cells
from outflank.notation.format import Assumptions, Carries, Format, unchanged
from outflank.notation.json_values import Value, join_list, split_list
from outflank.notation.lines.given_moves import at_once
from outflank.notation.lines.plies import line_of_plies
from outflank.notation.numbers import require_seconds
from outflank.notation.source_text import Passage
from outflank.rules import (
    Color,
    Game,
    Node,
    Odds,
    Outcome,
    Ply,
    Position,
    Reason,
    Score,
    ScoreKind,
    Variant,
    find_variant,
    parse_move,
)
from outflank.rules.game_tree import note_all
from outflank.rules.tree import Note, as_nags
from outflank.texts import Text

__all__ = ["FORMAT", "VERSION"]

E = TypeVar("E", bound=enum.Enum)

VERSION: Final = 1
_NOTES: Final = ("comment", "seconds", "score", "clock", "nags")  # of a ply

_BEGINNING: Final = re.compile(r"\s*(?:\{|\[\s*[{\]])")
_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def recognises(text: str) -> bool:
    """Return whether the text is a JSON object or a list of them."""
    return _BEGINNING.match(text) is not None


# Reading


def read_game(passage: Passage, assumed: Assumptions) -> Game:
    """Read one game; it stands at the end of its main line."""
    record = Value.parse(passage)
    return at_once(_read_line, record, assumed) or _read_tree(record, assumed)


def _read_line(record: Value, assumed: Assumptions) -> Game | None:
    """Read a game without variations and answers; return None for any other."""
    plies, verdict = record.get("plies"), record.get("verdict")
    line = line_of_plies(plies.elements() if plies else [])
    if line is None or record.get("next_answer") or (verdict and verdict.get("after")):
        return None
    _require_version(record)
    game = line.game(_start(record))
    if game is None:
        return None
    if headers := record.get("headers"):
        game.headers = {name: value.text() for name, value in headers.members()}
    notes = {}
    comment, nags = record.get("comment"), record.get("nags")
    if comment or nags:
        notes[0] = Note(comment.text() if comment else "", nags=_nags(nags))
    if plies and line.noted:
        entries = list(plies.items())
        notes |= {number: _note(entries[number - 1], game, assumed) for number in line.noted}
    if notes:
        note_all(game, notes)
    game.follow_main_line()
    if verdict:
        counts = [verdict.get("black"), verdict.get("white")]
        wanted = [count.whole() for count in counts if count]
        if wanted and wanted != [game.board.count(color) for color in Color]:
            return None
        game.end(*_ending(verdict))
    return game


def _note(entry: Value, game: Game, assumed: Assumptions) -> Note:
    comment, seconds, score, clock, nags = map(entry.get, _NOTES)
    return Note(
        comment.text() if comment else "",
        _read_score(score, assumed, most=game.start.size**2) if score else None,
        require_seconds(seconds.number()) if seconds else None,
        require_seconds(clock.number()) if clock else None,
        _nags(nags),
    )


def _nags(value: Value | None) -> tuple[int, ...]:
    return as_nags([nag.whole() for nag in value.items()]) if value else ()


def _read_tree(record: Value, assumed: Assumptions) -> Game:
    """Read a game ply by ply."""
    _require_version(record)
    game = Game(_start(record))
    if headers := record.get("headers"):
        game.headers = {name: value.text() for name, value in headers.members()}
    _read_notes(game, game.root, record)
    nodes: list[Node] = [game.root]
    plies = record.get("plies")
    for entry in plies.items() if plies else ():
        ply = _read_ply(game, nodes, entry)
        _read_measures(ply, entry, assumed)
        nodes.append(ply)
    if verdict := record.get("verdict"):
        winner, reason = _ending(verdict)
        _end_at(game, _node_of_verdict(game, nodes, verdict), winner, reason)
    game.go_to(game.root.last())
    return game


def _require_version(record: Value) -> None:
    version = record.need("outflank")
    if version.whole() > VERSION:
        raise version.error(
            Text("errors.notation.json_newer_version", version=version.data, readable=VERSION)
        )
    if version.whole() < 1:
        raise version.error(Text("errors.notation.json_version_below_1"))


def _start(record: Value) -> Position:
    variant, start = _variant(record), record.get("start")
    size = record.get("size")
    with size.blamed() if size else record.passage.blamed():
        usual = variant.start(size.whole()) if size else variant.start()
    if start is None:
        return usual
    cells = Cells.whole(record.passage, start.text(), offset=start.offset + 1)
    with start.blamed(within=1):
        board = cells.board(usual.size if size else None)
    if board.size != usual.size and size is not None:
        raise start.error(
            Text("errors.notation.json_size_and_start", size=usual.size, found=board.size)
        )
    return Position(board, cells.turn or usual.turn, variant=variant)


def _variant(record: Value) -> Variant:
    name, odds = record.need("variant"), record.get("odds")
    with name.blamed():
        variant = find_variant(name.text())
    if odds is None:
        return variant
    chances = {answer: chance.number() for answer, chance in odds.members()}
    if not variant.answers:
        raise odds.error(Text("errors.notation.odds_without_oracle", variant=variant.text))
    if not chances:
        raise odds.error(Text("errors.notation.no_odds"))
    with odds.blamed():
        return replace(variant, answers=Odds(chances))


def _read_ply(game: Game, nodes: list[Node], entry: Value) -> Ply:
    """Read a ply and add it after the ply that it names, or else after the previous one."""
    after = entry.get("after")
    number = after.whole() if after else len(nodes) - 1
    if not 0 <= number < len(nodes):
        raise entry.error(
            Text("errors.notation.json_ply_order", total=len(nodes) - 1, number=number)
        )
    parent, move = nodes[number], entry.need("move")
    _hear(game, parent, entry.get("answer"))
    automatic = entry.get("automatic")
    with move.blamed():
        played = parse_move(move.text())
        if parent.reply(played):
            raise NotationError(Text("errors.notation.reply_twice", move=played, ply=number))
        ply = game.add(parent, played)
    ply.automatic = automatic is not None and automatic.flag()
    _read_notes(game, ply, entry)
    return ply


def _read_notes(game: Game, node: Node, entry: Value) -> None:
    """Read what any node may have: comment, marks, and an answer that no move has followed yet."""
    if comment := entry.get("comment"):
        node.comment = comment.text()
    if nags := entry.get("nags"):
        with nags.blamed():
            node.nags = _nags(nags)
    _hear(game, node, entry.get("next_answer"))


def _hear(game: Game, node: Node, answer: Value | None) -> None:
    """Let the turn at this node hear an answer, which all plies from here have heard."""
    if answer is not None and answer.text() != node.position.answer:
        with answer.blamed():
            game.go_to(node)
            game.hear(answer.text())


def _read_measures(ply: Ply, entry: Value, assumed: Assumptions) -> None:
    seconds, clock, score = map(entry.get, ("seconds", "clock", "score"))
    if seconds:
        with seconds.blamed():
            ply.seconds = seconds.number()
    if clock:
        with clock.blamed():
            ply.clock = clock.number()
    if score:
        ply.score = _read_score(score, assumed, most=ply.position.size**2)


def _read_score(value: Value, assumed: Assumptions, *, most: int) -> Score:
    kind, depth, confidence = (value.get(key) for key in ("kind", "depth", "confidence"))
    discs = value.need("discs")
    if not -most <= discs.number() <= most:
        raise discs.error(Text("errors.notation.score_out_of_range", most=most))
    score = Score(discs.number(), _choice(ScoreKind, kind) if kind else assumed.scores)
    if depth:
        with depth.blamed():
            score = replace(score, depth=depth.whole())
    if confidence:
        with confidence.blamed():
            score = replace(score, confidence=confidence.whole())
    return score


def _ending(verdict: Value) -> tuple[Color | None, Reason]:
    """Return the winner and the reason of an end that the board did not decide."""
    winner, said = verdict.get("winner"), verdict.need("reason")
    reason = _choice(Reason, said)
    if reason.is_natural:
        raise said.error(Text("errors.notation.natural_reason", reason=repr(reason.value)))
    return _choice(Color, winner) if winner else None, reason


def _node_of_verdict(game: Game, nodes: list[Node], value: Value) -> Node:
    """Return the node that a verdict names or whose discs it has, or else the main line's end."""
    after = value.get("after")
    counts = [value.get("black"), value.get("white")]
    wanted = [count.whole() for count in counts if count]
    possible = [game.root.last(), *nodes] if wanted else [game.root.last()]
    if after:
        possible = nodes[after.whole() :][:1] if after.whole() >= 0 else []
    for node in possible:
        board = node.position.board
        if wanted in ([], [board.count(color) for color in Color]) and not node.position.is_over:
            return node
    raise value.error(Text("errors.notation.verdict_without_position"))


def _end_at(game: Game, node: Node, winner: Color | None, reason: Reason) -> None:
    """Record the end of a game at any node, by hiding all plies that do not lead there."""
    nodes = [game.root, *node.path]
    replies = [parent.replies for parent in nodes]
    for parent, ply in itertools.zip_longest(nodes, node.path):
        parent.replies = [ply] if ply else []
    game.go_to(node)
    game.end(winner, reason)
    for parent, kept in zip(nodes, replies, strict=True):
        parent.replies = kept


def _choice(kind: type[E], value: Value) -> E:
    try:
        return kind(value.text())
    except ValueError:
        known = ", ".join(str(member.value) for member in kind)
        problem = Text("errors.notation.not_one_of", text=repr(value.data), known=known)
        raise value.error(problem) from None


# Writing


def write_game(game: Game) -> str:
    """Write one game, a line for each ply."""
    start, variant = game.start, game.start.variant
    record: dict[str, Any] = {"outflank": VERSION, "variant": variant.name}
    if variant.answers:
        record["odds"] = {answer.value: chance for answer, chance in variant.answers.items()}
    record["size"] = start.size
    if replace(start, answer=None) != variant.start(start.size):
        record["start"] = str(start)
    if game.headers:
        record["headers"] = game.headers
    record |= _notes(game.root)
    lines = [f"  {_dump(key)}: {_dump(value)}" for key, value in record.items()]
    if plies := _plies(game):
        entries = ",\n".join(f"    {_dump(ply)}" for ply in plies)
        lines.append(f'  "plies": [\n{entries}\n  ]')
    if game.verdict:
        lines.append(f'  "verdict": {_dump(_verdict(game, game.verdict))}')
    return "{\n" + ",\n".join(lines) + "\n}"


def _plies(game: Game) -> list[dict[str, Any]]:
    numbers: dict[Node, int] = {game.root: 0}
    entries = []
    for number, ply in enumerate(game.walk(), 1):
        numbers[ply] = number
        after = numbers[ply.parent]
        entry: dict[str, Any] = {"after": after} if after != number - 1 else {}
        if ply.answer is not None:
            entry["answer"] = ply.answer.value
        entry["move"] = str(ply.move)
        if ply.automatic:
            entry["automatic"] = True
        if ply.seconds is not None:
            entry["seconds"] = ply.seconds
        if ply.clock is not None:
            entry["clock"] = ply.clock
        if ply.score is not None:
            entry["score"] = _score(ply.score)
        entries.append(entry | _notes(ply))
    return entries


def _verdict(game: Game, verdict: Outcome) -> dict[str, Any]:
    winner = verdict.winner and verdict.winner.value
    entry: dict[str, Any] = {"winner": winner, "reason": verdict.reason.value}
    entry |= {"black": verdict.black, "white": verdict.white}
    walker = game.copy()
    last = walker.root.last()
    for number, node in enumerate([walker.root, *walker.walk()]):
        walker.go_to(node)
        if walker.is_over and not node.position.is_over and node is not last:
            entry["after"] = number
    return entry


def _notes(node: Node) -> dict[str, Any]:
    notes: dict[str, Any] = {"nags": node.nags} if node.nags else {}
    if node.comment:
        notes["comment"] = node.comment
    if node.position.answer is not None and not node.replies:
        notes["next_answer"] = node.position.answer.value
    return notes


def _score(score: Score) -> dict[str, Any]:
    known = {"discs": score.discs, "kind": score.kind.value}
    return known | {
        name: value
        for name, value in (("depth", score.depth), ("confidence", score.confidence))
        if value is not None
    }


def _dump(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    # A lone surrogate cannot be encoded in a file, but its escape can.
    return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


FORMAT = Format(
    name="json",
    title="JSON",
    extensions=(".json",),
    holds=Game,
    carries=frozenset(Carries),
    signs="a JSON object with an outflank version",
    recognises=recognises,
    split=split_list,
    reader=read_game,
    writer=write_game,
    reducer=unchanged,
    join=join_list,
)
