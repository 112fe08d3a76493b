#!/bin/sh
# tools/foreign/stockfish.sh FOLDER
# Stockfish 15.1 that writes what its pruning rules claim: FOLDER/claims/stockfish (docs/claims.md). Where apt has no source
# package of it, FOLDER/source is used if it is there, else it is cloned from the Stockfish developers. The network of the
# evaluation (EvalFile) comes from Debian's stockfish where that is installed: FOLDER/network.nnue; without it, only
# "Use NNUE=false" works.
set -eu
. "$(dirname -- "$0")/common.sh"
[ $# -eq 1 ] || fail "usage: $0 FOLDER"
work=$1
upstream=https://github.com/official-stockfish/Stockfish

need g++ g++
need make make
need python3 python3
mkdir -p "$work"
if ! (download stockfish 15.1-4 stockfish_15.1.orig.tar.gz --tar-only) 2> /dev/null; then
  need git git
  if ! grep -q '"15\.1"' "$work/source/src/misc.cpp" 2> /dev/null; then
    rm -rf "$work/source"
    git clone -q --depth 1 --branch sf_15.1 "$upstream" "$work/source" > "$work/fetch.log" 2>&1 ||
      fail "neither apt-get nor git ($upstream, tag sf_15.1) could fetch Stockfish 15.1; log: $work/fetch.log"
  fi
else
  fetch_original stockfish 15.1-4 tar.gz
fi
# Not its target "build": that downloads the network.
build_both stockfish stockfish all ARCH=x86-64-sse41-popcnt COMP=gcc EXTRACXXFLAGS=-DNNUE_EMBEDDING_OFF
compare stockfish 'Stockfish::Thread::search()' --depth 11 --set 'Use NNUE=false'

debian=/usr/games/stockfish
[ -x "$debian" ] || {
  say "$0: no network: as root: apt-get install stockfish"
  exit 0
}
network=$(cd -- "$work" && pwd)/network.nnue
printf 'export_net %s\nquit\n' "$network" | "$debian" > "$work/network.log" 2>&1
[ -e "$network" ] || fail "$debian gave no network; log: $work/network.log"
compare stockfish 'Stockfish::Thread::search()' --depth 11 --set "EvalFile=$network"
