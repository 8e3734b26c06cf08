#!/bin/sh
# test_core.sh VENV COMPILER [CMAKE_OPTION...]: builds and tests the C++ core without Python.
set -eu

PATH="$(cd "$1" && pwd)/bin:$PATH"
export PATH
if [ "$2" = none ]; then
    echo "SKIPPED: the C++ tests, for there is no C++ compiler."
    [ "${OUTFLANK_REQUIRE_ALL:-}" != 1 ] || exit 1
    exit 0
fi
shift 2
folder=build/core${1:+-checked}
if command -v ninja >/dev/null 2>&1; then
    CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}
    export CMAKE_GENERATOR
fi
mkdir -p build
# Little optimisation: that builds in half the time, and the Python tests try the fast build.
if ! cmake -S . -B "$folder" -DOUTFLANK_PYTHON=OFF -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_FLAGS_RELEASE=-O1 "$@" >"$folder.log" 2>&1; then
    cat "$folder.log"
    exit 1
fi
cmake --build "$folder" --parallel
ctest --test-dir "$folder" --output-on-failure --no-tests=error
if ! python -c 'import outflank._core'; then
    echo "The core builds by itself, but not for Python: see build/install.log."
    exit 1
fi
