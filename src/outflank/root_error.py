"""The root of the errors, whose sentences stand in the catalogue of texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from outflank.texts import Catalogue, Text, catalogue

__all__ = ["OutflankError", "text_of_kind"]


class OutflankError(Exception):
    """The root of every error that Outflank raises on purpose.

    Its message is a text of the catalogue, or a sentence from elsewhere. Of a text, `text_key` and
    `parameters` tell programs what the sentence tells people, and it is rendered only when it is
    read: most errors of readers that try a notation never are.

    >>> problem = OutflankError(Text("errors.unknown_name.skin", name=repr("blak")))
    >>> str(problem), problem.text_key, problem.parameters["name"]
    ("there is no skin 'blak'", 'errors.unknown_name.skin', "'blak'")
    """

    @property
    def sentence(self) -> Text | str:
        """What the error says, without the place that some errors add."""
        text = next((each for each in self.args if isinstance(each, Text)), None)
        return Exception.__str__(self) if text is None else text

    @property
    def problem(self) -> str:
        """The sentence in the user's language."""
        return str(self.sentence)

    @property
    def text_key(self) -> str:
        """The key of the sentence in the catalogue, empty if it is not from there."""
        sentence = self.sentence
        return sentence.key if isinstance(sentence, Text) else ""

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The values of the sentence, by name."""
        sentence = self.sentence
        return sentence.values if isinstance(sentence, Text) else {}

    def render(self, words: Catalogue) -> str:
        """Return the whole message in the language of a catalogue."""
        sentence = self.sentence
        return sentence.render(words) if isinstance(sentence, Text) else sentence

    def __str__(self) -> str:
        return self.render(catalogue())

    def __repr__(self) -> str:
        shown = (repr(str(each) if isinstance(each, Text) else each) for each in self.args)
        return f"{type(self).__name__}({', '.join(shown)})"

    def __reduce__(self) -> tuple[Any, ...]:  # pickling brings it back from other processes
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(kind: type[OutflankError], args: Any, state: dict[str, Any]) -> OutflankError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


def text_of_kind(group: str, kind: str, **values: object) -> Text:
    """Return the text for one kind of problem, or the group's text for any."""
    key = f"errors.{group}.{kind.replace(' ', '_')}"
    if key in catalogue("en"):
        return Text(key, **values)
    return Text(f"errors.{group}.any", kind=kind, **values)
