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
cmake --build build/fit --parallel --target fit_evaluation
for packed in "$OUTFLANK_DATA"/training/*.gz; do
    gunzip -c "$packed" >"$games/$(basename "$packed" .gz)"
done
build/fit/fit_evaluation "$games" "$data/8x8.weights"
# Each kind has its part of the file; 10x10 stands for all games with pattern weights.
for kind in 8x8 features 10x10; do
    outflank train probcut "build/probcut-$kind" --kind "$kind" --again
    cp "build/probcut-$kind/probcut.txt" "$data/probcut.txt"
done
