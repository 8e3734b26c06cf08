#!/bin/sh
# Prints a word that identifies the C++ compiler that CMake would use, or "none".
# The word changes with the compiler, so that the core is built again after an update.
for candidate in ${CXX:-c++ g++ clang++ cl}; do
    # Run it to be sure: on macOS c++ exists even if no compiler is installed.
    if version=$("$candidate" --version 2>/dev/null </dev/null); then
        echo "$version" | cksum | cut -d ' ' -f 1
        exit
    fi
done
echo none
