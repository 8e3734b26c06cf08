"""The oracle of Yes/No Othello, which answers at the start of each turn: local or scripted."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from outflank.errors import InvalidValue, OracleError
from outflank.rules import Answer, Odds, YesNo, parse_answer
from outflank.texts import Text

__all__ = ["LOCAL_ODDS", "WEB_ODDS", "LocalOracle", "Oracle", "Reply", "ScriptedOracle"]

WEB_ODDS = YesNo().answers  # `maybe` comes once in 10,000 answers of the web service
LOCAL_ODDS = Odds({Answer.YES: 0.45, Answer.NO: 0.45, Answer.MAYBE: 0.10})


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
    """Gives the answers; a game asks once per turn.

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
            raise InvalidValue(Text("errors.play.no_odds"))
        self.odds = odds
        self._chance = random.Random(seed)

    def ask(self) -> Reply:
        """Draw an answer."""
        [answer] = self._chance.choices(list(self.odds), weights=list(self.odds.values()))
        return Reply(answer, image_url=None, local=True)

    def skip(self, count: int) -> None:
        """Draw and discard answers, so that a resumed game goes on with the right one."""
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
        self._source = source

    def ask(self) -> Reply:
        """Return the next answer of the script; raise OracleError at its end."""
        # Repeating the script would hide that a replayed game differs from its record.
        try:
            return Reply(next(self._left), image_url=None, local=True)
        except StopIteration:
            count = len(self._answers)
            problem = Text("errors.play.script_used_up", count=count)
            if self._source:
                problem = Text("errors.play.named_script_used_up", script=self._source, count=count)
            raise OracleError(problem) from None

    def skip(self, count: int) -> None:
        """Skip answers, stopping at the end of the script."""
        for _ in itertools.islice(self._left, count):
            pass

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
