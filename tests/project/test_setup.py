"""The set-up scripts: they work by themselves or say in one sentence what to do."""

import contextlib
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from support.paths import ROOT

pytestmark = pytest.mark.system("sh")


@pytest.fixture(autouse=True)
def outside_make_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask as by itself, also when `make test` runs these tests."""
    monkeypatch.delenv("SYSTEM_PACKAGES_ASKED", raising=False)


def run_script(name: str, *arguments: str, path: Path) -> subprocess.CompletedProcess[str]:
    """Run a script of tools/ with `path` before all other folders of commands."""
    return subprocess.run(
        ["sh", f"tools/{name}", *arguments],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )


def pretend_command(folder: Path, name: str, body: str) -> None:
    command = folder / name
    command.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    command.chmod(0o755)


@pytest.fixture
def wanted_package(tmp_path: Path) -> str:
    listing = tmp_path / "packages.txt"
    listing.write_text(
        "# a list\n"
        "some-browser no-such-command test to look at pages\n"
        "some-compiler no-such-compiler wasm to compile\n"
    )
    return str(listing)


def test_a_python_that_is_too_old_is_refused_in_one_sentence(tmp_path: Path) -> None:
    pretend_command(tmp_path, "old-python", "exit 1")
    result = run_script("setup/find_python.sh", "old-python", path=tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith("Outflank needs Python 3.11 or newer, which old-python is not")
    assert result.stderr.count("\n") == 1


def test_a_python_without_venv_is_refused_with_the_remedy(tmp_path: Path) -> None:
    pretend_command(tmp_path, "bare-python", "case $2 in *ensurepip*) exit 1 ;; esac")
    result = run_script("setup/find_python.sh", "bare-python", path=tmp_path)
    assert result.returncode == 1
    assert "apt install python3-venv" in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_named_python_is_taken(tmp_path: Path) -> None:
    pretend_command(tmp_path, "new-python", "exit 0")
    assert run_script("setup/find_python.sh", "new-python", path=tmp_path).stdout == "new-python\n"


def test_a_missing_compiler_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "/no/such/compiler")
    assert run_script("setup/find_compiler.sh", path=tmp_path).stdout == "none\n"


def test_each_compiler_version_has_its_own_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", "pretend-c++")
    words = []
    for version in ["1.0", "2.0"]:
        pretend_command(tmp_path, "pretend-c++", f"echo pretend {version}")
        words.append(run_script("setup/find_compiler.sh", path=tmp_path).stdout)
    assert len({*words, "none\n"}) == 3


def test_root_on_debian_gets_the_packages_with_a_message(
    tmp_path: Path, wanted_package: str
) -> None:
    pretend_command(tmp_path, "id", "echo 0")
    pretend_command(tmp_path, "apt-get", f'echo "$@" >>{tmp_path}/calls')
    result = run_script("system_packages.sh", "test", wanted_package, path=tmp_path)
    assert result.returncode == 0
    told, _, rest = result.stdout.partition("\n")
    assert told.startswith("make test needs these system packages")
    assert told.endswith(": some-browser")
    assert rest == "Installing them with apt-get.\n"
    assert (tmp_path / "calls").read_text() == "update -qq\ninstall -qq -y some-browser\n"


@pytest.mark.parametrize(("answer", "is_installed"), [("n", False), ("y", True), ("", True)])
def test_on_a_terminal_root_is_asked(
    tmp_path: Path, wanted_package: str, answer: str, *, is_installed: bool
) -> None:
    pretend_command(tmp_path, "id", "echo 0")
    pretend_command(tmp_path, "apt-get", f"touch {tmp_path}/called")
    ours, theirs = os.openpty()
    os.write(ours, f"{answer}\n".encode())
    subprocess.run(
        ["sh", "tools/system_packages.sh", "test", wanted_package],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        stdin=theirs,
        stdout=theirs,
        check=True,
    )
    os.close(theirs)
    shown = ""
    with contextlib.suppress(OSError):  # at the end of what the terminal shows
        while part := os.read(ours, 4096):
            shown += part.decode()
    os.close(ours)
    assert "Install them now? Without them some checks are skipped. [Y/n]" in shown
    assert (tmp_path / "called").exists() == is_installed


def test_parts_of_the_tests_install_nothing_after_the_one_question(
    tmp_path: Path, wanted_package: str
) -> None:
    pretend_command(tmp_path, "id", "echo 0")
    pretend_command(tmp_path, "apt-get", f"touch {tmp_path}/called")
    script = f"cd {ROOT} && sh tools/system_packages.sh test {wanted_package}"
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    for live in ("0", "1"):
        done = part("style", script, folder=str(tmp_path), PART_LIVE=live, PATH=path)
        assert done.returncode == 0
        assert "needs these system packages" not in done.stdout
    assert not (tmp_path / "called").exists()


def test_other_users_on_debian_get_the_command_to_run(tmp_path: Path, wanted_package: str) -> None:
    pretend_command(tmp_path, "id", "echo 1000")
    pretend_command(tmp_path, "apt-get", f"touch {tmp_path}/called")
    result = run_script("system_packages.sh", "test", wanted_package, path=tmp_path)
    assert result.returncode == 0
    assert "sudo apt-get install some-browser" in result.stdout
    assert not (tmp_path / "called").exists()


def test_nothing_is_said_when_no_package_is_missing(tmp_path: Path) -> None:
    listing = tmp_path / "packages.txt"
    listing.write_text(
        "dash no-such-shell|sh test to run this very test\n"
        f"list no-such-command|{listing} test a file will do as well\n"
    )
    result = run_script("system_packages.sh", "test", str(listing), path=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_lint_needs_less_of_the_system_than_the_tests() -> None:
    lines = (ROOT / "tools" / "system_packages.txt").read_text(encoding="utf-8").splitlines()
    needs = [line.split(maxsplit=3) for line in lines if not line.startswith("#")]
    assert {package for package, _, purposes, _ in needs if "lint" in purposes.split(",")} == {
        "nodejs",
        "npm",
    }
    assert {purposes for _, _, purposes, _ in needs} == {"test", "lint,test", "test,wasm"}


def part(name: str, script: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a part of `make test` in its own folder."""
    return subprocess.run(
        ["sh", str(ROOT / "tools" / "part.sh"), name, "sh", "-c", script],
        cwd=variables.pop("folder"),
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_part_is_shown_whole_with_its_name(tmp_path: Path) -> None:
    done = part("style", "echo one; echo two >&2", folder=str(tmp_path))
    assert done.returncode == 0
    assert re.sub(r"\d+ s", "0 s", done.stdout) == (
        "style starts.\n== style passed in 0 s\n   one\n   two\n"
    )
    assert (tmp_path / "build/test/style.log").read_text() == "one\ntwo\n"


@pytest.mark.parametrize("live", ["0", "1"])
def test_a_part_that_fails_shows_why_and_fails_the_run(tmp_path: Path, live: str) -> None:
    done = part("types", "echo a wrong type; exit 3", folder=str(tmp_path), PART_LIVE=live)
    assert done.returncode == 3
    assert "== types FAILED after" in done.stdout
    assert "a wrong type\n" in done.stdout


def test_the_end_says_how_long_each_part_took(tmp_path: Path) -> None:
    script = str(ROOT / "tools" / "part.sh")
    subprocess.run(["sh", script, "--begin"], cwd=tmp_path, check=True)
    for name in ("style", "types"):
        part(name, "true", folder=str(tmp_path))
    done = subprocess.run(
        ["sh", script, "--times"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert re.findall(r"^ +\d+  (\w+)", done.stdout, re.MULTILINE) == ["style", "types", "in"]


@pytest.mark.parametrize(
    ("tool", "line", "told"),
    [
        ("ninja", "  [10/38] Building CXX object core/kernel.cpp.o", "  compiling: 10 of 38\n"),
        ("make", "  [ 40%] Building CXX object core/kernel.cpp.o", "  compiling: 40%\n"),
        ("neither", "  Preparing metadata [0/0", ""),
    ],
)
def test_the_install_shows_the_progress_of_the_compiler(
    tmp_path: Path, tool: str, line: str, told: str
) -> None:
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    pretend_command(venv / "bin", "python", f"case $* in *pip*) echo '{line}' ;; esac")
    done = subprocess.run(
        ["sh", str(ROOT / "tools" / "setup" / "install.sh"), str(venv), tool, "native"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == told
    assert (tmp_path / "build/install.log").read_text() == f"{line}\n"


def test_an_install_that_fails_shows_its_log(tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    pretend_command(venv / "bin", "python", "echo 'error: no such header' >&2; exit 1")
    done = subprocess.run(
        ["sh", str(ROOT / "tools" / "setup" / "install.sh"), str(venv), "gcc", "all"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout.endswith("error: no such header\n")


def without(command: str, folder: Path) -> str:
    """Return a PATH with only the commands that the scripts use."""
    for name in {"sh", "dirname", "find", "sort", "cmp", "node"} - {command}:
        if found := shutil.which(name):
            (folder / name).symlink_to(found)
    return str(folder)


@pytest.mark.parametrize("script", ["test_javascript.sh", "check_javascript.sh"])
@pytest.mark.parametrize(("require_all", "result"), [("0", 0), ("1", 1)])
def test_parts_that_need_node_are_skipped_with_a_message_unless_all_must_run(
    tmp_path: Path, script: str, require_all: str, result: int
) -> None:
    done = subprocess.run(
        [without("node", tmp_path) + "/sh", str(ROOT / "tools" / script)],
        env={"PATH": str(tmp_path), "OUTFLANK_REQUIRE_ALL": require_all},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == result
    assert done.stdout.startswith("SKIPPED: the ")
    assert done.stdout.endswith("node was not found.\n")


def makefile_list(name: str) -> list[str]:
    """Return the words of a variable of the Makefile."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    found = re.search(rf"^{name} := (.+)$", text, re.MULTILINE)
    assert found, name
    return found[1].split()


def test_rules_and_notation_are_judged_by_tests_that_are_there() -> None:
    judged = makefile_list("JUDGED")
    assert {"tests/rules", "tests/notation", "src/outflank/rules", "src/outflank/notation"} < {
        *judged
    }
    assert [path for path in judged if not (ROOT / path).exists()] == []


def test_every_part_of_the_tests_is_a_target_with_its_needs() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    parts = makefile_list("PARTS")
    targets = re.findall(r"^([a-z-]+):", text, re.MULTILINE)
    assert {*parts, "other-test"} <= {*targets}
    waiting = re.findall(r"^(part-.+): \$\((?:TOOLS|INSTALLED)\)", text, re.MULTILINE)
    assert {name.removeprefix("part-") for line in waiting for name in line.split()} == {*parts} - {
        "javascript-test"
    }
