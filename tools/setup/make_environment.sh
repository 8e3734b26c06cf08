#!/bin/sh
# make_environment.sh VENV [PYTHON]: makes the virtual environment that everything runs in, with the
# pinned pip and everything needed to build Outflank. A working environment is kept.
set -eu

venv=$1
base= # the Python that makes the environment, if its pip can install into it

pip() {
    "${base:-$venv/bin/python}" -m pip ${base:+--python "$venv/bin/python"} "$@"
}

install() {
    pip install --quiet --disable-pip-version-check -c constraints.txt "$@"
}

if ! pip --version >/dev/null 2>&1 || [ "$(cat "$venv/.home" 2>/dev/null)" != "$PWD" ]; then
    base=$(command -v "$(sh tools/setup/find_python.sh "${2:-}")")
    echo "Making $venv with $("$base" --version)."
    # Without pip, which would take six seconds to install and be replaced at once.
    "$base" -m venv --clear --without-pip "$venv"
    echo "$PWD" >"$venv/.home" # scripts inside contain this path, so a moved environment is made again
    if ! pip --version >/dev/null 2>&1; then
        base=
        "$venv/bin/python" -m ensurepip --default-pip >/dev/null
    fi
fi

echo "Installing pip and the packages that build Outflank."
PATH="$(cd "$venv" && pwd)/bin:$PATH"
export PATH
python tools/requirements.py build >"$venv/.requirements"
install pip -r "$venv/.requirements"
# CMake and Ninja, if the system has no suitable versions.
python tools/requirements.py missing >"$venv/.requirements"
if [ -s "$venv/.requirements" ]; then
    install -r "$venv/.requirements"
fi
