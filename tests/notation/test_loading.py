"""The sources of a text: a file, a pipe, bytes or what somebody typed."""

import io
import os
from pathlib import Path

import pytest

from outflank import NotationError
from outflank.notation import names_file, read, read_file
from support.notation_samples import GGF, OBF, TIGER, TIGER_BOARD


def test_bytes_paths_and_open_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "tiger.txt"
    path.write_bytes(b"\xef\xbb\xbff5d6\r\nc3d3c4\r\n")
    assert read(path.read_bytes()).game.transcript == TIGER
    with path.open(encoding="utf-8") as text, path.open("rb") as binary:
        readings = [read_file(source) for source in (path, str(path), text, binary)]
    assert [reading.game.transcript for reading in readings] == [TIGER] * 4
    assert {reading.source for reading in readings} == {str(path)}
    assert read_file(io.StringIO(TIGER)).source == ""


def test_a_file_opened_by_number_has_no_name(tmp_path: Path) -> None:
    path = tmp_path / "tiger"
    path.write_text(TIGER, encoding="utf-8")
    with path.open("rb") as file, open(file.fileno(), "rb", closefd=False) as numbered:
        assert read_file(numbered).source == ""


# Text is text


def test_text_is_never_opened_as_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("f5", "game.f5", "my game", "1.f5", "secrets"):
        Path(name).write_text("d3", encoding="utf-8")
    Path("d3").mkdir()
    for text in ("f5", "1.f5", "f5\n", "f5 " + " " * 5000 + "1/2-1/2"):
        assert read(text).game.transcript == "f5"
    assert read("d3").game.transcript == "d3"
    for name in ("game.f5", "my game", "secrets", "./secrets", str(tmp_path / "secrets")):
        with pytest.raises(NotationError, match="is not in any known notation"):
            read(name)


def test_the_name_of_a_game_file_is_text_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("tiger.txt", "tiger.ggf", "tiger.json", "games.wtb"):
        Path(name).write_text(TIGER, encoding="utf-8")
        for text in (name, f"./{name}", str(tmp_path / name)):
            with pytest.raises(NotationError, match="read_file reads a file"):
                read(text)


def test_read_refuses_what_would_have_to_be_opened(tmp_path: Path) -> None:
    path = tmp_path / "tiger.txt"
    path.write_text(TIGER, encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        for given in (path, file):
            with pytest.raises(
                TypeError, match=r"read\(\) takes text or bytes, not .* reads files"
            ):
                read(given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("games.ggf", "read_file reads a file"),
        ("no/such/game", "read_file reads a file"),
        ("https://example.com/game.ggf", "save the page at this address as a file and read that"),
        ("<!DOCTYPE html><title>f5</title>", "write moves such as f5d6c3"),
    ],
)
def test_the_error_for_a_name_or_a_page_says_what_to_do(text: str, hint: str) -> None:
    with pytest.raises(NotationError, match="is not in any known notation") as caught:
        read(text)
    assert hint in str(caught.value)


# A file or a text: a command's argument may be either


@pytest.mark.parametrize(
    "name",
    [
        "games.ggf",
        "no/such/game.txt",
        "no/such/game",
        "C:\\games\\one.json",
        "f5.txt",
        "a1.json",
        "pass.TXT",
        "d3/game.ggf",
        "f5 d6.obf",
        "games [1].ggf",
        "game.xyz",
    ],
)
def test_a_missing_file_is_named_in_the_error(name: str) -> None:
    assert names_file(name)
    for source in (name, Path(name)):
        with pytest.raises(NotationError) as caught:
            read_file(source)
        assert str(caught.value) == f"there is no file {name!r}"
    with pytest.raises(NotationError) as caught:
        read_file("x" * 300 + ".ggf")
    assert len(str(caught.value)) < 140


