#!/bin/sh
# part.sh NAME COMMAND...: runs one part of `make test`. Its output goes to build/test/NAME.log and
# is shown all at once when the part ends, since another part may run at the same time. With
# PART_LIVE=1 the output is shown as it is written.
# part.sh --begin: forgets the last run. part.sh --times: prints the time of each part.
set -eu

folder=build/test
times=$folder/times.tsv
mkdir -p $folder
case $1 in
--begin)
    : >$times
    date +%s >$folder/begun
    exit
    ;;
--times)
    whole=$(($(date +%s) - $(cat $folder/begun)))
    echo "All passed, in seconds:"
    while read -r seconds name; do
        printf '%6d  %s\n' "$seconds" "$name"
    done <$times
    printf '%6d  %s\n' "$whole" "in total, as parts ran at the same time"
    exit
    ;;
esac

export SYSTEM_PACKAGES_ASKED=1 # `make test` has asked before its parts; a part has no terminal
name=$1
shift
log=$folder/$name.log
is_live=${PART_LIVE:-}
unset PART_LIVE # applies to this part, not to parts that it runs
begun=$(date +%s)
result=0
if [ "$is_live" = 1 ]; then
    "$@" || result=$?
else
    echo "$name starts."
    "$@" >"$log" 2>&1 || result=$?
fi
seconds=$(($(date +%s) - begun))
echo "$seconds $name" >>$times
verdict="passed in $seconds s"
[ $result = 0 ] || verdict="FAILED after $seconds s"
if [ "$is_live" = 1 ]; then
    echo "== $name $verdict"
else
    # In one piece, so that no lines of other parts come between.
    { echo "== $name $verdict" && sed 's/^/   /' "$log"; } >"$log.shown"
    cat "$log.shown"
    rm "$log.shown"
fi
exit $result
