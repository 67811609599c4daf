#!/bin/sh
# check-opened.sh LIBRARY SOURCE_ROOT
# The libraries that LIBRARY opens at run time, by their names in it: does
# debian/rules ask for the package of each, and has the image of the Dockerfile
# those that this system has?
set -eu
library=$1
root=$2
failed=0
n=0

# The last stage is the image.
image=$(sed -n '/^FROM/h; /^FROM/!H; ${x; s/\n/ /g; p}' "$root/Dockerfile")
for soname in $(grep -aoE 'lib[a-z0-9]+\.so\.[0-9]+' "$library" | sort -u); do
    readelf -d "$library" | grep -qF "[$soname]" && continue # linked
    name=${soname%%.so.*}
    n=$((n + 1))
    grep -qE "^opened_(depends|recommends) = .*-l${name#lib}( |\$)" \
        "$root/debian/rules" || {
        echo "debian/rules: no package is asked for $soname"
        failed=1
    }
    command -v dpkg >/dev/null || continue
    package=$(dpkg -S "*/$soname" 2>/dev/null | sed 's/:.*//' | sort -u)
    [ -n "$package" ] || continue
    case " $image " in
    *" $package "*) ;;
    *) echo "Dockerfile: the image lacks $package"; failed=1 ;;
    esac
done
[ "$n" -gt 0 ] || { echo 'no library is opened'; failed=1; }
exit "$failed"
