#!/bin/sh
# check-format.sh ROOT [CLANG-FORMAT]
# Fails when clang-format would change a file.  Its layout changes from
# version to version: with any version other than ours the test is skipped
# (exit code 77).
set -u
root=$1 format=${2:-clang-format} version=14

command -v "$format" >/dev/null || { echo "skipped: no $format"; exit 77; }
"$format" --version | grep -q "version $version\." ||
    { echo "skipped: $format is not version $version"; exit 77; }
cd "$root" || exit 1
find src formats tests -name '*.[ch]' -exec "$format" --dry-run --Werror {} +
