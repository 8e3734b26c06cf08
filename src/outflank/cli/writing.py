"""Writing files so that nothing is lost."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

import click

__all__ = ["write_file"]


def write_file(path: Path, text: str, *, replace: bool) -> None:
    """Write a file whole or not at all; without `replace` an existing file is kept."""
    if path.exists() and not replace:
        raise click.UsageError(f"{path} exists already; --force writes over it")
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise click.UsageError(f"{path} cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        # mkstemp makes files private; a result is as readable as any new file.
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        os.replace(name, path)  # noqa: PTH105 - the name is a string already
    except BaseException as error:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        if isinstance(error, OSError):
            raise click.UsageError(f"{path} cannot be written: {error.strerror}") from None
        raise
