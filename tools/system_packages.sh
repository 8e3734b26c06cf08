#!/bin/sh
# system_packages.sh [LIST]: installs what the tests need from the system, as root on Debian and
# its kin; elsewhere prints the one command to run. It never fails: those tests skip, loudly.
set -eu

PATH=$PATH:/usr/games # where Debian keeps games, and root does not look
packages=
while read -r package command _; do
    case $package in '' | '#'*) continue ;; esac
    [ -f "$command" ] || command -v "$command" >/dev/null 2>&1 || packages="$packages $package"
done <"${1:-tools/system_packages.txt}"
[ -n "$packages" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "Some tests will be skipped: install these with your system's own tool:$packages"
elif [ "$(id -u)" -ne 0 ]; then
    echo "Some tests will be skipped. To run them: sudo apt-get install$packages"
else
    echo "Installing the system packages that the tests need:$packages"
    # shellcheck disable=SC2086 # packages are separate words
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y $packages; } ||
        echo "That did not work: some tests will be skipped."
fi
