"""Errors of the command line, rewritten from click's words into ours."""

from __future__ import annotations

import re

import click

from outflank.errors import UnknownName

__all__ = ["in_words"]

# Click's phrases, and ours.
_PHRASES = (
    (r"^Option '(\S+)' requires an argument\.$", r"\1 needs a value"),
    (r"^Option '(\S+)' requires (\d+) arguments\.$", r"\1 needs \2 values"),
    (r"^Option '(\S+)' does not take a value\.$", r"\1 takes no value"),
    (r"^Argument '(\S+)' takes (\d+) values\.$", r"\1 needs \2 values"),
    (r"^Got unexpected extra arguments? \((.*)\)$", r"too many arguments: \1"),
    (r" is not a valid (?:integer|whole number)\.$", " is not a whole number"),
    (r" is not a valid (?:float|number)\.$", " is not a number"),
    (r"^(?:File|Path) ('.*') does not exist\.$", r"there is no file \1"),
    (r"^Directory ('.*') does not exist\.$", r"there is no folder \1"),
    (r"^(?:File|Path) ('.*') is a directory\.$", r"\1 is a folder; name a file"),
    (r"^Directory ('.*') is a file\.$", r"\1 is a file; name a folder"),
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
        close = next(iter(error.possibilities or ()), "")
        hint = f"did you mean {close}?" if close else "--help lists them"
        return f"there is no option {error.option_name}; {hint}"
    if isinstance(error, click.MissingParameter):
        return f"{_name_of(error)} is missing{_usage(error)}"
    if isinstance(error, click.BadParameter):
        name = _name_of(error)
        return f"{name}: {_bad_value(error)}" if name else _bad_value(error)
    message = error.format_message()
    ours = _in_our_words(message)
    is_clicks = ours != message
    return f"{ours}{_usage(error)}" if is_clicks and "too many" in ours else ours


def _in_our_words(message: str) -> str:
    for theirs, ours in _PHRASES:
        message = re.sub(theirs, ours, message)
    return message


def _bad_value(error: click.BadParameter) -> str:
    """Say why a value is refused, and which values there are to choose from."""
    message = _in_our_words(error.message)
    kind = error.param.type if error.param is not None else None
    if isinstance(kind, click.Choice) and " is not one of " in message:
        given = message.partition(" is not one of ")[0]
        return f"{given} is not one of {', '.join(map(str, kind.choices))}"
    return message


def _name_of(error: click.BadParameter) -> str:
    """Return the option or argument that an error is about, as the help writes it."""
    if error.param_hint is not None:
        hint = error.param_hint
    elif error.param is not None and error.ctx is not None:
        hint = error.param.get_error_hint(error.ctx) or ""
    else:
        hint = ""
    return (hint if isinstance(hint, str) else " or ".join(hint)).replace("'", "").strip()


def _usage(error: click.UsageError | click.ClickException) -> str:
    """Return a reminder of how to write the command."""
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    if ctx is None:
        return ""
    if ctx.command.hidden and ctx.parent is not None:  # a group's default command
        ctx = ctx.parent
    pieces = ctx.command.collect_usage_pieces(ctx)
    needed = [
        f"{parameter.opts[0]} {parameter.make_metavar(ctx)}"
        for parameter in ctx.command.get_params(ctx)
        if isinstance(parameter, click.Option) and parameter.required
    ]
    return f"; usage: {' '.join([ctx.command_path, *needed, *pieces])}"
