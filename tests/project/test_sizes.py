"""Files and folders keep to one subject: none outgrows what a reader can take in."""

from support.paths import ROOT
from support.source_tree import MODULES


def test_no_source_file_outgrows_its_subject() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in MODULES.values()
    }
    assert {name: length for name, length in lengths.items() if length > 500} == {}
