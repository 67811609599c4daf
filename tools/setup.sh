# setup.sh - the common part of ./quickstart and ./check, which source it with
# the source root as working directory.

# The packages for building and quickstart, and those for the tests.
tool_packages='gcc libc6-dev meson ninja-build pkg-config zlib1g-dev
libxml2-dev libarchive-dev libgraphviz-dev libjansson-dev libcadical-dev libglpk-dev
libgmp-dev libstdc++-12-dev graphviz'
test_packages='libcmocka-dev clang clang-format libclang-rt-dev python3
valgrind mandoc bash-completion python3-setuptools python3-wheel python3-pip
python3-networkx mypy chromium'

# Those for several processes; ./check installs them while it builds.
mpi_packages='libopenmpi-dev openmpi-bin'

say() {
    printf '== %s\n' "$*"
}

# Prints those of the given Debian packages that are not installed.
missing_packages() {
    for package; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" \
            2>/dev/null) || state=unknown
        [ "$state" = installed ] || printf '%s ' "$package"
    done
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# Without apt-get the user installs the packages; meson then names missing
# ones.
install_packages() {
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
        return 0
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0
    say "installing $missing"
    as_root apt-get update -qq </dev/null || return 1
    # shellcheck disable=SC2086 # a list of words
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y \
        --no-install-recommends $missing </dev/null >/dev/null
}

# configure DIRECTORY [meson options]: once, and again to set the options.
configure() {
    again=
    if [ -f "$1/build.ninja" ]; then
        [ $# -gt 1 ] || return 0
        again=--reconfigure
    fi
    say "configuring $1"
    # shellcheck disable=SC2086 # one word or none
    log=$(meson setup $again "$@" </dev/null 2>&1) && return 0
    printf '%s\n' "$log"
    return 1
}

# build DIRECTORY [targets]: silent unless it fails.
build() {
    log=$1/build.log
    ninja -C "$@" </dev/null >"$log" 2>&1 && return 0
    cat "$log"
    return 1
}
