"""Games of Othello in PGN, with variations, comments, values and the answers of an oracle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from outflank.errors import NotationError
from outflank.notation import fen
from outflank.notation.format import Assumptions
from outflank.notation.game_records import (
    add_move,
    copy_of_tree,
    end_main_line,
    final_outcome,
    hear_at,
    named_reason,
    written_variant,
)
from outflank.notation.numbers import parse_number, require_seconds, round_number, round_score
from outflank.notation.odds_text import write_odds
from outflank.notation.pgn.movetext import (
    Commands,
    PgnTag,
    PgnToken,
    read_commands,
    read_mark,
    tokens,
    without_commands,
)
from outflank.notation.source_text import Passage
from outflank.rules import (
    BLACK,
    WHITE,
    Classic,
    Color,
    Game,
    Node,
    Outcome,
    Ply,
    Position,
    Reason,
    parse_move,
)
from outflank.texts import Text

__all__ = [
    "HEADERS",
    "SETTING",
    "headers_of",
    "read_tree",
    "reduce_game",
    "result_of",
    "start_of",
    "values_of",
    "write_game",
]

# The names of headers, and their tags in PGN.
HEADERS: Final = {
    "event": "Event",
    "place": "Site",
    "date": "Date",
    "round": "Round",
    "black": "Black",
    "white": "White",
    "black_rating": "BlackElo",
    "white_rating": "WhiteElo",
    "time": "TimeControl",
}
_NAMES: Final = {tag: name for name, tag in HEADERS.items()}
_ROSTER: Final = ("Event", "Site", "Date", "Round", "Black", "White")  # never left out
_UNKNOWN: Final = {"Date": "????.??.??"}
SETTING: Final = ("Variant", "Odds", "Size", "SetUp", "FEN")
_RESERVED: Final = {"Result", "Termination", *SETTING, *_NAMES}
_TAG_NAME: Final = re.compile(r"[A-Za-z]\w*", re.ASCII)
_RESULTS: Final = {"1-0": BLACK, "0-1": WHITE, "1/2-1/2": None}
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(?:\.[0-9]*)?", re.ASCII)
_ELAPSED: Final = re.compile(
    r"(?:([0-9]{1,12}):)?(?:([0-9]{1,12}):)?([0-9]+(?:\.[0-9]*)?)", re.ASCII
)
_LONGEST_CLOCK: Final = 10**12  # seconds that are written as hours
_WIDTH: Final = 80


# Reading


def read_tree(passage: Passage, assumed: Assumptions) -> Game:
    """Read one game move by move; it stands at the end of its main line."""
    tags: dict[str, PgnTag] = {}
    moves: list[PgnToken] = []
    for found in tokens(passage):
        if isinstance(found, PgnTag):
            tags[found.name] = found
        else:
            moves.append(found)
    game = Game(start_of(passage, tags, assumed))
    game.headers = headers_of({name: tag.value for name, tag in tags.items()})
    _MoveReader(passage, game, assumed).read(moves)
    _end(passage, game, tags, moves)
    return game


def start_of(passage: Passage, tags: dict[str, PgnTag], assumed: Assumptions) -> Position:
    """Return the start that the tags give, or else the usual one."""
    variant = written_variant(passage, tags.get("Variant"), tags.get("Odds"), assumed)
    if "FEN" in tags:
        said = tags["FEN"]
        with passage.blamed(said.offset):
            asked = fen.find_dialect(assumed.dialect) if assumed.dialect else fen.EDAX
            found = fen.dialect_of(said.value)
            dialect = asked if found is None or found is fen.PLAIN else found
            return dialect.parse(said.value, replace(assumed, variant=variant))
    size = assumed.size
    if "Size" in tags:
        with passage.blamed(tags["Size"].offset):
            found_size = re.fullmatch(r"\s*([0-9]{1,3})(?:\s*x\s*\1)?\s*", tags["Size"].value)
            if found_size is None:
                raise NotationError(
                    Text("errors.notation.pgn_size", text=repr(tags["Size"].value[:20]))
                )
            return variant.start(int(found_size[1]))
    return variant.start() if size is None else variant.start(size)


def headers_of(tags: dict[str, str]) -> dict[str, str]:
    """Return the headers of a game; a tag without a header name keeps its own name."""
    headers = {
        _NAMES.get(name, name): _clean(value)
        for name, value in tags.items()
        if name not in _RESERVED or name in _NAMES
    }
    return {name: value for name, value in headers.items() if value.strip("?. ")}


class _MoveReader:
    """Plays the moves of a text into the tree of a game."""

    def __init__(self, passage: Passage, game: Game, assumed: Assumptions) -> None:
        self.passage = passage
        self.game = game
        self.assumed = assumed
        self.node: Node = game.root
        self.comments: dict[Node, list[str]] = {}
        self.replaced: list[Node] = []  # the moves that the open variations replace

    def read(self, moves: list[PgnToken]) -> None:
        """Play every move, after the answer that is in the comment behind it."""
        for number, token in enumerate(moves):
            with self.passage.blamed(token.offset):
                if token.kind == "move":
                    self._play(moves, number)
                elif token.kind == "mark":
                    self._mark(read_mark(token.text))
                elif token.kind == "comment":
                    self._note(read_commands(token.text))
                elif token.text == "(":
                    if not isinstance(self.node, Ply):
                        raise NotationError(Text("errors.notation.variation_without_move"))
                    self.replaced.append(self.node)
                    self.node = self.node.parent
                elif token.text == ")":
                    if not self.replaced:
                        raise NotationError(Text("errors.notation.no_open_variation"))
                    self.node = self.replaced.pop()
        for node, comments in self.comments.items():
            node.comment = " ".join(comments)
        if self.replaced:
            end = len(self.passage.text.rstrip())
            raise self.passage.error(Text("errors.notation.pgn_open_variation"), end)

    def _play(self, moves: list[PgnToken], number: int) -> None:
        """Play a move, whose answer is in the comment behind it and its marks."""
        behind = number + 1
        while behind < len(moves) and moves[behind].kind == "mark":
            behind += 1
        if behind < len(moves) and moves[behind].kind == "comment":
            said = read_commands(moves[behind].text)
            if "answer" in said.values:
                hear_at(self.game, self.node, said.values["answer"].lower())
        self.node = add_move(self.game, self.node, parse_move(moves[number].text))

    def _mark(self, nag: int) -> None:
        if nag:
            self.node.nags = (*self.node.nags, nag)

    def _note(self, said: Commands) -> None:
        node, values = self.node, said.values
        if said.comment:
            self.comments.setdefault(node, []).append(said.comment)
        if isinstance(node, Ply):
            found = values_of(said, self.assumed, is_black=node.color is BLACK)
            for name, value in found.items():
                setattr(node, name, value)
        if "next_answer" in values:
            hear_at(self.game, node, values["next_answer"].lower())


def values_of(said: Commands, assumed: Assumptions, *, is_black: bool) -> dict[str, Any]:
    """Return what the commands of a comment say of a side's move, as attributes of a ply."""
    found: dict[str, Any] = {}
    if "eval" in said.values:
        discs = _number_in(said.values["eval"])
        found["score"] = assumed.score(discs if is_black else -discs)
    if "emt" in said.values:
        found["seconds"] = require_seconds(_elapsed(said.values["emt"]))
    if "clk" in said.values:
        found["clock"] = round_number(_elapsed(said.values["clk"]), 2)
    return found


