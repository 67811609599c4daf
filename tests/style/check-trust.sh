#!/bin/sh
# check-trust.sh PROGRAM SOURCE_ROOT
# The program that judges certificates holds nothing of an engine: of src/ it
# has the ground, nets, questions and the token game, by the names of its
# symbols.  For GNU nm.
set -u
program=$1
root=$2
trusted=' check mem vec bits hash pool diag names relation net_struct net net_builder
    marking goal witness proof prefix options '
bad=0

symbols=$(nm --defined-only "$program" | awk '$2 ~ /^[TDBR]$/ { print $3 }')
case $symbols in
*verify_proof*) ;;
*) echo "$program: no symbols"; exit 1 ;;
esac
for file in "$root"/src/*.c; do
    module=$(basename "$file" .c)
    case "$trusted" in
    *[[:space:]]"$module"[[:space:]]*) continue ;;
    esac
    found=$(printf '%s\n' "$symbols" | grep "^${module}_" | head -n 3)
    [ -z "$found" ] && continue
    echo "$program has parts of src/$module.c:" $found
    bad=1
done
exit $bad
