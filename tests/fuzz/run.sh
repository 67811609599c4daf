#!/bin/sh
# Runs the libFuzzer targets of a build, one after the other.
#
#     tests/fuzz/run.sh BUILD SECONDS [FORMAT...]
#
# Each begins with the files of tests/corpus and with what earlier runs have
# kept in BUILD/fuzz/FORMAT/seeds, and goes on after a finding, up to ten.
# BUILD/fuzz/FORMAT/found gets the inputs that broke it: crashes, leaks, more
# than 2 GB, or more than TIMEOUT seconds (10, or as the environment says: more
# on a machine that does other things).  Prints a line for each target and fails
# if one has found something.
set -u

build=$(cd "$1" && pwd) && seconds=$2 || exit 2
shift 2
corpus=$(cd "$(dirname "$0")/../corpus" && pwd)
if [ $# -eq 0 ]; then
    for target in "$build"/tests/fuzz/libfuzzer_*[a-z]; do
        [ ! -f "$target" ] || set -- "$@" "${target##*/libfuzzer_}"
    done
fi
status=0

for format; do
    work=$build/fuzz/$format
    mkdir -p "$work/seeds" "$work/found"
    : >"$work/log"
    begin=$(date +%s)
    left=$seconds found=0
    while [ "$left" -gt 0 ] && [ "$found" -lt 10 ]; do
        # A target writes files beside itself.
        (cd "$work" && "$build/tests/fuzz/libfuzzer_$format" \
            -max_total_time="$left" -timeout="${TIMEOUT:-10}" \
            -rss_limit_mb=2048 -max_len=20000 -print_final_stats=1 \
            -artifact_prefix=found/ \
            seeds "$corpus/$format/good" "$corpus/$format/bad") \
            >>"$work/log" 2>&1 || status=1 found=$((found + 1))
        left=$((begin + seconds - $(date +%s)))
    done
    runs=$(awk '/^stat::number_of_executed_units/ { n += $2 } END { print n + 0 }' \
        "$work/log")
    echo "$format: $((seconds - left)) s, $runs runs, $found findings in" \
        "$work/found"
done
exit $status
