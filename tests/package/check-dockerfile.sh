#!/bin/sh
# check-dockerfile.sh SOURCE_ROOT [BASE]
# Runs the steps of the Dockerfile where there is no Docker: each stage in a
# folder of its own, which begins as a copy of BASE (a minimal Debian 12; made
# by debootstrap when it is not given) and in which commands run by chroot.
# Then uses the tool as the image would.  Knows FROM, RUN, COPY, WORKDIR and
# ENTRYPOINT, as far as our Dockerfile needs them.  Skipped (exit code 77)
# without debootstrap or for other users than root.
set -eu
root=$(cd "$1" && pwd)
base=${2:-}

[ "$(id -u)" = 0 ] || { echo 'skipped: only root can chroot'; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ -z "$base" ]; then
    command -v debootstrap >/dev/null ||
        { echo 'skipped: no debootstrap'; exit 77; }
    base=$scratch/base
    echo '== debootstrap'
    debootstrap --variant=minbase bookworm "$base" >"$scratch/log" 2>&1 || {
        tail "$scratch/log"
        exit 1
    }
fi

fail() {
    echo "$*"
    exit 1
}

# The sources without what .dockerignore names.
copy_context() {
    mkdir -p "$1"
    sed 's,^,./,; s,^\./\*\*/,,' "$root/.dockerignore" >"$scratch/ignored"
    tar -C "$root" --exclude-from="$scratch/ignored" -cf - . |
        tar -C "$1" -xf -
}

entry=
n_stages=0
# A line for each instruction.
sed -e '/^#/d' -e ':a' -e '/\\$/{N;s/\\\n//;ba' -e '}' "$root/Dockerfile" \
    >"$scratch/steps"
while read -r step rest; do
    [ -n "$step" ] || continue
    echo "== $step $rest" | cut -c 1-100
    case $step in
    FROM)
        case $rest in
        'debian:bookworm-slim'*) ;;
        *) fail 'another base' ;;
        esac
        n_stages=$((n_stages + 1))
        name=${rest##* }
        [ "$name" != "$rest" ] || name=$n_stages
        stage=$scratch/$name
        cp -a "$base" "$stage"
        cp -L /etc/resolv.conf /etc/hosts "$stage/etc/"
        ;;
    RUN)
        chroot "$stage" /bin/sh -c "export DEBIAN_FRONTEND=noninteractive
            $rest" </dev/null >"$scratch/log" 2>&1 || {
            tail -30 "$scratch/log"
            fail 'the step failed'
        }
        ;;
    COPY)
        # shellcheck disable=SC2086 # the words of the step
        set -- $rest
        case $1 in
        --from=*) cp -a "$scratch/${1#--from=}$2/." "$stage$3/" ;;
        .) copy_context "$stage$2" ;;
        *) fail 'a copy of another kind' ;;
        esac
        ;;
    WORKDIR) mkdir -p "$stage$rest"; directory=$rest ;;
    ENTRYPOINT) entry=$(echo "$rest" | sed 's/^\["\(.*\)"\]$/\1/') ;;
    *) fail 'an instruction of another kind' ;;
    esac
done <"$scratch/steps"
[ -n "$entry" ] && [ "$n_stages" = 2 ] || fail 'the Dockerfile is not read'

echo '== the image'
cp "$root/nets/dining_3.pnml" "$stage$directory/"
in_image() {
    chroot "$stage" /bin/sh -c "cd $directory && $1"
}
in_image "$entry dining_3.pnml --deadlock --witness --certificate /tmp/a.cert"
in_image "$entry-check dining_3.pnml --deadlock /tmp/a.cert"
in_image "$entry dining_3.pnml --deadlock --engine equation"
in_image "$entry dining_3.pnml --svg /tmp/x.svg && grep -q '</svg>' /tmp/x.svg"
! in_image 'command -v gcc || command -v meson' ||
    fail 'the image has compilers'
du -sm "$stage" | awk '{ print "MB of the image:", $1 }'
