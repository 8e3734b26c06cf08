"""Arrays in files of a run: a file gets its name when it is complete; damaged ones are refused."""

from __future__ import annotations

import contextlib
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.lib.format import open_memmap
from numpy.lib.npyio import NpzFile
from numpy.typing import DTypeLike

from outflank.errors import OutflankError
from outflank.texts import Text
from outflank.training.run_folder import replacing

__all__ = ["MappedArray", "make_array", "mapped_array", "reading", "unpacked"]

MappedArray: TypeAlias = "np.memmap[Any, np.dtype[Any]]"


def make_array(
    path: Path, dtype: DTypeLike, shape: tuple[int, ...], *, fill: float | None = None
) -> None:
    """Make the file of an array, filled with `fill` if it is given; it gets its name at the end."""
    with replacing(path) as part:
        made = open_memmap(part, mode="w+", dtype=dtype, shape=shape)
        if fill is not None:
            made[...] = fill
        made.flush()
        del made  # Windows renames no file that is mapped


def mapped_array(
    path: Path, *, writable: bool = False, shape: tuple[int, ...] | None = None
) -> MappedArray:
    """Map the array of a file into memory; a file that is cut short or has other rows is refused.

    NumPy alone would lengthen a short file with zeros when it is mapped for writing.
    """
    with reading(path):
        found = open_memmap(path, mode="r")
        if path.stat().st_size != found.offset + found.nbytes:
            raise ValueError("it is too long")
        if shape is not None and found.shape != shape:
            raise ValueError(f"its shape is {found.shape} instead of {shape}")
        return open_memmap(path, mode="r+") if writable else found


@contextlib.contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn a failure to read a file of the run into one plain sentence."""
    try:
        yield
    except FileNotFoundError:
        raise OutflankError(Text("errors.training.missing_step_file", path=path)) from None
    except (EOFError, KeyError, OSError, ValueError, zipfile.BadZipFile, zlib.error) as problem:
        raise OutflankError(
            Text("errors.training.damaged_step_file", path=path, problem=problem)
        ) from None


@contextlib.contextmanager
def unpacked(path: Path) -> Iterator[NpzFile]:
    """Yield the arrays of a packed file by name."""
    with reading(path), path.open("rb") as file, np.load(file) as kept:
        yield kept
