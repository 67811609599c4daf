#!/bin/sh
# Runs the libFuzzer targets of a build, one after the other.
#
#     tests/fuzz/run.sh BUILD SECONDS [FORMAT...]
#
# Each begins with the files of tests/corpus and with what earlier runs have
# kept in BUILD/fuzz/FORMAT/seeds.  BUILD/fuzz/FORMAT/found gets the inputs that
# broke it: crashes, leaks, more than 10 s or 2 GB.  Prints a line for each
# target and fails if one has found something.
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
    # A target writes files beside itself.
    (cd "$work" && "$build/tests/fuzz/libfuzzer_$format" \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
        -max_len=20000 -print_final_stats=1 -artifact_prefix=found/ \
        seeds "$corpus/$format/good" "$corpus/$format/bad") \
        >"$work/log" 2>&1 || status=1
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log")
    found=$(find "$work/found" -type f | wc -l)
    echo "$format: $seconds s, ${runs:-no} runs, $found findings" \
        "in $work/found"
done
exit $status
