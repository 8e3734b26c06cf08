"""Reading the user's choice of an oracle: a word, weights or a file of answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from outflank.errors import NotationError, OracleError, UnknownName
from outflank.play.oracles.oracle import LOCAL_ODDS, LocalOracle, Oracle, ScriptedOracle
from outflank.rules import Answer, Odds
from outflank.texts import Text

__all__ = ["oracle_from", "parse_script", "read_script"]

_MOST_BYTES = 1 << 20  # far more answers than any game asks for
_MOST_SHOWN = 40  # letters of a wrong answer
_WEIGHTS = re.compile(r"local:(\d{1,6})/(\d{1,6})/(\d{1,6})", re.ASCII)


def oracle_from(text: str | Iterable[Answer | str], seed: int | None = None) -> Oracle:
    """Return the oracle for a word or a file: web, local, local:45/45/10 or answers.txt.

    It may also be a list of the answers themselves.

    >>> oracle_from("local:1/1/2", seed=5).odds
    Odds({'yes': 0.25, 'no': 0.25, 'maybe': 0.5})
    """
    if not isinstance(text, str):
        if not isinstance(text, Iterable):
            raise TypeError(
                f"an oracle is a word, the name of a file or a list of answers, not {text!r}"
            )
        return ScriptedOracle(text)
    if text == "web":
        from outflank.play.oracles.web_oracle import WebOracle  # network modules load slowly

        return WebOracle(seed=seed)
    if text == "local" or text.startswith("local:"):
        return LocalOracle(_parse_weights(text), seed=seed)
    if not _is_path(text):
        raise UnknownName("oracle", text, ["web", "local", "FILE"])
    return ScriptedOracle(read_script(Path(text)), source=text)


def read_script(path: Path) -> list[Answer]:
    """Read a file of answers: one per line, or a JSON list."""
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise OracleError(
            Text("errors.play.unreadable_script", path=path, reason=error.strerror)
        ) from error
    if len(content) > _MOST_BYTES:
        raise OracleError(Text("errors.play.script_too_long", path=path, most=f"{_MOST_BYTES:,}"))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problem = Text("errors.play.script_not_text")
        raise NotationError(problem, source=str(path), line=line) from None
    return parse_script(text, source=str(path))


def parse_script(text: str, *, source: str = "") -> list[Answer]:
    """Read answers, one per line (blank lines and # comments are skipped) or as a JSON list.

    >>> parse_script("yes  # the first turn")
    [<Answer.YES: 'yes'>]
    >>> parse_script('["no", "perhaps"]', source="answers.json")
    Traceback (most recent call last):
    outflank.errors.NotationError: answers.json:1: an answer is yes, no or maybe, not 'perhaps'
    """
    words = _json_words(text, source) if text.lstrip().startswith("[") else _line_words(text)
    known = {each.value: each for each in Answer}
    answers = []
    for line, word in words:
        answer = known.get(word.lower()) if isinstance(word, str) else None
        if answer is None:
            problem = Text("errors.play.not_an_answer", text=repr(word))
            if len(repr(word)) > _MOST_SHOWN:
                problem = Text("errors.play.not_an_answer_but_this")
            raise NotationError(problem, source=source, line=line)
        answers.append(answer)
    if not answers:
        raise NotationError(Text("errors.play.empty_script"), source=source)
    return answers


def _is_path(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # not even a possible file name
        return False


def _parse_weights(text: str) -> Odds:
    if text == "local":
        return LOCAL_ODDS
    match = _WEIGHTS.fullmatch(text)
    weights = [int(weight) for weight in match.groups()] if match else [0]
    if not sum(weights):
        raise NotationError(Text("errors.play.not_weights", text=repr(text)))
    return Odds({each: part / sum(weights) for each, part in zip(Answer, weights, strict=True)})


def _line_words(text: str) -> Iterator[tuple[int, object]]:
    for number, line in enumerate(text.splitlines(), 1):
        word = line.partition("#")[0].strip()
        if word:
            yield number, word


def _json_words(text: str, source: str) -> Iterator[tuple[int, object]]:
    """Yield the items of a JSON list, each with the line on which it begins."""
    try:
        items = json.loads(text)
    except json.JSONDecodeError as error:
        raise NotationError(
            Text("errors.play.not_json", reason=error.msg),
            source=source,
            line=error.lineno,
            column=error.colno,
        ) from None
    except (RecursionError, ValueError):
        raise NotationError(
            Text("errors.play.not_a_list_of_answers"), source=source, line=1
        ) from None
    decoder = json.JSONDecoder()
    separator = re.compile(r"[\s,]*")
    at = text.index("[") + 1
    for item in items:
        match = separator.match(text, at)
        assert match
        yield text.count("\n", 0, match.end()) + 1, item
        at = decoder.raw_decode(text, match.end())[1]
