"""Broken and enormous texts: they are read or refused quickly, and only with our own errors."""

import contextlib
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import OutflankError
from outflank.notation import Format, binary_formats, formats, read, write
from support.notation_samples import BINARY_SAMPLES, PASSES, SAMPLES
from support.paths import ROOT
from support.properties import examples

every_format = pytest.mark.parametrize("notation", formats(), ids=lambda notation: notation.name)
pieces = st.sampled_from(
    [
        *"[](){};:,.%/\"'\\-+*@XO0159abfpW \n\t\r\0",
        *["(;", ";)", "B[", "W[f6]", "pa", "--", "f5", "1.", "1-0", "BO[8 ", "TY[88]", "\ufeff"],
        *['"after": 1', '"move": "d6"', "null", "1e999", "\ud800", "é", "½", "-" * 64],
    ]
)


@st.composite
def broken_texts(draw: st.DrawFn) -> str:
    """Break a good text by deleting, doubling and inserting parts."""
    text = draw(st.sampled_from([*SAMPLES.values(), PASSES, ""]))
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 20)))
        new = draw(pieces | st.text(max_size=5) | st.just(text[start:end] * 2))
        text = text[:start] + new + text[end:]
    return text


@every_format
@examples(10)
@given(text=broken_texts() | st.text() | st.binary())
def test_a_broken_text_raises_only_our_errors(notation: Format[Any], text: str | bytes) -> None:
    for named in (None, notation):
        try:
            reading = read(text, format=named)
            write(reading, format=notation)
        except OutflankError:
            pass


MANY = 10_000 if "OUTFLANK_SOAK" in os.environ else 2_000


@pytest.mark.parametrize(
    "text",
    [
        " " * MANY + "x",
        "\n" * MANY + "f5",
        "-" * MANY,
        "X " * MANY,
        "%" * MANY,
        "f5" * MANY,
        "1." * MANY,
        "9" * MANY,
        "f5 " + "q" * MANY,
        "(;GM[Othello]" + "(;A[" * MANY + "]",
        "(;GM[Othello]" + "CO[x]" * MANY + ";)",
        "(;GM[Othello]" + "A" * MANY,
        "(;" * MANY,
        "(; " * MANY + "x",
        ". . . .\n" * (MANY // 10),
        "a b c d\n" * (MANY // 10),
        "| . [ X | " * MANY,
        "[" * MANY,
        '{"a":' * MANY,
        "-" * 64 + " X;" + ";" * MANY,
        "-" * 64 + " X; d3" + " " * MANY + ":" + " " * MANY,
    ],
    ids=range(21),
)
def test_an_enormous_text_is_read_or_refused_quickly(text: str) -> None:
    for named in (None, *formats()):
        with contextlib.suppress(OutflankError):
            read(text, format=named)


def test_the_fuzzer_reports_its_count_and_finds_nothing() -> None:
    command = [sys.executable, str(ROOT / "tools" / "fuzz_readers.py"), "--count", "500"]
    run = subprocess.run([*command, "--seed", "1"], capture_output=True, text=True, check=True)
    assert run.stdout == "500 texts from seed 1: only our own errors.\n"


@pytest.mark.parametrize("name", BINARY_SAMPLES)
def test_every_binary_sample_is_recognised_and_read(name: str) -> None:
    reading = read(BINARY_SAMPLES[name], errors="raise")
    assert (reading.format, len(reading) > 1) == (name, True)
    assert {notation.name for notation in binary_formats()} == set(BINARY_SAMPLES)
