#!/bin/sh
# fit_engine.sh VENV: learns what the engine's data files hold, from the games in OUTFLANK_DATA.
set -eu

PATH="$(cd "$1" && pwd)/bin:$PATH"
export PATH
: "${OUTFLANK_DATA:?set OUTFLANK_DATA to the folder with the training data}"
data=src/outflank/engine/data
games=build/training
mkdir -p "$games"
cmake -S . -B build/fit -DOUTFLANK_PYTHON=OFF -DCMAKE_BUILD_TYPE=Release >build/fit.log
cmake --build build/fit --parallel --target fit_evaluation fit_probcut
for packed in "$OUTFLANK_DATA"/training/*.gz; do
    gunzip -c "$packed" >"$games/$(basename "$packed" .gz)"
done
build/fit/fit_evaluation "$games" "$data/8x8.weights"
python - "$data" build <<'END'
import pathlib, sys, lzma
for packed in pathlib.Path(sys.argv[1]).glob("*.patterns"):
    pathlib.Path(sys.argv[2], packed.name).write_bytes(lzma.decompress(packed.read_bytes()))
END
# One whole game in 240: enough positions for a few numbers.
awk -F'\t' '$7 == 1 && ++game % 240 == 163 { print $8 }' "$games/wthor_1977_2025.tsv" |
    build/fit/fit_probcut "$data/8x8.network" "$(getconf _NPROCESSORS_ONLN)" build/*.patterns \
    >build/probcut.txt
mv build/probcut.txt "$data/probcut.txt"
