#!/bin/sh
# system_packages.sh PURPOSE [LIST]: installs the missing system packages for a purpose (lint, test,
# wasm), as root on Debian and its relatives: it prints them first, and asks if somebody can answer.
# Elsewhere it prints the command to run. It never fails: what needs the packages is skipped with a
# message.
set -eu

PATH=$PATH:/usr/games # where Debian keeps games, and root does not look
purpose=$1
packages=

# Succeeds if one of the commands or files exists; they are separated by bars.
is_there() {
    old_ifs=$IFS
    IFS='|'
    # shellcheck disable=SC2086 # separate words
    set -- $1
    IFS=$old_ifs
    for one; do
        if [ -f "$one" ] || command -v "$one" >/dev/null 2>&1; then
            return
        fi
    done
    return 1
}

while read -r package commands purposes _; do
    case $package in '' | '#'*) continue ;; esac
    case ,$purposes, in *,"$purpose",*) ;; *) continue ;; esac
    is_there "$commands" || packages="$packages $package"
done <"${2:-tools/system_packages.txt}"
[ -n "$packages" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "Something will be skipped: install these with your system's package manager:$packages"
elif [ "$(id -u)" -ne 0 ]; then
    echo "Something will be skipped. To run everything: sudo apt-get install$packages"
else
    echo "make $purpose needs these system packages, and nothing here replaces them:$packages"
    if [ -t 0 ] && [ -t 1 ]; then
        printf 'Install them now? Without them something is skipped. [Y/n] '
        read -r answer
        case $answer in [nN]*) exit 0 ;; esac
    fi
    echo "Installing them with apt-get."
    # shellcheck disable=SC2086 # packages are separate words
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y $packages; } ||
        echo "That did not work: something will be skipped."
fi
