"""Files and folders keep to one subject: none outgrows what a reader can take in."""

from collections import Counter
from pathlib import Path

from support.paths import ROOT
from support.source_tree import committed_files

MOST_LINES = 400
MOST_FILES = 22  # "about twenty"
LANGUAGES = {".c", ".cpp", ".css", ".hpp", ".html", ".js", ".py", ".sh", ".tcss"}

# Exceptions, and the reason for each.
LONG_FILES: dict[str, str] = {}
FULL_FOLDERS: dict[str, str] = {}


def source_files() -> list[Path]:
    return [path for path in committed_files() if path.suffix in LANGUAGES]


def test_no_source_file_is_longer_than_a_reader_can_take_in() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in source_files()
    }
    assert {
        name: length
        for name, length in lengths.items()
        if length > MOST_LINES and name not in LONG_FILES
    } == {}
    assert [name for name in LONG_FILES if lengths.get(name, 0) <= MOST_LINES] == []


def test_no_folder_has_more_files_than_a_reader_can_take_in() -> None:
    folders = Counter(path.parent.relative_to(ROOT).as_posix() for path in source_files())
    assert {
        folder: count
        for folder, count in folders.items()
        if count > MOST_FILES and folder not in FULL_FOLDERS
    } == {}
    assert [folder for folder in FULL_FOLDERS if folders[folder] <= MOST_FILES] == []
