#!/bin/sh
# test_wheel.sh VENV COMPILER: builds the wheel for this machine, installs it into an empty
# environment and tests there that it plays, reads and solves. It reuses the build folder of the
# editable install, so that nothing is compiled twice.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
venv=$(cd "$1" && pwd)
compiler=$2
cd "$root"
log=build/wheel.log
rm -rf build/wheel build/empty
mkdir -p build/wheel
echo "Building the wheel and installing it into an empty environment."
if ! PATH="$venv/bin:$PATH" python -m pip wheel --disable-pip-version-check --no-build-isolation \
    --no-deps --wheel-dir build/wheel . >"$log" 2>&1; then
    cat "$log"
    exit 1
fi
"$venv/bin/python" -m venv build/empty
build/empty/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt build/wheel/*.whl
# Run in another folder, so that the checkout cannot be imported.
cd build/empty
env -u PYTHONPATH PATH="$PWD/bin:$PATH" python "$root/tools/release/try_wheel.py" "$compiler"
