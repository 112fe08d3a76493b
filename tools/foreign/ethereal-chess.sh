#!/bin/sh
# tools/foreign/ethereal-chess.sh FOLDER
# Ethereal 12.00 that writes what its pruning rules claim: FOLDER/claims/Ethereal (docs/claims.md).
set -eu
. "$(dirname -- "$0")/common.sh"
[ $# -eq 1 ] || fail "usage: $0 FOLDER"
work=$1

need gcc gcc
need make make
need python3 python3
[ -e /usr/include/tbprobe.h ] || fail "needs tbprobe.h; as root: apt-get install libfathom-dev"
# Debian changes nothing but where the tables' code is found.
fetch_original ethereal-chess 12.00+ds1-1 tar.xz
mkdir -p "$work/source/src/fathom"
echo '#include <tbprobe.h>' > "$work/source/src/fathom/tbprobe.h"
build_both ethereal Ethereal nopopcnt SRC='*.c' LIBS='-lpthread -lm -lfathom' CFLAGS='-DNDEBUG -O3 -std=gnu11'
compare Ethereal iterativeDeepening --depth 11
