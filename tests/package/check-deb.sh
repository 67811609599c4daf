#!/bin/sh
# check-deb.sh SOURCE_ROOT
# Builds the Debian packages from a copy of the sources, looks at what they
# hold, and uses what they bring from a folder in which they are unpacked.
# Skipped (exit code 77) where the means to build packages are missing.
set -eu
root=$1
packages='punf-por libpunfpor0 libpunfpor-dev'

for tool in dpkg-buildpackage dh; do
    command -v "$tool" >/dev/null || {
        echo "skipped: no $tool (apt-get install dpkg-dev debhelper)"
        exit 77
    }
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/source" "$scratch/tree"
tar -C "$root" --exclude=./.git --exclude='./build*' --exclude=__pycache__ \
    -cf - . | tar -C "$scratch/source" -xf -
cd "$scratch/source"
dpkg-checkbuilddeps || { echo 'skipped: see above'; exit 77; }

echo '== dpkg-buildpackage'
DEB_BUILD_OPTIONS=${DEB_BUILD_OPTIONS:-parallel=2} \
    dpkg-buildpackage -us -uc -b >"$scratch/build.log" 2>&1 || {
    tail -40 "$scratch/build.log"
    exit 1
}
cd "$scratch"

fail() {
    echo "$*"
    exit 1
}

version=$(sed -n "s/^ *version: '\(.*\)',/\1/p" source/meson.build | head -1)
for package in $packages; do
    set -- "$package"_*.deb
    [ -f "$1" ] || fail "$package was not built"
    echo "== $1"
    [ "$(dpkg-deb -f "$1" Version)" = "$version" ] ||
        fail "the version in debian/changelog is not $version"
    dpkg -c "$1" | awk '{ print $1, $6, $7, $8 }' >>contents
    dpkg -x "$1" tree
done
grep -v -e '/$' -e '/examples/' contents

for path in bin/punf-por bin/punf-por-check share/man/man1/punf-por.1.gz \
    share/man/man1/punf-por-check.1.gz include/punfpor.h \
    share/bash-completion/completions/punf-por; do
    [ -f "tree/usr/$path" ] || fail "no package has /usr/$path"
done
! grep -E 'tests?/|/usr/local|cmocka' contents ||
    fail 'a package has what belongs to tests, or stands in /usr/local'

lib=$(dirname "$(find "$PWD/tree/usr/lib" -name 'libpunfpor.so.?')")
export LD_LIBRARY_PATH="$lib"
net=source/nets/dining_3.pnml

echo '== the packaged programs'
[ "$(tree/usr/bin/punf-por --version)" = "punf-por $version" ] ||
    fail 'punf-por has another version'
tree/usr/bin/punf-por "$net" --deadlock --witness --certificate answer.cert
tree/usr/bin/punf-por-check "$net" --deadlock answer.cert

echo '== the packaged library'
export PKG_CONFIG_PATH="$lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$PWD/tree"
export PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
# shellcheck disable=SC2046 # lists of words
cc source/doc/example.c $(pkg-config --cflags --libs punfpor) -o shared
./shared "$net"
# shellcheck disable=SC2046
cc source/doc/example.c $(pkg-config --cflags --libs --static punfpor |
    sed 's/-lpunfpor/-l:libpunfpor.a/') -o static
./static "$net"
! readelf -d static | grep libpunfpor || fail 'the static library is not used'

echo '== what the packages bring along'
"$root/tests/package/check-opened.sh" "$lib"/libpunfpor.so.? source
for package in punf-por libpunfpor0; do
    dpkg-deb -f "$package"_*.deb Depends | grep libglpk | grep -q libxml2 ||
        fail "$package does not depend on what it opens"
    dpkg-deb -f "$package"_*.deb Recommends | grep libgvc | grep -q libarchive ||
        fail "$package does not recommend what it opens"
done

# In a system that has nothing else: without the recommended packages, then
# with them.
if [ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null; then
    echo '== a new system'
    . /etc/os-release
    debootstrap --variant=minbase "$VERSION_CODENAME" new >log 2>&1 || {
        tail log
        exit 1
    }
    cp -L /etc/resolv.conf new/etc/
    cp punf-por_*.deb new/tmp/punf-por.deb
    cp source/nets/dining_3.pnml new/tmp/net.pnml
    in_new() {
        chroot new /bin/sh -c "cd /tmp; export DEBIAN_FRONTEND=noninteractive
            $1" </dev/null >log 2>&1 || {
            tail log
            fail "in a new system: $1"
        }
    }
    in_new 'apt-get update'
    in_new 'apt-get install -y --no-install-recommends ./punf-por.deb'
    in_new 'punf-por net.pnml --deadlock --engine equation'
    in_new 'punf-por net.pnml --svg x.svg 2>&1 | grep "is not installed"'
    in_new "apt-get install -y $(dpkg-deb -f punf-por_*.deb Recommends | sed "s/([^)]*)//g; s/,/ /g")"
    in_new 'punf-por net.pnml --svg x.svg && grep -q "</svg>" x.svg'
fi

if command -v lintian >/dev/null; then
    echo '== lintian'
    lintian --fail-on error --suppress-tags initial-upload-closes-no-bugs \
        ./*.changes
fi
