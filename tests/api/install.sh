#!/bin/sh
# install.sh BUILD SOURCE MESON CC CXX
# Installs into a temporary folder and compiles doc/example.c against it as a
# user does: dynamically, statically, and as C++ if CXX is not empty.  Both
# libraries must export only the symbols of punfpor.h.
set -eu
build=$1 source=$2 meson=$3 cc=$4 cxx=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
DESTDIR=$work $meson install -C "$build" --no-rebuild --quiet

pc=$(find "$work" -name punfpor.pc)
lib=$(dirname "$(dirname "$pc")")
export PKG_CONFIG_PATH="${pc%/*}" PKG_CONFIG_SYSROOT_DIR="$work"
expected='deadlock: reachable, run: ph0_first ph1_first ph2_first
ph0_first: reachable, run: ph0_first'

try() {
    what=$1 program=$2
    found=$(LD_LIBRARY_PATH=$lib "$program" "$source/nets/dining_3.pnml")
    [ "$found" = "$expected" ] && echo "$what: good" && return
    printf '%s: wrong\n%s\n' "$what" "$found"
    exit 1
}

# Fails when punfpor_solve is missing, or when a symbol is not punfpor_*.
check_symbols() {
    what=$1
    shift
    symbols=$("$@" | awk 'NF > 2 && $2 != "A" { print $3 }')
    echo "$symbols" | grep -q '^punfpor_solve' ||
        { echo "$what: no punfpor_solve"; exit 1; }
    strays=$(echo "$symbols" | grep -v '^punfpor_' || true)
    [ -z "$strays" ] || { echo "$what: $strays"; exit 1; }
    echo "$what: good"
}

# shellcheck disable=SC2046,SC2086 # lists of words
{
    $cc "$source/doc/example.c" $(pkg-config --cflags --libs punfpor) \
        -o "$work/dynamic"
    readelf -d "$work/dynamic" | grep -q 'libpunfpor\.so\.0' ||
        { echo 'the program does not need libpunfpor.so.0'; exit 1; }
    try dynamic "$work/dynamic"
    if [ -n "$cxx" ]; then
        $cxx -x c++ "$source/doc/example.c" -x none \
            $(pkg-config --cflags --libs punfpor) -o "$work/cxx"
        try 'C++' "$work/cxx"
    fi
    check_symbols shared nm -D --defined-only "$lib/libpunfpor.so"
    check_symbols static nm -g --defined-only "$lib/libpunfpor.a"
    rm "$lib"/libpunfpor.so*
    $cc "$source/doc/example.c" \
        $(pkg-config --static --cflags --libs punfpor) -o "$work/static"
    try static "$work/static"
}
