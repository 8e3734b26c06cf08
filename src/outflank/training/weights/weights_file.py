"""The file of the plain weights, as core/evaluation/weights_format.hpp describes it.

The magic, a checksum, then the weights stage by stage, bit by bit, through an adaptive range
coder: only what changes from one stage to the next is written, and a bit that was predicted costs
next to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from outflank.training.network.patterns import SHAPES, patterns
from outflank.training.weights.plain_weights import PlainWeights

__all__ = ["written_weights"]

_MAGIC = b"OFLANK1\n"
_WORD = (1 << 32) - 1
_PRIME = 16777619
_BLOCK = 27  # places whose first bit says whether any of their weights changes
_LONGEST = 16  # bits of a number
_EVEN = 2048  # of 4096: a bit of which nothing is known
# Places of the odds of a number's bits: its sign, then for each length so far whether it is
# longer, then for each length the bit below the highest.
_SIGN, _LONGER = 0, 1
_SECOND = _LONGER + _LONGEST + 1
_MODEL = _SECOND + _LONGEST + 1


def written_weights(weights: PlainWeights) -> bytes:
    """Return the bytes of the file."""
    return _MAGIC + _checksum(weights).to_bytes(4, "little") + _Writer().written(weights)


def _checksum(weights: PlainWeights) -> int:
    """Return FNV-1a, a value at a time, over the shapes, the weights of all places, constants.

    A value of nothing only multiplies, so that of the millions those between two others are one
    step.
    """
    total = 2166136261
    shapes = np.array([square for shape in SHAPES for square in shape])
    columns = patterns().columns
    powers = np.multiply.accumulate(np.full(len(columns), _PRIME, np.uint32)).tolist()
    for stage in [shapes, *weights.patterns[:, columns], weights.constants]:
        places = np.union1d(0, np.flatnonzero(stage))
        values = (stage[places].astype(np.int64) & _WORD).tolist()
        steps = np.diff(places, append=len(stage)).tolist()  # from each to the next, or the end
        for value, step in zip(values, steps, strict=True):
            total = (total ^ value) * powers[step - 1] & _WORD
    return total ^ total >> 16


@dataclass
class _Block:
    """Weights that lie side by side in a shape, those of images left out."""

    shape: int
    first: int  # of the columns
    end: int
    has_changed: bool = False  # at the stage before


def _blocks() -> list[_Block]:
    found = []
    is_kept = patterns().kept == np.arange(patterns().places)
    columns = np.concatenate([[0], np.cumsum(is_kept)]).tolist()  # before each place
    first = 0
    for shape, form in enumerate(SHAPES):
        beyond = first + 3 ** len(form)
        for place in range(first, beyond, _BLOCK):
            end = min(place + _BLOCK, beyond)
            found.append(_Block(shape, columns[place], columns[end]))
        first = beyond
    return found


def _model() -> list[int]:
    return [_EVEN] * _MODEL


@dataclass
class _Writer:
    """The writing half of the range coder, and what it expects of the bits to come."""

    low: int = 0
    range: int = _WORD
    held: int = 0  # the last byte, which a carry may still change
    waiting: int = 0  # bytes of ones behind it, which it would change, too
    coded: bytearray = field(default_factory=bytearray)

    def written(self, weights: PlainWeights) -> bytes:
        """Write all weights, and return the bytes."""
        blocks = _blocks()
        any_changes = [[_EVEN, _EVEN] for _ in SHAPES]
        models = [[_model() for _ in range(16)] for _ in SHAPES]  # by two levels of four each
        before = [0] * patterns().column_count
        last = np.zeros(patterns().column_count, np.int64)
        for stage in weights.patterns.astype(np.int64):
            change = stage - last
            changes = change.tolist()
            # How many of the columns before each one change, to tell for whole blocks.
            changed = np.concatenate([[0], np.cumsum(change != 0)]).tolist()
            for block in blocks:
                changes_now = changed[block.end] != changed[block.first]
                self._bit(any_changes[block.shape], int(block.has_changed), int(changes_now))
                if changes_now:
                    self._block(models[block.shape], changes, before, (block.first, block.end))
                block.has_changed = changes_now
            before, last = changes, stage
        model = _model()
        for constant in weights.constants.tolist():
            self._number(model, constant)
        for _ in range(5):
            self._shift()
        return bytes(self.coded)

    def _block(
        self,
        models: list[list[int]],
        changes: list[int],
        before: list[int],
        columns: tuple[int, int],
    ) -> None:
        """Write the changes of a block, expected from those of the stage before and beside."""
        neighbour = 0
        for column in range(*columns):
            change = changes[column]
            self._number(models[4 * _level(before[column]) + neighbour], change)
            neighbour = _level(change)

    def _number(self, model: list[int], value: int) -> None:
        """Write the length in bits one by one, the bits below the highest, the sign."""
        size = abs(value)
        length = size.bit_length()
        for shorter in range(length):
            self._bit(model, _LONGER + shorter, 1)
        if length < _LONGEST:
            self._bit(model, _LONGER + length, 0)
        if length == 0:
            return
        for place in range(length - 2, -1, -1):
            bit = size >> place & 1
            if place == length - 2:
                self._bit(model, _SECOND + length, bit)
            else:
                self._bit([_EVEN], 0, bit)
        self._bit(model, _SIGN, int(value < 0))

    def _bit(self, odds: list[int], at: int, bit: int) -> None:
        """Write a bit that is 1 in so many of 4096 cases, and learn from it."""
        one = odds[at]
        split = (self.range >> 12) * one
        if bit:
            self.range = split
            odds[at] = one + (4096 - one >> 5)
        else:
            self.low += split
            self.range -= split
            odds[at] = one - (one >> 5)
        while self.range < 1 << 24:
            self.range <<= 8
            self._shift()

    def _shift(self) -> None:
        """Give out the highest byte once no carry can change it any more."""
        if self.low < 0xFF000000 or self.low > _WORD:
            carry = self.low >> 32
            self.coded.append(self.held + carry & 0xFF)
            self.coded += bytes([0xFF + carry & 0xFF]) * self.waiting
            self.waiting = 0
            self.held = self.low >> 24 & 0xFF
        else:
            self.waiting += 1
        self.low = (self.low & 0x00FFFFFF) << 8


def _level(change: int) -> int:
    size = abs(change)
    return 3 if size > 3 else 2 if size > 1 else size
