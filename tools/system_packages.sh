#!/bin/sh
# system_packages.sh PURPOSE [LIST]: installs the missing system packages for a purpose (lint, test,
# wasm) if it runs as root on Debian or a derivative. It prints them first, and on a terminal asks
# before it installs them. (`make test` asks once for all its parts.) Elsewhere it prints what to
# install. It never fails: whatever needs the packages is skipped with a message.
set -eu

PATH=$PATH:/usr/games # Debian installs games there, and root's PATH lacks it
[ "${SYSTEM_PACKAGES_ASKED-}" != 1 ] || exit 0
purpose=$1
packages=

# Succeeds if one of the commands or files, separated by bars, exists.
is_there() {
    old_ifs=$IFS
    IFS='|'
    # shellcheck disable=SC2086 # one word per alternative
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
    echo "Some checks will be skipped. To run everything, install these packages with your system's package manager:$packages"
elif [ "$(id -u)" -ne 0 ]; then
    echo "Some checks will be skipped. To run everything: sudo apt-get install$packages"
else
    echo "make $purpose needs these system packages:$packages"
    if [ -t 0 ] && [ -t 1 ]; then
        printf 'Install them now? Without them some checks are skipped. [Y/n] '
        read -r answer
        case $answer in [nN]*) exit 0 ;; esac
    fi
    echo "Installing them with apt-get."
    # shellcheck disable=SC2086 # one word per package
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y $packages; } ||
        echo "Could not install them: some checks will be skipped."
fi
