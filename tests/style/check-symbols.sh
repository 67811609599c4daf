#!/bin/sh
# check-symbols.sh SOURCE_ROOT LIBRARY...
# Every external symbol of a room is the name of one of its modules or starts
# with that and _, in the folder api with punfpor_, and no object file contains
# writable data: state is in structs that callers pass.  Constant tables that
# contain addresses (.data.rel.ro) are not writable.  The one exception is the
# pointer to the innermost scope of a thread in base/mem.c.  For GNU nm and size.
set -u
bad=0
root=$1
shift

modules=
for lib in "$@"; do
    [ -s "$lib" ] || { echo "there is no $lib"; exit 1; }
    room=${lib##*/} # libROOM.a, with _ for /
    room=${room#lib}
    room=${room%.a}
    folder=$(echo "$room" | tr _ /)
    [ -d "$root/$folder" ] || folder=src/$folder
    for file in "$root/$folder"/*.c; do
        file=${file##*/}
        modules="$modules $room:${file%.c}"
    done
done
symbols=$(nm -A -g --defined-only "$@") || exit 1
strays=$(printf '%s\n' "$symbols" | awk -v modules="$modules" '
    BEGIN { n = split(modules, word, " ")
            for (i = 1; i <= n; i++) known[word[i]] }
    NF < 3 { next } # the name of the next library
    { room = $1; sub(/\.a:.*$/, "", room); sub(/^(.*\/)?lib/, "", room)
      if (room ~ /^api/ && index($NF, "punfpor_") == 1) next
      for (name = $NF; name != ""; sub(/(_|^)[^_]*$/, "", name))
          if (room ":" name in known) next
      print room " exports " $NF }')
with=$(printf '%s\n' "$symbols" | awk -F: 'NF > 2 { print $1 }' | sort -u |
    wc -l)
[ "$with" -eq $# ] || { echo "no symbols in $(($# - with)) libraries"; exit 1; }
[ -z "$strays" ] || { echo "$strays"; bad=1; }

writable=$(size -A "$@" | awk '
    /:$|\(ex / { unit = $1; base = /libbase\.a\)/ }
    $1 ~ /^\.(data|bss|tdata|tbss)/ && $1 !~ /^\.data\.rel\.ro/ {
        if (base && $1 == ".tbss" && $2 == 8 && !n++) next
        if ($2 > 0) print unit, $1, $2 }')
[ -z "$writable" ] || { echo "$writable"; bad=1; }
exit $bad
