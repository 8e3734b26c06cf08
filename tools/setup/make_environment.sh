#!/bin/sh
# make_environment.sh VENV [PYTHON]: makes the virtual environment that everything runs in, with
# the pinned pip and all that Outflank needs to be built. A sound one is kept.
set -eu

venv=$1
if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1 ||
    [ "$(cat "$venv/.home" 2>/dev/null)" != "$PWD" ]; then
    base=$(sh tools/setup/find_python.sh "${2:-}")
    echo "Making $venv with $("$base" --version)."
    "$base" -m venv --clear "$venv"
    echo "$PWD" >"$venv/.home" # scripts inside name this path: a moved one must be made anew
fi
PATH="$(cd "$venv" && pwd)/bin:$PATH"
export PATH

install() {
    python -m pip install --quiet --disable-pip-version-check -c constraints.txt "$@"
}

echo "Installing pip and what builds Outflank."
python tools/requirements.py build >"$venv/.requirements"
install pip -r "$venv/.requirements"
# CMake and Ninja, where the system has none that will do.
python tools/requirements.py missing >"$venv/.requirements"
if [ -s "$venv/.requirements" ]; then
    install -r "$venv/.requirements"
fi
