#!/bin/sh
# tools/foreign/glaurung.sh FOLDER
# Glaurung 2.2 that writes what its pruning rules claim: FOLDER/claims/glaurung (docs/claims.md).
set -eu
. "$(dirname -- "$0")/common.sh"
[ $# -eq 1 ] || fail "usage: $0 FOLDER"
work=$1

need g++ g++
need make make
need python3 python3
fetch glaurung 2.2-4
build_both glaurung glaurung
# With more than one thread no two searches are alike.
compare glaurung 'think(*' --depth 7 --set OwnBook=false --set Threads=1
