"""The output of commands: tables, JSON, CSV and files, and what the terminal can show."""

from __future__ import annotations

import contextlib
import csv
import functools
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

import click

from outflank.cli.commands import option
from outflank.cli.words import cell_in_words, heading_in_words
from outflank.texts import Text, say
from outflank.texts.phrases import listed_in_words

__all__ = [
    "Row",
    "TableNumber",
    "confirms",
    "core_in_words",
    "format_options",
    "one_of",
    "print_rows",
    "refuse_existing",
    "speaks_unicode",
    "table",
    "wants_color",
    "write_file",
]

Row = Mapping[str, object]


class TableNumber(str):
    """A number with a sign or a unit, which is aligned to the right of its column."""

    __slots__ = ()


_LEAST = 12  # the smallest width of a column that is cut


def one_of(parameter: str, **flags: Text) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command flags that exclude each other; `parameter` is the name of the one set."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def choose(*arguments: Any, **values: Any) -> None:
            chosen = [name for name in flags if values.pop(f"{parameter}_{name}")]
            if len(chosen) > 1:
                names = listed_in_words([f"--{name}" for name in chosen])
                raise click.UsageError(say("commands.output.not_together", names=names))
            command(*arguments, **values, **{parameter: next(iter(chosen), None)})

        decorated: Callable[..., None] = choose
        for name, text in reversed(flags.items()):
            decorated = option(f"--{name}", f"{parameter}_{name}", is_flag=True, help=text)(
                decorated
            )
        return decorated

    return decorate


def format_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a listing command the options --table, --json and --csv, which exclude each other."""
    return one_of(
        "style",
        table=Text("commands.output.options.table"),
        json=Text("commands.output.options.json"),
        csv=Text("commands.output.options.csv"),
    )(command)


def speaks_unicode(stream: TextIO | None = None) -> bool:
    """Return whether a stream (standard output by default) can show the signs of a drawn board."""
    from outflank.faces.terminal.capabilities import asks_for_ascii

    try:
        "●○┌█".encode(getattr(stream or sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return os.environ.get("TERM") != "dumb" and not asks_for_ascii(os.environ)


def wants_color() -> bool:
    """Return whether to print colours: only on a terminal, and unless it asks for none."""
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return sys.stdout is not None and sys.stdout.isatty() and not plain


def print_rows(rows: Sequence[Row], style: str | None) -> None:
    """Print rows with the same columns in the chosen style."""
    if style == "json":
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    elif style == "csv":
        click.echo(_csv(rows), nl=False)
    else:
        click.echo(table(rows))


def _csv(rows: Sequence[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _cell(value) for key, value in row.items()} for row in rows)
    return text.getvalue()


def table(rows: Sequence[Row], *, flexible: str = "") -> str:
    """Return rows with the same columns as a table.

    If the table is wider than the terminal, the entries of the flexible column are cut.
    """
    if not rows:
        return say("commands.output.nothing")
    columns = list(rows[0])
    cells = [[heading_in_words(column) for column in columns]]
    cells += [[cell_in_words(column, _grouped(row[column])) for column in columns] for row in rows]
    widths = [max(_width(line[at]) for line in cells) for at in range(len(columns))]
    if flexible:
        at = columns.index(flexible)
        missing = sum(widths) + 2 * (len(widths) - 1) - shutil.get_terminal_size().columns
        if missing > 0:
            widths[at] = max(widths[at] - missing, _LEAST)
            _cut_column(cells, at, widths[at])
    right = [isinstance(rows[0][column], int | float | TableNumber) for column in columns]
    lines = [
        "  ".join(
            _filled(text, width, to_right=to_right)
            for text, width, to_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in cells
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def _cut_column(cells: list[list[str]], at: int, width: int) -> None:
    """Cut the entries of a column; entries that would look alike keep the part that differs."""
    from outflank.drawing.terminal_text import shortened

    alike: dict[str, set[str]] = {}
    for line in cells:
        alike.setdefault(shortened(line[at], width), set()).add(line[at])
    for line in cells:
        cut = shortened(line[at], width)
        line[at] = cut if len(alike[cut]) == 1 else _cut_middle(line[at], alike[cut], width)


def _cut_middle(text: str, alike: set[str], width: int) -> str:
    """Cut the middle of a text, so that the place where it differs from others can be seen.

    >>> _cut_middle("Sunday, final game 2", {"Sunday, final game 2", "Sunday, final game 1"}, 15)
    'Sunday…l game 2'
    """
    from outflank.drawing.terminal_text import shortened

    head = shortened(text, width // 2)
    room = width - _width(head)
    differs = min(map(len, alike))
    for at, letters in enumerate(zip(*alike, strict=False)):
        if len(set(letters)) > 1:
            differs = at
            break
    begin = max(0, min(differs - room // 2, len(text) - room))
    return head + shortened(text[begin:], room)


def _filled(text: str, width: int, *, to_right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if to_right else text + space


def _width(text: str) -> int:
    """Return how many columns a text takes: some letters take two, and some none."""
    from outflank.drawing.terminal_text import columns  # only tables need it

    return columns(text)


def _cell(value: object) -> object:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else value


def _grouped(value: object) -> str:
    """Return a number as people write it, such as 3,005,288 or 0.25, and other values as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return say("commands.words.yes") if value else say("commands.words.no")
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.2f}"
    return str(_cell(value))


def confirms(question: str, *, err: bool = False) -> bool:
    """Ask a question; an empty line means no. `err` asks on standard error."""
    yes, no = (say(f"commands.output.answers.{word}").split() for word in ("yes", "no"))
    while True:
        shown = say("commands.output.question", question=question)
        answer = click.prompt(shown, default="", show_default=False, err=err).strip().lower()
        if answer in yes:
            return True
        if answer in no or not answer:
            return False
        click.echo(say("commands.output.answer_yes_or_no", yes=yes[0], no=no[0]), err=err)


def refuse_existing(path: Path) -> None:
    """Refuse to overwrite a file, before starting the work that would fill it."""
    if path.exists():
        raise click.UsageError(say("commands.output.file_exists", file=path))


def write_file(path: Path, content: str | bytes, *, replace: bool) -> None:
    """Write a whole file or nothing; without `replace`, refuse if the file exists."""
    if not replace:
        refuse_existing(path)
    import tempfile

    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        # mkstemp makes private files; give the result the permissions of any new file.
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        os.replace(name, path)  # noqa: PTH105 - the name is a string already
    except BaseException as error:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        if isinstance(error, OSError):
            raise _unwritable(path, error) from None
        raise


def _unwritable(path: Path, error: OSError) -> click.ClickException:
    """Return the error for a wrong name, or for a disk that is full or write-protected."""
    problem = say("commands.output.cannot_be_written", file=path, reason=error.strerror)
    is_misnamed = isinstance(error, FileNotFoundError | IsADirectoryError | NotADirectoryError)
    return click.UsageError(problem) if is_misnamed else click.ClickException(problem)


def core_in_words() -> str:
    """Say which native core is installed, or how to install it."""
    from outflank import native

    if native.available():
        return say("commands.output.core", kernel=native.kernels()[-1])
    return say("commands.output.no_core", advice=native.CORE_ADVICE)
