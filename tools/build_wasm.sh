#!/bin/sh
# build_wasm.sh [FILE]: compiles the engine for browsers with Debian's clang for WebAssembly.
# build_wasm.sh --digest: prints a digest of the committed engine and the current sources.
# core/browser/built.sha256 has the digest of the last build.
# It needs the packages clang-19, lld-19, wasi-libc, libc++-19-dev-wasm32, libc++abi-19-dev-wasm32
# and libclang-rt-19-dev-wasm32.
set -eu

cd "$(dirname "$0")/.."
committed=src/outflank/faces/web/static/engine/outflank.wasm

digest() {
    find core -name '*.[ch]pp' ! -path '*/batch/*' ! -path '*/bindings/*' ! -path '*/learning/*' \
        ! -path '*/tests/*' ! -path '*/tools/*' |
        LC_ALL=C sort | xargs cat tools/build_wasm.sh "$committed" | sha256sum | cut -d ' ' -f 1
}

if [ "${1:-}" = --digest ]; then
    digest
    exit
fi
file=${1:-$committed}
compiler=${WASM_CXX:-clang++-19}
if ! command -v "$compiler" >/dev/null 2>&1; then
    echo "$compiler was not found; tools/system_packages.txt lists the packages to install." >&2
    exit 1
fi
mkdir -p "$(dirname "$file")"
# No fused operations, which round differently: browsers must get the same numbers as other builds.
"$compiler" --target=wasm32-wasi -mexec-model=reactor -std=c++20 -O3 -msimd128 -mbulk-memory \
    -fno-exceptions -fno-rtti -ffp-contract=off -Wall -Wextra -Icore \
    -DOUTFLANK_INSTRUCTIONS=wasm -DOUTFLANK_WITHOUT_NETWORK \
    core/browser/*.cpp core/evaluation/pattern_layout.cpp core/evaluation/pattern_weights.cpp \
    core/search/probcut_numbers.cpp core/search/search_context.cpp core/search/by_game/*.cpp \
    -Wl,--strip-all -Wl,-z,stack-size=1048576 -Wl,--max-memory=268435456 -o "$file"
if [ "$file" = "$committed" ]; then
    digest >core/browser/built.sha256
fi
