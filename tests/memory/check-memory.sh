#!/bin/sh
# check-memory.sh PROGRAM ROOT
# The whole tool under valgrind on a sample of its work, with valid and
# invalid input: no memory errors and no leaks.
set -u
program=$1 nets=$2/nets bad=0
command -v valgrind >/dev/null || { echo 'skipped: no valgrind'; exit 77; }
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

# When a library is opened, the loader of glibc compares texts a word at a time.
loader=$folder/loader.supp
cat >"$loader" <<'END'
{
   texts_of_the_loader
   Memcheck:Addr8
   ...
   fun:_dl_map_object
   fun:openaux
   ...
}
END

# run EXIT-CODE ARGUMENT...
run() {
    wanted=$1
    shift
    valgrind --quiet --suppressions="$loader" --leak-check=full \
        --errors-for-leak-kinds=definite --error-exitcode=99 "$program" "$@" >"$folder/out" 2>"$folder/err"
    got=$?
    [ "$got" = "$wanted" ] && return
    echo "exit code $got in place of $wanted: $*"
    tail -n 40 "$folder/err"
    bad=1
}

run 0 "$nets/peterson.pnml" --stats --dot="$folder/p.dot" \
    --json="$folder/p.json" --dot-net="$folder/n.dot"
run 0 "$nets/dining_4.ll_net" --deadlock --witness="$folder/p.scn"
run 0 "$nets/lamport.ll_net" --all-transitions --table off --deepening off
run 0 "$nets/writers_3.pnml" --no-cutoffs --stats --write "$folder/w.pnml"
run 2 "$nets/szymanski.ll_net" --max-events 20 --deadlock --engine por
run 0 "$nets/dekker-pr.ll_net" --live --quasi-live --dead-transitions --witness \
    --json="$folder/l.json"
printf '<pnml><net id="n" type="x"><place id="p">' >"$folder/bad.pnml"
run 4 "$folder/bad.pnml"
printf 'PEP\nPTNet\nFORMAT_N\nPL\n1"p' >"$folder/bad.ll_net"
run 4 "$folder/bad.ll_net"
exit $bad
