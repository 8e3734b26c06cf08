#!/bin/sh
# Checks the types of the web page's JavaScript with TypeScript, which npm installs once, as pinned.
set -eu

cd "$(dirname "$0")/web"
if ! command -v npm >/dev/null 2>&1; then
    echo "SKIPPED: the check of the JavaScript, for there is no npm."
    [ "${OUTFLANK_REQUIRE_ALL:-}" != 1 ] || exit 1
    exit 0
fi
if ! cmp -s package-lock.json node_modules/.installed.json; then
    npm ci --silent
    cp package-lock.json node_modules/.installed.json
fi
exec node_modules/.bin/tsc --project tsconfig.json