def _number_in(text: str) -> float:
    """Read a number of discs."""
    if _NUMBER.fullmatch(text) is None:
        raise NotationError(Text("errors.notation.not_a_number", text=repr(text[:20])))
    return parse_number(text)


def _elapsed(text: str) -> float:
    """Read hours, minutes and seconds; only the seconds are required."""
    found = _ELAPSED.fullmatch(text)
    if found is None:
        raise NotationError(Text("errors.notation.pgn_time", text=repr(text[:20])))
    *before, seconds = (part for part in found.groups() if part is not None)
    minutes = 0
    for part in before:
        minutes = minutes * 60 + int(part)
    return parse_number(seconds) if not minutes else parse_number(seconds) + 60 * minutes


def _end(passage: Passage, game: Game, tags: dict[str, PgnTag], moves: list[PgnToken]) -> None:
    """Record the result of the tag, or else the one after the moves."""
    written = [token.text for token in moves if token.kind == "result"]
    with passage.blamed(tags["Result"].offset if "Result" in tags else 0):
        end_main_line(game, *result_of(tags, written[-1] if written else ""))


def result_of(tags: dict[str, PgnTag], written: str) -> tuple[Color | None, Reason | None]:
    """Return the winner and the reason of the tags, or of what is written after the moves."""
    text = tags["Result"].value.strip() if "Result" in tags else ""
    if text in ("", "*", "?") and written:
        text = written
    reason = named_reason(tags["Termination"].value) if "Termination" in tags else None
    if text in ("", "*", "?"):
        return None, reason
    return _winner(text), reason or Reason.ADJUDICATION


def _winner(text: str) -> Color | None:
    """Return the winner of a result as in chess, with black first, or of two numbers of discs."""
    if text in _RESULTS:
        return _RESULTS[text]
    discs = re.fullmatch(r"([0-9]{1,3})\s*-\s*([0-9]{1,3})", text, re.ASCII)
    if discs is None:
        raise NotationError(Text("errors.notation.pgn_result", text=repr(text[:20])))
    black, white = int(discs[1]), int(discs[2])
    return BLACK if black > white else WHITE if white > black else None


# Writing


