#!/bin/sh
# check-symbols.sh LIBRARY...
# Every external symbol of foo.c is foo or starts with foo_, in the folder api
# with punfpor_, and no object file contains writable data: state is in structs
# that callers pass.  Constant tables that contain addresses (.data.rel.ro) are
# not writable.  The one exception is the pointer to the innermost scope of a
# thread in base/mem.c.  For GNU nm and size.
set -u
bad=0

for lib in "$@"; do
    [ -s "$lib" ] || { echo "there is no $lib"; exit 1; }
done
symbols=$(nm -A -g --defined-only "$@") || exit 1
strays=$(printf '%s\n' "$symbols" | awk '
    NF < 3 { next } # the name of the next library
    { n = split($1, part, ":"); file = part[n - 1]; room = part[1]
      sub(/^.*\//, "", room); sub(/^lib/, "", room) # libROOM.a, with _ for /
      sub(/\.a$/, "", room)
      sub(/^.*\//, "", file); sub(/\.c\.o$/, "", file)
      sub(/^meson-generated_\.\._/, "", file)
      sub("^(src_)?" room "_", "", file)
      sub(/_parts$/, "", file) # generated for foo.c
      if (file == "main" && $NF == "main") next
      if ($1 ~ /src_api_/ && index($NF, "punfpor_") == 1) next
      if (index($NF "_", file "_") != 1) print file ".c exports " $NF }')
with=$(printf '%s\n' "$symbols" | awk -F: 'NF > 2 { print $1 }' | sort -u |
    wc -l)
[ "$with" -eq $# ] || { echo "no symbols in $(($# - with)) libraries"; exit 1; }
[ -z "$strays" ] || { echo "$strays"; bad=1; }

writable=$(size -A "$@" | awk '
    /:$|\(ex / { unit = $1 }
    $1 ~ /^\.(data|bss|tdata|tbss)/ && $1 !~ /^\.data\.rel\.ro/ {
        if (unit ~ /base_mem\.c\.o$/ && $1 == ".tbss" && $2 == 8) next
        if ($2 > 0) print unit, $1, $2 }')
[ -z "$writable" ] || { echo "$writable"; bad=1; }
exit $bad
