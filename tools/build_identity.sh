#!/bin/sh
# Writes what src/apps/build_identity.cpp includes, unless it is there already: the commit and the network of a build in
# OUT, and beside it, in development_version.inc, what stands behind the version of a program that is no release.
#
#   tools/build_identity.sh OUT [NETWORK]
set -eu
out=$1
network=none
if [ -n "${2:-}" ]; then
  # Whichever of these there is; what they print begins with the hash, openssl's line with -r.
  network=$({ sha256sum "$2" || shasum -a 256 "$2" || openssl dgst -sha256 -r "$2"; } 2> /dev/null | cut -c 1-12)
fi
commit=$(sh "$(dirname -- "$0")/commit.sh" 2> /dev/null) || commit=unknown
here=$(dirname -- "$0")
write() {
  cat > "$1.new"
  if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi
}
printf '"commit %s, network %s"\n' "$commit" "${network:-unknown}" | write "$out"
printf '"%s"\n' "$(sh "$here/development_version.sh" "$commit" 2> /dev/null)" | write "$(dirname -- "$out")/development_version.inc"
