"""PGN as a notation: a game without variations is read at once, any other move by move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from outflank.notation.format import Assumptions, Carries, Format
from outflank.notation.game_records import end_main_line
from outflank.notation.lines.given_moves import at_once, game_of_names, sides_of
from outflank.notation.pgn.movetext import (
    is_pgn,
    leading_tags,
    read_commands,
    read_mark,
    split_games,
)
from outflank.notation.pgn.pgn import (
    SETTING,
    headers_of,
    read_tree,
    reduce_game,
    result_of,
    start_of,
    values_of,
    write_game,
)
from outflank.notation.source_text import Passage, SourceText
from outflank.rules import Game
from outflank.rules.game_tree import given_plies, note_all
from outflank.rules.tree import Note, as_nags

__all__ = ["FORMAT"]

_NUMBERS: Final = frozenset(f"{number}{dots}" for number in range(200) for dots in (".", "..."))
_RESULT: Final = re.compile(r"1/2-1/2|[0-9]{1,3}-[0-9]{1,3}|\*")
_WORD: Final = re.compile(r"\{[^}]*+\}|[^\s{]++|\{")
_MARK: Final = re.compile(r"\$[0-9]{1,3}")
_COMMANDS: Final = frozenset(("clk", "emt", "eval"))


def split(source_text: SourceText, assumed: Assumptions) -> Iterator[Passage]:  # noqa: ARG001
    """Cut a text into games."""
    return split_games(source_text)


def read_game(passage: Passage, assumed: Assumptions) -> Game:
    """Read one game; it stands at the end of its main line."""
    return at_once(_read_line, passage.text, assumed) or read_tree(passage, assumed)


def _read_line(text: str, assumed: Assumptions) -> Game | None:
    """Read a game that is written as usual; return None for any other."""
    tags, begin = leading_tags(text)
    movetext = text[begin:]
    comments, marks = dict[int, list[str]](), dict[int, list[int]]()
    if "{" in movetext or "$" in movetext:
        words, comments, marks = _words_and_notes(movetext)
    else:
        words = [word for word in movetext.split() if word not in _NUMBERS]
    result = words.pop() if words and _RESULT.fullmatch(words[-1]) else ""
    start = assumed.start()
    if not tags.keys().isdisjoint(SETTING):
        start = start_of(SourceText("").passage(), tags, assumed)
    game = game_of_names(words, start)
    if game is None:
        return None
    game.headers = headers_of({name: tag.value for name, tag in tags.items()})
    if (comments or marks) and not _note(game, comments, marks, assumed):
        return None
    end_main_line(game, *result_of(tags, result))
    return game


def _words_and_notes(
    movetext: str,
) -> tuple[list[str], dict[int, list[str]], dict[int, list[int]]]:
    """Return the moves, and the comments and marks by the number of moves before them."""
    words: list[str] = []
    comments: dict[int, list[str]] = {}
    marks: dict[int, list[int]] = {}
    for word in _WORD.findall(movetext):
        if word[0] == "{" and word != "{":
            comments.setdefault(len(words), []).append(word)
        elif _MARK.fullmatch(word):
            marks.setdefault(len(words), []).append(read_mark(word))
        elif word not in _NUMBERS:
            words.append(word)
    return words, comments, marks


def _note(
    game: Game, comments: dict[int, list[str]], marks: dict[int, list[int]], assumed: Assumptions
) -> bool:
    """Set comments and marks on a game; return False if they have commands for other readers."""
    plies, sides = [0, *given_plies(game)], sides_of(game)
    notes = {}
    for number in comments.keys() | marks.keys():
        if number >= len(plies):
            return False  # it comes after the result
        is_black = number > 0 and sides[number - 1] == "B"
        values: dict[str, Any] = {}
        texts: list[str] = []
        for said in map(read_commands, comments.get(number, ())):
            if not _COMMANDS.issuperset(said.values):
                return False
            if said.comment:
                texts.append(said.comment)
            values |= values_of(said, assumed, is_black=is_black)
        nags = as_nags(nag for nag in marks.get(number, ()) if nag)
        notes[plies[number]] = Note(" ".join(texts), nags=nags, **values)
    note_all(game, notes)
    return True


FORMAT = Format(
    name="pgn",
    title="PGN",
    extensions=(".pgn",),
    holds=Game,
    carries=frozenset(Carries),
    signs='tags such as [Black "Ann"]',
    recognises=is_pgn,
    split=split,
    reader=read_game,
    writer=write_game,
    reducer=reduce_game,
)
