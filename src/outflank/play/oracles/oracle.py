"""The oracle of Yes/No Othello, local or scripted, and reading which one the user chose."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from outflank.errors import NotationError, OracleError, UnknownName
from outflank.rules import Answer, Odds, YesNo, parse_answer

__all__ = [
    "LOCAL_ODDS",
    "WEB_ODDS",
    "LocalOracle",
    "Oracle",
    "Reply",
    "ScriptedOracle",
    "oracle_from",
    "parse_script",
    "read_script",
]

WEB_ODDS = YesNo().answers  # `maybe` comes once in 10,000 answers of the web service
LOCAL_ODDS = Odds({Answer.YES: 0.45, Answer.NO: 0.45, Answer.MAYBE: 0.10})
_MOST_BYTES = 1 << 20  # far more answers than any game asks for
_WEIGHTS = re.compile(r"local:(\d{1,6})/(\d{1,6})/(\d{1,6})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of an oracle, the URL of its picture, and whether it was drawn on this machine.

    >>> Reply(Answer.YES, image_url=None, local=True)
    Reply(answer=<Answer.YES: 'yes'>, image_url=None, local=True)
    """

    answer: Answer
    image_url: str | None
    local: bool


class Oracle(Protocol):
    """Gives the answers; a game asks once a turn.

    >>> def first_word(oracle: Oracle) -> str:
    ...     return oracle.ask().answer.value
    >>> first_word(ScriptedOracle(["maybe"]))
    'maybe'
    """

    @property
    def odds(self) -> Odds:
        """The probability of each answer, for the variant of the game."""
        ...

    def ask(self) -> Reply:
        """Return the next answer; this may block."""
        ...

    def skip(self, count: int) -> None:
        """Skip the answers that a resumed game has already used."""
        ...

    def close(self) -> None:
        """Release all resources; closing again does nothing."""
        ...


class LocalOracle:
    """An oracle that draws weighted answers on this machine, repeatable by its seed.

    >>> oracle = LocalOracle(seed=1)
    >>> [oracle.ask().answer.value for _ in range(5)]
    ['yes', 'no', 'no', 'yes', 'no']
    """

    def __init__(self, odds: Odds = LOCAL_ODDS, *, seed: int | None = None) -> None:
        if not odds:
            raise ValueError("an oracle needs the odds of at least one answer")
        self.odds = odds
        self._chance = random.Random(seed)

    def ask(self) -> Reply:
        """Draw an answer."""
        [answer] = self._chance.choices(list(self.odds), weights=list(self.odds.values()))
        return Reply(answer, image_url=None, local=True)

    def skip(self, count: int) -> None:
        """Draw and drop answers, so that later ones are the same as without a break."""
        for _ in range(count):
            self.ask()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class ScriptedOracle:
    """An oracle that takes its answers from a list, for tests and for replaying a game.

    By default its odds are the web oracle's, so that a computer cannot infer the script.

    >>> oracle = ScriptedOracle(["yes", "no"])
    >>> oracle.ask().answer, oracle.ask().answer
    (<Answer.YES: 'yes'>, <Answer.NO: 'no'>)
    >>> oracle.ask()
    Traceback (most recent call last):
    outflank.errors.OracleError: the script has 2 answers and all have been given
    """

    def __init__(
        self, answers: Iterable[Answer | str], *, odds: Odds = WEB_ODDS, source: str = ""
    ) -> None:
        self.odds = odds
        self._answers = tuple(parse_answer(each) for each in answers)
        self._left = iter(self._answers)
        self._name = f"the script {source}" if source else "the script"

    def ask(self) -> Reply:
        """Return the next answer of the script; raise OracleError at its end."""
        # Repeating the script would hide that a replayed game differs from its record.
        try:
            return Reply(next(self._left), image_url=None, local=True)
        except StopIteration:
            count = len(self._answers)
            counted = "1 answer and it has" if count == 1 else f"{count} answers and all have"
            raise OracleError(f"{self._name} has {counted} been given") from None

    def skip(self, count: int) -> None:
        """Skip answers of the script, at most to its end."""
        for _ in itertools.islice(self._left, count):
            pass

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def oracle_from(text: str, seed: int | None = None) -> Oracle:
    """Return the oracle for a word or a file: web, local, local:45/45/10 or answers.txt.

    >>> oracle_from("local:1/1/2", seed=5).odds
    Odds({'yes': 0.25, 'no': 0.25, 'maybe': 0.5})
    """
    if text == "web":
        from outflank.play.oracles.web_oracle import WebOracle  # network modules load slowly

        return WebOracle(seed=seed)
    if text == "local" or text.startswith("local:"):
        return LocalOracle(_parse_weights(text), seed=seed)
    if not _is_path(text):
        raise UnknownName("oracle", text, ["web", "local", "FILE"])
    return ScriptedOracle(read_script(Path(text)), source=text)


def read_script(path: Path) -> list[Answer]:
    """Read a file of answers, one a line or a JSON list of them."""
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise OracleError(f"the script {path} cannot be read ({error.strerror})") from error
    if len(content) > _MOST_BYTES:
        raise OracleError(f"the script {path} is longer than {_MOST_BYTES:,} bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problem = "this is not text; write one answer a line"
        raise NotationError(problem, source=str(path), line=line) from None
    return parse_script(text, source=str(path))


def parse_script(text: str, *, source: str = "") -> list[Answer]:
    """Read answers, one a line (blank lines and # comments are skipped) or as a JSON list.

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
            shown = repr(word) if len(repr(word)) <= 40 else "this"
            problem = f"an answer is yes, no or maybe, not {shown}"
            raise NotationError(problem, source=source, line=line)
        answers.append(answer)
    if not answers:
        raise NotationError("this script has no answers", source=source)
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
        raise NotationError(
            f"write the weights of yes, no and maybe like local:45/45/10, not {text!r}"
        )
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
            f"this is not a JSON list ({error.msg})",
            source=source,
            line=error.lineno,
            column=error.colno,
        ) from None
    except (RecursionError, ValueError):
        raise NotationError("this is not a JSON list of answers", source=source, line=1) from None
    decoder = json.JSONDecoder()
    separator = re.compile(r"[\s,]*")
    at = text.index("[") + 1
    for item in items:
        match = separator.match(text, at)
        assert match
        yield text.count("\n", 0, match.end()) + 1, item
        at = decoder.raw_decode(text, match.end())[1]