def write_game(game: Game) -> str:
    """Write the tags, an empty line and the moves, wrapped."""
    outcome = final_outcome(game)
    said = {**dict(_tags(game)), "Result": _result(outcome), **_setting(game.start)}
    if outcome is not None and not outcome.reason.is_natural:
        said["Termination"] = outcome.reason.value
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in said.items()]
    return "\n".join([*lines, "", *_wrapped([*_movetext(game), _result(outcome)])]) + "\n"


def _escaped(value: str) -> str:
    return re.sub(r'["\\]', r"\\\g<0>", value)


def _tags(game: Game) -> Iterator[tuple[str, str]]:
    """Go through the header tags: the headers we name in a fixed order, then the others."""
    headers = {name: _clean(value) for name, value in game.headers.items()}
    for name, tag in HEADERS.items():
        value = headers.get(name, "")
        if value.strip("?. "):
            yield tag, value
        elif tag in _ROSTER:
            yield tag, _UNKNOWN.get(tag, "?")
    for name, value in sorted(headers.items()):
        is_ours = name in _RESERVED or name in HEADERS
        if _TAG_NAME.fullmatch(name) and not is_ours and value.strip("?. "):
            yield name, value


def _setting(start: Position) -> dict[str, str]:
    """Return the tags of an unusual variant, odds, size or start."""
    variant = start.variant
    said = {"Variant": variant.name} if variant != Classic() else {}
    if variant.answers:
        said["Odds"] = write_odds(variant.answers)
    usual = variant.start(start.size)
    if (start.board, start.turn) != (usual.board, usual.turn):
        said |= {"SetUp": "1", "FEN": fen.EDAX.write(start)}
    elif start.size != variant.start().size:
        said["Size"] = str(start.size)
    return said


def _result(outcome: Outcome | None) -> str:
    if outcome is None or (outcome.winner is None and not outcome.is_draw):
        return "*"
    return {BLACK: "1-0", WHITE: "0-1", None: "1/2-1/2"}[outcome.winner]


def _movetext(game: Game) -> Iterator[str]:
    """Go through the words of the moves: numbers, moves, comments and brackets."""
    yield from _notes(game.root)
    waiting: list[str | Ply | tuple[Node]] = [(game.root,)]
    needs_number = True
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
            needs_number = True
        elif isinstance(part, Ply):
            turns = part.number - 1 + (game.start.turn is WHITE)
            if part.color is BLACK or needs_number:
                yield f"{turns // 2 + 1}{'.' if turns % 2 == 0 else '...'}"
            yield str(part.move)
            yield from (notes := _notes(part))
            needs_number = bool(notes) and notes[-1].startswith("{")
        elif replies := part[0].replies:
            main, *others = replies
            line: list[str | Ply | tuple[Node]] = [main]
            for other in others:
                line += ["(", other, (other,), ")"]
            waiting += [*line, (main,)][::-1]


def _notes(node: Node) -> list[str]:
    """Return the marks of a node, and its comment with commands for programs."""
    said = []
    if isinstance(node, Ply):
        if node.answer is not None:
            said.append(f"[%answer {node.answer.value}]")
        if (score := round_score(node.score, 2)) is not None:
            discs = score.discs if node.color is BLACK else -score.discs
            said.append(f"[%eval {discs:.2f}]")
        if node.seconds is not None:
            said.append(f"[%emt {node.seconds:.2f}]")
        if node.clock is not None:
            said.append(f"[%clk {_clock(node.clock)}]")
    if node.position.answer is not None and not node.replies:
        said.append(f"[%next_answer {node.position.answer.value}]")
    if comment := _comment(node.comment):
        said.append(comment)
    return [*(f"${nag}" for nag in node.nags), *([f"{{{' '.join(said)}}}"] if said else [])]


def _clock(seconds: float) -> str:
    """Write the time on a clock as hours, minutes and seconds, to two decimals if it has any."""
    if seconds > _LONGEST_CLOCK:
        return f"{seconds:.2f}"
    hours, rest = divmod(round_number(seconds, 2), 3600)
    minutes, rest = divmod(rest, 60)
    whole = f"{hours:.0f}:{minutes:02.0f}"
    written = f"{rest:05.2f}".removesuffix(".00")
    return f"{whole}:{written}"


def _wrapped(words: list[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + len(word) >= _WIDTH:
            yield line
            line = ""
        line += f" {word}" if line else word
    yield line


def _clean(text: str) -> str:
    return " ".join(text.split())


def _comment(text: str) -> str:
    """Return a comment in which nothing looks like its end or like a command."""
    return " ".join(without_commands(text.replace("}", ")")).split())


def reduce_game(game: Game) -> Game:
    """Return the tree with numbers of two decimals, and texts as tags and comments hold them."""
    return copy_of_tree(game, headers_of(dict(_tags(game))), _comment)
