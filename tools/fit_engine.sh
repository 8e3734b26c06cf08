#!/bin/sh
# fit_engine.sh VENV: trains the pattern weights of 8x8, then fits all of ProbCut's numbers.
# An interrupted run continues where it stopped; delete build/weights to start again. OUTFLANK_DATA
# is the folder with the games.
set -eu

PATH="$(cd "$1" && pwd)/bin:$PATH"
export PATH
: "${OUTFLANK_DATA:?set OUTFLANK_DATA to the folder with the training data}"
data=src/outflank/engine/data
for step in positions label weights; do
    outflank train "$step" build/weights
done
cp build/weights/8x8.patterns "$data/8x8.patterns"
# Each kind has its own part of the file; 10x10 stands for all other games with pattern weights.
for kind in 8x8 features 10x10; do
    outflank train probcut "build/probcut-$kind" --kind "$kind" --again
    cp "build/probcut-$kind/probcut.txt" "$data/probcut.txt"
done