def test_a_text_names_a_file_if_the_file_exists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f5").write_text("d3", encoding="utf-8")
    Path("d3").mkdir()
    Path("folder").mkdir()
    assert names_file("f5")
    assert names_file("./f5")
    assert names_file("folder")
    assert not names_file("d3")  # a folder can be called like a move
    assert not names_file("c4")
    assert not names_file("hello")


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="pipes have no names on this system")
def test_a_pipe_with_a_name_is_read() -> None:
    reader, writer = os.pipe()
    try:
        os.write(writer, TIGER.encode())
        os.close(writer)
        name = f"/dev/fd/{reader}"
        assert names_file(name)
        assert read_file(name).game.transcript == TIGER
    finally:
        os.close(reader)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("1. f5 d6 2. c3 1/2-1/2", "transcript"),
        ("f5d6c3d3c4 1/2-1/2", "transcript"),
        ("f5...d6", "transcript"),
        (TIGER_BOARD.replace("-", "."), "board"),
        (f"{TIGER_BOARD.replace('-', '.')} b3 1/2-1/2", "transcript"),
        ("..../.OX./.XO./.... X", "board"),
        ("----/-OX-/-XO-/----", "board"),
        (f"{OBF} % from a/b.obf", "obf"),
        (GGF, "ggf"),
        (f"{GGF} games/one.ggf", "ggf"),
        ('{"outflank": 1, "variant": "classic", "comment": "a/b.json"}', "json"),
    ],
)
def test_a_text_that_looks_a_little_like_a_path_is_read(text: str, name: str) -> None:
    assert read(text).format == name
    assert not names_file(text)


@pytest.mark.parametrize("given", ["/", ".", "folder", Path("folder")])
def test_a_folder_is_not_read(
    given: str | Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    with pytest.raises(NotationError, match=f"^'{given}' is a folder; name a file in it$"):
        read_file(given)


def test_the_error_for_an_unreadable_file_gives_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    path = tmp_path / "game.txt"
    path.write_text(TIGER, encoding="utf-8")
    monkeypatch.setattr(Path, "read_bytes", refuse)
    for given in (path, str(path)):
        with pytest.raises(NotationError) as caught:
            read_file(given)
        assert str(caught.value).endswith("game.txt' cannot be read: permission denied")


@pytest.mark.parametrize("data", [b"f5\0d6", b"\x89PNG\r\n\x1a\n\xff", b"\xff\xfef"])
def test_a_binary_file_is_refused_as_text(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "picture.txt"
    path.write_bytes(data)
    for given in (path, str(path)):
        with pytest.raises(NotationError) as caught:
            read_file(given)
        assert str(caught.value) == f"{path}: this is not text but binary data"
    with (
        path.open(encoding="ascii") as file,
        pytest.raises(NotationError, match=r"binary|cannot be read as text"),
    ):
        read_file(file, format="ggf").game  # noqa: B018


def test_reading_a_utf16_file_reports_its_encoding() -> None:
    reading = read(TIGER.encode("utf-16"))
    assert reading.game.transcript == TIGER
    assert reading.why.endswith("It is not UTF-8, so it was read as utf-16.")


def test_a_file_that_is_not_utf8_is_read_and_reported_as_latin1(tmp_path: Path) -> None:
    path = tmp_path / "old.ggf"
    path.write_bytes(GGF.replace("PB[a]", "PB[André]").encode("latin-1"))
    reading = read_file(path)
    assert reading.game.headers["black"] == "André"
    assert reading.why.endswith("It is not UTF-8, so it was read as latin-1.")


def test_values_of_other_types_cannot_be_read() -> None:
    with pytest.raises(TypeError, match="not int"):
        read(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a path or an open file, not int"):
        read_file(7)  # type: ignore[arg-type]


def test_an_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("f5d6\nf5a1\n", encoding="utf-8")
    (problem,) = read_file(path).problems
    assert str(problem).startswith(f"{path}:2:3: a1 outflanks nothing")
    with pytest.raises(NotationError, match="outflanks nothing"):
        read_file(path, errors="raise")
