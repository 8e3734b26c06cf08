#!/bin/sh
# Checks the JavaScript of the web page and the notebook board with TypeScript: its own types, and
# the types of the server's requests and responses, which are generated from the OpenAPI document.
# npm installs the pinned tools once. The generator needs the programming interface of TypeScript 5;
# the checker is TypeScript 7.
set -eu

cd "$(dirname "$0")/web"
needed=node
cmp -s package-lock.json node_modules/.installed.json || needed="node npm"
for command in $needed; do
    if ! command -v "$command" >/dev/null 2>&1; then
        echo "SKIPPED: the JavaScript check, because $command was not found."
        [ "${OUTFLANK_REQUIRE_ALL:-}" != 1 ] || exit 1
        exit 0
    fi
done
if [ "$needed" != node ]; then
    echo "Installing TypeScript into tools/web/node_modules."
    npm ci --silent
    rm -rf generated # another version may have made it
    cp package-lock.json node_modules/.installed.json
fi
if ! python -c 'import outflank' 2>/dev/null; then
    PATH="$(cd ../.. && pwd)/.venv/bin:$PATH"
    export PATH
fi
mkdir -p generated
python ../openapi_document.py >generated/new.json
if ! cmp -s generated/new.json generated/openapi.json || [ ! -f generated/openapi.d.ts ]; then
    # Fields with a default may be left out of a request.
    node_modules/.bin/openapi-typescript generated/new.json --default-non-nullable=false \
        --output generated/openapi.d.ts >/dev/null
    mv generated/new.json generated/openapi.json
fi
exec node_modules/typescript-7/bin/tsc --project tsconfig.json
