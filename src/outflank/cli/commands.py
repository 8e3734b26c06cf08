"""Commands, groups and options whose help is a text of the catalogue, read when it is shown."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import click

from outflank.texts import Text, say

__all__ = ["Command", "Decorator", "Example", "Group", "Option", "option"]

# A command line, and what it does if that is not plain.
Example: TypeAlias = str | tuple[str, Text]

_INDENT = "    "
_LEAST = 20  # columns for what an example does; with fewer it stands above the command


class Option(click.Option):
    """An option whose help is a text of the catalogue."""

    def __init__(self, *names: Any, help: Text | None = None, **settings: Any) -> None:  # noqa: A002
        super().__init__(*names, **settings)
        self._text = help

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option's names and its help, with its default, bounds and so on."""
        record = super().get_help_record(ctx)
        if record is None:
            return None
        notes = self._notes(ctx)
        shown = [] if self._text is None else [str(self._text)]
        shown += [f"[{'; '.join(notes)}]"] if notes else []
        return record[0], "  ".join(shown)

    def _notes(self, ctx: click.Context) -> list[str]:
        extra = self.get_help_extra(ctx)
        notes = []
        if "envvars" in extra:
            notes.append(say("commands.help.variable", name=", ".join(extra["envvars"])))
        if "default" in extra:
            notes.append(say("commands.help.default", value=extra["default"]))
        if "range" in extra:
            in_words = getattr(self.type, "bounds_in_words", None)
            notes.append(in_words() if in_words else extra["range"])
        if "required" in extra:
            notes.append(say("commands.help.required"))
        return notes


_Command = TypeVar("_Command", bound=Callable[..., Any] | click.Command)


class Decorator(Protocol):
    """What adds an option or an argument to a command."""

    def __call__(self, command: _Command, /) -> _Command:
        """Return the command with what was added."""


def option(*names: str, **settings: Any) -> Decorator:
    """Return what adds an option to a command; see `click.option`."""
    return click.option(*names, cls=Option, **settings)


class _Described(click.Command):
    """What commands and groups have in common."""

    def __init__(
        self,
        *arguments: Any,
        help: Text | str | None = None,  # noqa: A002 - click's name; a str is the docstring
        details: Text | None = None,
        examples: Sequence[Example] = (),
        notes: Text | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(*arguments, **settings)
        self.text = help
        self.details = details
        self.examples: tuple[Example, ...] = tuple(examples)
        self.notes = notes

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option --help."""
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = say("commands.help.help")
        return found

    def get_short_help_str(self, limit: int = 45) -> str:  # noqa: ARG002 - the list wraps instead
        """Return the first sentence of the help, for lists of commands."""
        return str(self.text or "")

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write how the command is called."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{say('commands.help.usage')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write what the command does."""
        if self.text is not None:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(str(self.text))
                if self.details is not None:
                    formatter.write_paragraph()
                    formatter.write_text(str(self.details))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options."""
        records = [
            parameter.get_help_record(ctx)
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option)
        ]
        if shown := [record for record in records if record is not None]:
            with formatter.section(say("commands.help.options")):
                formatter.write_dl(shown)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the examples and the notes."""
        with formatter.indentation():
            if self.examples:
                formatter.write_paragraph()
                formatter.write_text(say("commands.help.examples", count=len(self.examples)))
                formatter.write_paragraph()
                for line in _example_lines(self.examples, formatter.width):
                    formatter.write(f"{line}\n")
            if self.notes is not None:
                formatter.write_paragraph()
                formatter.write_text(str(self.notes))


class Command(_Described):
    """A command whose help is a text of the catalogue."""


class Group(_Described, click.Group):
    """A group of commands whose help is a text of the catalogue."""

    command_class: type[click.Command] | None = Command

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options and the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each with the first sentence of its help."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [
            (name, command.get_short_help_str())
            for name, command in found
            if command is not None and not command.hidden
        ]
        write_commands(formatter, rows)


def write_commands(formatter: click.HelpFormatter, rows: list[tuple[str, str]]) -> None:
    """Write a list of commands and what each does."""
    with formatter.section(say("commands.help.commands")):
        formatter.write_dl(rows)


def _example_lines(examples: Sequence[Example], width: int) -> list[str]:
    r"""Return the lines of examples; what they do stands in a column of its own.

    >>> print("\n".join(_example_lines(["outflank perft 9", "outflank show"], 80)))
        outflank perft 9
        outflank show
    """
    explained = [example[0] for example in examples if not isinstance(example, str)]
    column = max(map(len, explained), default=0) + 2
    room = width - len(_INDENT) - column
    lines = []
    for example in examples:
        if isinstance(example, str):
            lines += [f"{_INDENT}{line}" for line in example.splitlines()]
        elif room >= _LEAST:
            first, *more = textwrap.wrap(str(example[1]), room)
            lines.append(f"{_INDENT}{example[0]:<{column}}{first}")
            lines += [f"{_INDENT}{'':<{column}}{line}" for line in more]
        else:
            above = textwrap.wrap(str(example[1]), width - len(_INDENT))
            lines += [f"{_INDENT}{line}" for line in (*above, example[0])]
    return lines
