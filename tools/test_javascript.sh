#!/bin/sh
# Runs the tests of the page's own JavaScript (tests/javascript) with Node's test runner, without a
# browser.
set -eu

cd "$(dirname "$0")/.."
if ! command -v node >/dev/null 2>&1; then
    echo "SKIPPED: the JavaScript tests, because node was not found."
    [ "${OUTFLANK_REQUIRE_ALL:-}" != 1 ] || exit 1
    exit 0
fi
tests=$(find tests/javascript -name '*.test.js' -o -name '*.test.mjs' 2>/dev/null | LC_ALL=C sort) || true
if [ -z "$tests" ]; then
    echo "There are no JavaScript tests yet."
    exit 0
fi
# shellcheck disable=SC2086 # one word per file
exec node --import ./tests/javascript/support/catalogue_texts.mjs --test $tests
