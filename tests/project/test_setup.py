"""The set-up scripts: they work by themselves or say in one sentence what to do."""

import os
import subprocess
from pathlib import Path

import pytest

from support.paths import ROOT

pytestmark = pytest.mark.system("sh")


def run_script(name: str, *arguments: str, path: Path) -> subprocess.CompletedProcess[str]:
    """Run a script of tools/ that finds its commands in `path` before all others."""
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
    listing.write_text("# a list\nsome-browser no-such-command to look at pages\n")
    return str(listing)


def test_a_python_that_is_too_old_is_refused_in_one_sentence(tmp_path: Path) -> None:
    pretend_command(tmp_path, "old-python", "exit 1")
    result = run_script("find_python.sh", "old-python", path=tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith("Outflank needs Python 3.11 or newer, and old-python is none")
    assert result.stderr.count("\n") == 1


def test_a_python_without_venv_is_refused_with_the_remedy(tmp_path: Path) -> None:
    pretend_command(tmp_path, "bare-python", "case $2 in *ensurepip*) exit 1 ;; esac")
    result = run_script("find_python.sh", "bare-python", path=tmp_path)
    assert result.returncode == 1
    assert "apt install python3-venv" in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_named_python_is_taken(tmp_path: Path) -> None:
    pretend_command(tmp_path, "new-python", "exit 0")
    assert run_script("find_python.sh", "new-python", path=tmp_path).stdout == "new-python\n"


def test_a_missing_compiler_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "/no/such/compiler")
    assert run_script("find_compiler.sh", path=tmp_path).stdout == "none\n"


def test_another_compiler_is_another_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "pretend-c++")
    words = []
    for version in ["1.0", "2.0"]:
        pretend_command(tmp_path, "pretend-c++", f"echo pretend {version}")
        words.append(run_script("find_compiler.sh", path=tmp_path).stdout)
    assert len({*words, "none\n"}) == 3


def test_root_on_debian_gets_the_packages_and_is_told(tmp_path: Path, wanted_package: str) -> None:
    pretend_command(tmp_path, "id", "echo 0")
    pretend_command(tmp_path, "apt-get", f'echo "$@" >>{tmp_path}/calls')
    result = run_script("system_packages.sh", wanted_package, path=tmp_path)
    assert result.returncode == 0
    assert "Installing the system packages that the tests need: some-browser" in result.stdout
    assert "install -qq -y some-browser" in (tmp_path / "calls").read_text()


def test_others_on_debian_get_the_one_command_to_run(tmp_path: Path, wanted_package: str) -> None:
    pretend_command(tmp_path, "id", "echo 1000")
    pretend_command(tmp_path, "apt-get", f"touch {tmp_path}/called")
    result = run_script("system_packages.sh", wanted_package, path=tmp_path)
    assert result.returncode == 0
    assert "sudo apt-get install some-browser" in result.stdout
    assert not (tmp_path / "called").exists()


def test_nothing_is_said_when_no_package_is_missing(tmp_path: Path) -> None:
    listing = tmp_path / "packages.txt"
    listing.write_text("dash sh to run this very test\n")
    result = run_script("system_packages.sh", str(listing), path=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
