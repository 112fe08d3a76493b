#!/bin/sh
# tools/foreign/toga2.sh FOLDER
# Toga II 3.0 that writes what its pruning rules claim: FOLDER/claims/toga2 (docs/claims.md).
set -eu
. "$(dirname -- "$0")/common.sh"
[ $# -eq 1 ] || fail "usage: $0 FOLDER"
work=$1

need g++ g++
need make make
need python3 python3
fetch toga2 3.0.0.1SE1-2
# Its search reads variables that nothing has set: without zeros there no two programs search alike. Its linker flags would
# strip the names of the functions.
build_both toga2 toga2 CXX='g++ -ftrivial-auto-var-init=zero' LDFLAGS='-lm -ldl -lpthread'
compare toga2 'search_full_root(*' --depth 8 --set OwnBook=false
