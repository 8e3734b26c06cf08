#!/bin/sh
# part.sh NAME COMMAND...: runs one part of `make test`. Its output is kept in build/test/NAME.log
# and shown as a whole at its end, since another part may run at the same time; PART_LIVE=1 shows it
# as it comes. part.sh --begin forgets the last run, part.sh --times prints the time of each part.
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
    printf '%6d  %s\n' "$whole" "in all, for parts run beside one another"
    exit
    ;;
esac

name=$1
shift
log=$folder/$name.log
is_live=${PART_LIVE:-}
unset PART_LIVE # for this part only, not for parts that it runs
begun=$(date +%s)
result=0
if [ "$is_live" = 1 ]; then
    "$@" || result=$?
else
    echo "$name begins."
    "$@" >"$log" 2>&1 || result=$?
fi
seconds=$(($(date +%s) - begun))
echo "$seconds $name" >>$times
verdict="passed in $seconds s"
[ $result = 0 ] || verdict="FAILED after $seconds s"
if [ "$is_live" = 1 ]; then
    echo "== $name $verdict"
else
    # In one piece, so that lines of other parts do not come between.
    { echo "== $name $verdict" && sed 's/^/   /' "$log"; } >"$log.shown"
    cat "$log.shown"
    rm "$log.shown"
fi
exit $result
