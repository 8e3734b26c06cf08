#!/bin/sh
# Prints the name of a Python that can run Outflank: the one given as $1, else the first on PATH.
# If there is none, it says in one sentence what to do.
set -eu

good_python() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

found=
for candidate in ${1:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
    if good_python "$candidate"; then
        found=$candidate
        break
    fi
done
if [ -z "$found" ]; then
    echo "Outflank needs Python 3.11 or newer${1:+, which $1 is not}: install it" \
        "(https://www.python.org/downloads) or name it with PYTHON=/path/to/python3." >&2
    exit 1
fi
if ! "$found" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    echo "This Python ($found) lacks venv and pip: install them (on Debian and Ubuntu:" \
        "apt install python3-venv) or name another with PYTHON=/path/to/python3." >&2
    exit 1
fi
echo "$found"
