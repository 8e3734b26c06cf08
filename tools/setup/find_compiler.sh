#!/bin/sh
# Prints a word that stands for the C++ compiler CMake would take, or "none".
# The word changes with the compiler, so that the core is built again with a new one.
for candidate in ${CXX:-c++ g++ clang++ cl}; do
    # Running it matters: on macOS c++ exists even where no compiler is installed.
    if version=$("$candidate" --version 2>/dev/null </dev/null); then
        echo "$version" | cksum | cut -d ' ' -f 1
        exit
    fi
done
echo none
