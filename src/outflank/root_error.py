"""The root of the errors, whose sentences stand in the catalogue of texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from outflank.texts import Text, catalogue, say

__all__ = ["OutflankError", "say_of_kind"]


class OutflankError(Exception):
    """The root of every error that Outflank raises on purpose.

    Its message is a sentence, or a text of the catalogue: then `text_key` and `parameters` tell
    programs what the sentence tells people.

    >>> problem = OutflankError(Text("errors.unknown_name.skin", name=repr("blak")))
    >>> str(problem), problem.text_key, problem.parameters["name"]
    ("there is no skin 'blak'", 'errors.unknown_name.skin', "'blak'")
    """

    text_key: str = ""
    parameters: Mapping[str, Any] = {}

    def __init__(self, *args: object) -> None:
        if args and isinstance(args[0], Text):
            self.text_key, self.parameters = args[0].key, args[0].values
            args = (str(args[0]), *args[1:])
        super().__init__(*args)

    def __reduce__(self) -> tuple[Any, ...]:  # pickling brings it back from other processes
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(kind: type[OutflankError], args: Any, state: dict[str, Any]) -> OutflankError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


def say_of_kind(group: str, kind: str, **values: object) -> str:
    """Return the text for one kind of problem, or the group's text for any."""
    key = f"errors.{group}.{kind.replace(' ', '_')}"
    if key in catalogue("en"):
        return say(key, **values)
    return say(f"errors.{group}.any", kind=kind, **values)
