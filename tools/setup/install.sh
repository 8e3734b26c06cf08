#!/bin/sh
# install.sh VENV COMPILER KERNELS: installs Outflank as an editable package, and reports a missing
# core. KERNELS is `all`, or `native` for the fastest one that this processor can run.
# The build folder is kept, so that the next build compiles only what changed or is missing.
set -eu

venv=$1
compiler=$2
kernels=$3
log=build/install.log
mkdir -p build
if [ "$compiler" != none ]; then
    echo "Compiling the core and installing Outflank into $venv; details are in $log."
else
    echo "Installing Outflank into $venv."
fi
PATH="$(cd "$venv" && pwd)/bin:$PATH"
export PATH

# Reads the log as it is written and shows the progress of the compiler: on a terminal in one line
# that is updated, elsewhere at every tenth step. Ninja counts files, make counts percent.
show_progress() {
    while IFS= read -r line; do
        printf '%s\n' "$line"
        line=${line#"${line%%[! ]*}"}
        case $line in
        \[*/*\]\ *) step=${line%%]*} && step=${step#?} && step="${step%%/*} of ${step#*/}" ;;
        \[*%\]\ *) step=${line%%]*} && step=${step#?} && step="${step#"${step%%[! ]*}"}" ;;
        *) continue ;;
        esac
        if [ -t 2 ]; then
            printf '\r  compiling: %s ' "$step" >&2
        else
            case $step in *0\ of*|*0%) echo "  compiling: $step" >&2 ;; esac
        fi
    done >"$log"
    [ ! -t 2 ] || printf '\r                                \r' >&2
}

failed=$venv/.install-failed
rm -f "$failed"
{
    python -m pip install --verbose --disable-pip-version-check --no-build-isolation --no-deps \
        -C "cmake.define.OUTFLANK_KERNELS=$kernels" -e . 2>&1 || touch "$failed"
} | show_progress
if [ -e "$failed" ]; then
    rm "$failed"
    cat "$log"
    exit 1
fi
# The C++ tests read from this file where the compiled core is.
sed -n 's/.*Build files have been written to: //p' "$log" | tail -n 1 >"$venv/.build-folder"
if python -c 'import outflank._core' 2>/dev/null; then
    exit 0
fi
if [ "$compiler" = none ]; then
    echo "No C++ compiler was found, so Outflank is installed in pure Python, without its core. Install one" \
        "(on Debian and Ubuntu: apt install g++; on macOS: xcode-select --install) and run make again."
else
    echo "The C++ core could not be built, so Outflank is installed in pure Python. See $log."
fi
