#!/bin/sh
# join-objects.sh OUTPUT.a OBJCOPY AR LIBRARY.a... -- COMPILER...
# Makes one object of all libraries and hides every symbol of it but the public
# ones, so that programs may have names of their own.
set -eu
output=$1 objcopy=$2 ar=$3
shift 3
libraries=
while [ "$1" != -- ]; do
    libraries="$libraries $1"
    shift
done
shift
# shellcheck disable=SC2086 # a list of words
"$@" -r -nostdlib -o "$output.o" -Wl,--whole-archive $libraries
"$objcopy" --wildcard --keep-global-symbol='punfpor_*' "$output.o"
rm -f "$output"
"$ar" rcs "$output" "$output.o"
rm -f "$output.o"
