#!/bin/sh
# Writes what src/apps/build_identity.cpp includes, the commit and the network of a build, unless OUT says so already:
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
printf '"commit %s, network %s"\n' "$commit" "${network:-unknown}" > "$out.new"
if cmp -s "$out.new" "$out"; then rm "$out.new"; else mv "$out.new" "$out"; fi
