"""The faults that tools/faults injects still fit the code."""

from pathlib import Path

import pytest
from faults.fault_list import Fault, FaultListError, choose_faults, load_faults

from support.paths import ROOT

HELP = "the code has changed: bring the fault's `file` and `old` in tools/faults/*.toml up to date"
FAULT = Fault("wrong-sign", "A sum is a difference.", "sum.py", "a + b", "a - b", ("sum.py",), ())


def test_every_fault_can_be_injected_in_exactly_one_place() -> None:
    problems = [problem for fault in load_faults() if (problem := fault.problem(ROOT))]
    assert problems == [], HELP


def test_every_fault_says_what_it_is_in_one_sentence() -> None:
    sentences = [fault.what for fault in load_faults()]
    assert [one for one in sentences if not one.endswith(".") or ". " in one] == []
    assert len(sentences) == len(set(sentences))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a + b", ""),
        ("a - b", "wrong-sign: its old text no longer stands in sum.py: 'a + b'"),
        ("a + b\na + b", "wrong-sign: its old text stands 2 times in sum.py: 'a + b'"),
        (None, "wrong-sign: there is no sum.py"),
    ],
)
def test_a_fault_that_no_longer_fits_says_why(
    text: str | None, problem: str, tmp_path: Path
) -> None:
    if text is not None:
        (tmp_path / "sum.py").write_text(text, encoding="utf-8")
    assert FAULT.problem(tmp_path) == problem


def test_an_unknown_fault_is_refused_with_a_suggestion() -> None:
    assert choose_faults([FAULT], []) == choose_faults([FAULT], ["wrong-sign"]) == [FAULT]
    with pytest.raises(FaultListError, match=r"^there is no fault 'wrong-sing'; did you mean"):
        choose_faults([FAULT], ["wrong-sing"])
