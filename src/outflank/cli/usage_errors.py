"""Rewrites the usage errors of click as sentences that say what would be right."""

from __future__ import annotations

import re

import click

from outflank.errors import UnknownName
from outflank.texts import say

__all__ = ["in_words"]

# Click's phrases, and the names of ours.
_PHRASES = (
    (r"Option '(?P<name>\S+)' requires an argument\.", "needs_a_value"),
    (r"Option '(?P<name>\S+)' requires (?P<count>\d+) arguments\.", "needs_values"),
    (r"Option '(?P<name>\S+)' does not take a value\.", "takes_no_value"),
    (r"Argument '(?P<name>\S+)' takes (?P<count>\d+) values\.", "needs_values"),
    (r"Got unexpected extra arguments? \((?P<given>.*)\)", "too_many_arguments"),
    (r"(?P<value>.*) is not a valid (?:integer|whole number)\.", "not_a_whole_number"),
    (r"(?P<value>.*) is not a valid (?:float|number)\.", "not_a_number"),
    (r"(?P<value>.*) is not in the range (?P<bounds>.*)\.", "out_of_bounds"),
    (r"(?:File|Path) (?P<name>'.*') does not exist\.", "no_file"),
    (r"Directory (?P<name>'.*') does not exist\.", "no_folder"),
    (r"(?:File|Path) (?P<name>'.*') is a directory\.", "is_a_folder"),
    (r"Directory (?P<name>'.*') is a file\.", "is_a_file"),
    (r"(?:File|Path|Directory) (?P<name>'.*') is not readable\.", "not_readable"),
    (r"(?P<name>'.*'): (?P<problem>.*)", "cannot_be_opened"),
    (r"Missing command\.", "missing_command"),
)


def in_words(error: click.ClickException) -> str:
    """Say in one sentence what was wrong and what would be right.

    >>> in_words(click.NoSuchOption("--siez", possibilities=["--size"]))
    'there is no option --siez; did you mean --size?'
    >>> in_words(click.BadParameter("'x' is not a valid integer.", param_hint="'--size'"))
    "--size: 'x' is not a whole number"
    """
    if isinstance(error, click.exceptions.NoSuchCommand) and error.ctx is not None:
        group = error.ctx.command
        known = group.list_commands(error.ctx) if isinstance(group, click.Group) else ()
        return str(UnknownName("command", error.command_name, known))
    if isinstance(error, click.NoSuchOption):
        if close := next(iter(error.possibilities or ()), ""):
            return say("commands.usage.close_option", name=error.option_name, close=close)
        return say("commands.usage.no_option", name=error.option_name)
    if isinstance(error, click.MissingParameter):
        return _with_usage(error, say("commands.usage.missing", name=_name_of(error)))
    if isinstance(error, click.BadParameter):
        name = _name_of(error)
        problem = _bad_value(error)
        return say("commands.usage.bad_value", name=name, problem=problem) if name else problem
    message = error.format_message()
    ours = _in_our_words(message)
    return _with_usage(error, ours) if message.startswith("Got unexpected extra") else ours


def _in_our_words(message: str) -> str:
    for theirs, ours in _PHRASES:
        if found := re.fullmatch(theirs, message, re.DOTALL):
            return say(f"commands.usage.{ours}", **found.groupdict())
    return message


def _bad_value(error: click.BadParameter) -> str:
    """Say why a value is refused, and which values there are to choose from."""
    kind = error.param.type if error.param is not None else None
    given, is_not_one, _ = error.message.partition(" is not one of ")
    if isinstance(kind, click.Choice) and is_not_one:
        choices = ", ".join(map(str, kind.choices))
        return say("commands.usage.not_one_of", value=given, choices=choices)
    return _in_our_words(error.message)


def _name_of(error: click.BadParameter) -> str:
    """Return the option or argument that an error is about, as the help writes it."""
    if error.param_hint is not None:
        hint = error.param_hint
    elif error.param is not None and error.ctx is not None:
        hint = error.param.get_error_hint(error.ctx) or ""
    else:
        hint = ""
    return (hint if isinstance(hint, str) else " / ".join(hint)).replace("'", "").strip()


def _with_usage(error: click.ClickException, problem: str) -> str:
    """Return a problem with a reminder of how to write the command."""
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    if ctx is None:
        return problem
    if ctx.command.hidden and ctx.parent is not None:  # a group's default command
        ctx = ctx.parent
    pieces = ctx.command.collect_usage_pieces(ctx)
    needed = [
        f"{parameter.opts[0]} {parameter.make_metavar(ctx)}"
        for parameter in ctx.command.get_params(ctx)
        if isinstance(parameter, click.Option) and parameter.required
    ]
    usage = " ".join([ctx.command_path, *needed, *pieces])
    return say("commands.usage.with_usage", problem=problem, usage=usage)
