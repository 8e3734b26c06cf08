"""Where programs run: in a folder that is named for them, or where their files lie."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from outflank.errors import EngineError
from outflank.texts import Text

__all__ = ["find_directory", "words_in"]


def find_directory(words: Sequence[str], named: str | os.PathLike[str] | None, reads: str) -> str:
    """Return the folder in which to run a program, empty for the folder of this process.

    It is the one that is `named`. Without a name it is where the program finds the file that it
    `reads`, if only one place has it: this folder, the program's, or the one above that.
    """
    if named:
        if not Path(named).is_dir():
            raise EngineError(Text("errors.engine.no_such_directory", directory=str(named)))
        return str(named)
    if not reads or Path(reads).exists():
        return ""
    program = shutil.which(words[0])
    if program is None:
        return ""
    home = Path(program).resolve().parent
    return next((str(one) for one in (home, home.parent) if (one / reads).exists()), "")


def words_in(words: Sequence[str], directory: str) -> tuple[str, ...]:
    """Return a command as it must be given in a directory.

    A program that is named by a path is looked for there first, and then here.
    """
    program = Path(words[0])
    if not directory or program.name == words[0] or program.is_absolute():
        return tuple(words)
    there = Path(directory) / program
    return (str((there if there.exists() else program).absolute()), *words[1:])
