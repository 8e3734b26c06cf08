#!/bin/sh
# Runs the tests of the page's own JavaScript, tests/javascript, with Node's runner and no browser.
set -eu

cd "$(dirname "$0")/.."
if ! command -v node >/dev/null 2>&1; then
    echo "SKIPPED: the tests of the JavaScript, because there is no node."
    [ "${OUTFLANK_REQUIRE_ALL:-}" != 1 ] || exit 1
    exit 0
fi
tests=$(find tests/javascript -name '*.test.js' -o -name '*.test.mjs' 2>/dev/null | LC_ALL=C sort) || true
if [ -z "$tests" ]; then
    echo "There are no tests of the JavaScript yet."
    exit 0
fi
# shellcheck disable=SC2086 # one word a file
exec node --import ./tests/javascript/support/catalogue_texts.mjs --test $tests
