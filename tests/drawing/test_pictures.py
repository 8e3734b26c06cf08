"""The pictures in the repository are what the code draws (`python tools/pictures.py`)."""

import importlib.util
from types import ModuleType

from support.paths import ROOT

MEASURED = {"docs/pictures/levels.svg"}  # benchmarks/levels.py draws it, after hours of play


def pictures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "tools" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_kept_picture_is_up_to_date() -> None:
    assert pictures().stale() == [], "draw them again with: python tools/pictures.py"


def test_no_other_pictures_are_kept() -> None:
    kept = {
        path.relative_to(ROOT).as_posix()
        for folder in ("docs/pictures", "tests/data/drawing")
        for path in (ROOT / folder).iterdir()
        if path.suffix != ".png"  # screenshots of the faces
    }
    assert kept == set(pictures().PICTURES) | MEASURED


def test_kept_pictures_are_small() -> None:
    sizes = {name: (ROOT / name).stat().st_size for name in pictures().PICTURES}
    assert {name: size for name, size in sizes.items() if size > 40_000} == {}


def test_the_tool_checks_its_pictures_and_refuses_unknown_options() -> None:
    assert pictures().main(["--check"]) == 0
    assert pictures().main(["--nonsense"]) == 2
