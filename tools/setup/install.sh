#!/bin/sh
# install.sh VENV COMPILER: installs Outflank itself, editable, and says when its core is missing.
# The build folder is kept, so that a second build compiles only what changed.
set -eu

venv=$1
compiler=$2
log=build/install.log
mkdir -p build
echo "Installing Outflank into $venv."
PATH="$(cd "$venv" && pwd)/bin:$PATH"
export PATH
if ! python -m pip install --verbose --disable-pip-version-check --no-build-isolation --no-deps \
    -e . >"$log" 2>&1; then
    cat "$log"
    exit 1
fi
if python -c 'import outflank._core' 2>/dev/null; then
    exit 0
fi
if [ "$compiler" = none ]; then
    echo "No C++ compiler: Outflank is installed in pure Python, without its core. Install one" \
        "(on Debian and Ubuntu: apt install g++; on macOS: xcode-select --install) and run make again."
else
    echo "The C++ core did not build: Outflank is installed in pure Python. See $log."
fi
