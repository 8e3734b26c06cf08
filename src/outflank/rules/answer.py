"""The answers of an oracle, and how likely each is."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping

from outflank.errors import InvalidValue, UnknownName
from outflank.texts import Text

__all__ = ["Answer", "Odds", "parse_answer"]


class Answer(enum.StrEnum):
    """An answer that the oracle of Yes/No Othello gives at the start of a turn.

    >>> Answer("yes")
    <Answer.YES: 'yes'>
    """

    YES = "yes"
    NO = "no"
    MAYBE = "maybe"

    @property
    def text(self) -> Text:
        """The answer in the user's language."""
        return Text(f"rules.answers.{self.value}")


def parse_answer(text: Answer | str) -> Answer:
    """Read an answer in upper or lower case.

    >>> parse_answer("Maybe")
    <Answer.MAYBE: 'maybe'>
    """
    if not isinstance(text, str):
        raise TypeError(f"an answer is an Answer or a word such as 'yes', not {text!r}")
    if type(text) is Answer:
        return text
    try:
        return Answer(text.lower())
    except ValueError:
        raise UnknownName("answer", text, list(Answer)) from None


class Odds(Mapping[Answer, float]):
    """The probability of each answer: a frozen mapping that adds up to one, or is empty.

    >>> odds = Odds({"yes": 0.5, "no": 0.5})
    >>> odds[Answer.YES], len(odds), Answer.MAYBE in odds
    (0.5, 2, False)
    """

    __slots__ = ("_chances",)

    def __init__(self, chances: Mapping[Answer, float] | Mapping[str, float] | None = None) -> None:
        if not isinstance(chances or {}, Mapping):
            raise TypeError(f"odds are answers with their chances, not {chances!r}")
        given = {
            parse_answer(answer): _chance(chance) for answer, chance in (chances or {}).items()
        }
        if any(not 0 <= chance <= 1 for chance in given.values()):
            raise InvalidValue(Text("errors.rules.odds_out_of_range", odds=given))
        if given and abs(sum(given.values()) - 1) > 1e-9:
            total = sum(given.values())
            raise InvalidValue(Text("errors.rules.odds_do_not_add_up", total=total))
        # In the order of the enum, so that equal odds print and hash alike.
        self._chances = {answer: given[answer] for answer in Answer if given.get(answer)}

    def __getitem__(self, answer: Answer) -> float:
        return self._chances[answer]

    def __iter__(self) -> Iterator[Answer]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __hash__(self) -> int:
        return hash(tuple(self._chances.items()))

    def __repr__(self) -> str:
        return f"Odds({ {answer.value: chance for answer, chance in self.items()} })"


def _chance(given: float) -> float:
    try:
        return float(given)
    except (TypeError, ValueError):
        raise TypeError(f"a chance is a number from 0 to 1, not {given!r}") from None
