#!/bin/sh
# build_wasm.sh [FILE]: compiles the engine for browsers with Debian's clang for WebAssembly.
# The tools are clang-19, lld-19, wasi-libc, libc++-19-dev-wasm32, libc++abi-19-dev-wasm32 and
# libclang-rt-19-dev-wasm32.
set -eu

cd "$(dirname "$0")/.."
file=${1:-src/outflank/faces/web/static/engine/outflank.wasm}
compiler=${WASM_CXX:-clang++-19}
if ! command -v "$compiler" >/dev/null 2>&1; then
    echo "There is no $compiler; tools/system_packages.txt names the packages for it." >&2
    exit 1
fi
mkdir -p "$(dirname "$file")"
# Fused operations round differently: browsers must find the numbers that everybody finds.
exec "$compiler" --target=wasm32-wasi -mexec-model=reactor -std=c++20 -O3 -msimd128 -mbulk-memory \
    -fno-exceptions -fno-rtti -ffp-contract=off -Wall -Wextra -Icore \
    -DOUTFLANK_INSTRUCTIONS=wasm -DOUTFLANK_WITHOUT_NETWORK \
    core/browser/*.cpp core/evaluation/pattern_weights.cpp core/evaluation/weights.cpp \
    core/search/search_context.cpp \
    -Wl,--strip-all -Wl,-z,stack-size=1048576 -Wl,--max-memory=268435456 -o "$file"
