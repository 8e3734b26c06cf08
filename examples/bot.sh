#!/bin/sh
# A bot for /api/v1 with nothing but curl: sh bot.sh http://localhost:5000 KEY
url=$1 key=$2

ask() { # again while the server is busy (curl knows Retry-After) or cannot be reached
    until curl -sS --retry 9 -H "Authorization: Bearer $key" "$@"; do sleep 1; done
}

field() { # field NAME: the values of a field, one a line, out of the JSON on standard input
    grep -o "\"$1\":[^],}]*" | sed 's/^[^:]*://' | tr -d '["' | tr ',' '\n'
}

player=$(ask "$url/api/v1/me" | field id)
while needed=$(ask "$url/move_needed/$key?wait=25"); do # returns when there is something to do
    [ "$needed" = true ] || sleep 1 # a server that is full does not wait
    for match in $(ask "$url/api/v1/matches?status=running&player=$player" | field id); do
        state=$(ask "$url/api/v1/matches/$match")
        turn=$(printf %s "$state" | grep -o '"turn":{[^}]*}')
        own=$(printf %s "$state" | field you)
        [ "$(printf %s "$turn" | field color)" = "$own" ] || continue
        # The server lists the legal squares; take the last of them.
        square=$(printf %s "$state" | grep -o '"legal":\[[^]]*' | tr -d '"' | sed 's/.*[[,]//')
        [ -n "$square" ] || continue
        move="{\"turn\":$(printf %s "$turn" | field seq),\"square\":\"$square\"}"
        echo "$match $square $(ask -o /dev/null -w '%{http_code}' -H 'Content-Type: application/json' \
            -d "$move" "$url/api/v1/matches/$match/moves")"
    done
done
