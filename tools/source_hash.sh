#!/bin/sh
# Writes what src/apps/source_hash.cpp includes, unless OUT says so already: the SHA-256 of the C++ sources and presets,
# which together with the network are all that results depend on. It needs no git, and a change that is not committed
# counts like any other.
#
#   tools/source_hash.sh OUT
set -eu
out=$1
new=$(cd "$(dirname "$out")" && pwd)/$(basename "$out").new
cd -- "$(dirname -- "$0")/.."

# Whichever of these there is.
if sha256sum < /dev/null > /dev/null 2>&1; then
  sums=sha256sum
elif shasum -a 256 < /dev/null > /dev/null 2>&1; then
  sums='shasum -a 256'
else
  sums='openssl dgst -sha256 -r'
fi
# Between hash and name, the tools write blanks or an asterisk.
hash=$(find src include presets -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.toml' \) | LC_ALL=C sort |
  xargs $sums | sed 's/^\([0-9a-f]*\) [ *]*/\1 /' | $sums | cut -c 1-64)
case $hash in
  *[!0-9a-f]* | '') hash=unknown ;;
esac
printf '"%s"\n' "$hash" > "$new"
if cmp -s "$new" "${new%.new}"; then rm "$new"; else mv "$new" "${new%.new}"; fi
