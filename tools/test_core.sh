#!/bin/sh
# test_core.sh VENV COMPILER [CMAKE_OPTION...]: builds and runs the tests of the C++ core. It reuses
# what was compiled for Python; with options it compiles the core again, without Python.
set -eu

venv=$(cd "$1" && pwd)
PATH="$venv/bin:$PATH"
export PATH
if [ "$2" = none ]; then
    echo "SKIPPED: the C++ tests, because no C++ compiler was found."
    [ "${OUTFLANK_REQUIRE_ALL:-}" != 1 ] || exit 1
    exit 0
fi
shift 2
if ! python -c 'import outflank._core'; then
    echo "The core was not built for Python; see build/install.log."
    exit 1
fi
folder=$(cat "$venv/.build-folder")
if [ $# -gt 0 ]; then
    folder=build/core-checked
    if command -v ninja >/dev/null 2>&1; then
        CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}
        export CMAKE_GENERATOR
    fi
    mkdir -p build
    # Less optimisation halves the build time.
    if ! cmake -S . -B "$folder" -DOUTFLANK_PYTHON=OFF -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_CXX_FLAGS_RELEASE=-O1 "$@" >"$folder.log" 2>&1; then
        cat "$folder.log"
        exit 1
    fi
fi
cmake --build "$folder" --parallel --target core_tests
ctest --test-dir "$folder" --output-on-failure --no-tests=error
