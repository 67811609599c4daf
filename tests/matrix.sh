#!/bin/sh
# matrix.sh [NAME...]
# Builds and tests every combination of compiler and build, each in its own
# build-NAME beside the sources; --list prints the names.  Runs the suites in
# SUITES (default: the fast ones) with as many jobs as JOBS says.
set -eu
cd "$(dirname "$0")/.."
all='gcc-sanitize gcc-release gcc-portable gcc-thread'
all="$all clang-sanitize clang-release"
suites=${SUITES:-'unit api golden nets shared drawing style'}

configure() {
    case $1 in
    *-sanitize) options='--buildtype=debugoptimized
        -Db_sanitize=address,undefined -Db_lundef=false' ;;
    *-thread) options='--buildtype=debugoptimized
        -Db_sanitize=thread -Db_lundef=false' ;;
    *-portable) options='--buildtype=release -Dportable=true' ;;
    *) options=--buildtype=release ;;
    esac
    [ -f "build-$1/build.ninja" ] ||
        CC=${1%%-*} meson setup "build-$1" -Dtests=enabled -Dwerror=true \
            $options
}

run() {
    compiler=${1%%-*}
    if ! command -v "$compiler" >/dev/null; then
        echo "$1: skipped, there is no $compiler"
        return
    fi
    echo "== $1"
    configure "$1" >/dev/null
    ninja -C "build-$1" all meson-test-prereq ${JOBS:+-j "$JOBS"}
    # Undefined behaviour must end a test, not only be printed.
    # shellcheck disable=SC2046
    UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
        meson test -C "build-$1" --no-rebuild --print-errorlogs \
        ${JOBS:+--num-processes "$JOBS"} $(printf -- '--suite %s ' $suites)
}

if [ "${1:-}" = --list ]; then
    printf '%s\n' $all
    exit
fi
for name in ${*:-$all}; do
    case " $all " in
    *" $name "*) run "$name" ;;
    *) echo "$name: not one of: $all" >&2; exit 2 ;;
    esac
done
