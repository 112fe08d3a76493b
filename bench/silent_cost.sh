#!/bin/sh
# What do the tracer's hooks cost a search to which nobody listens? Builds the engine twice, as it is and with every hook line deleted, and counts the instructions of
# the same `bench` under callgrind: instructions repeat where a clock does not.
#
#   bench/silent_cost.sh [DEPTH]     needs a compiler, make and valgrind; prints both counts and the difference in percent
#   exit 1: the node counts differ, or the hooks cost more than 0.1 %
set -eu

depth=${1:-9}
limit_ppm=1000
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for kind in hooks bare; do
  mkdir "$work/$kind"
  (cd "$root" && tar cf - Makefile src include presets) | tar xf - -C "$work/$kind"
done
# A hook is a line of its own that begins with `tracer.` or `tracer_.`.
hooks=$(cat "$work"/hooks/src/engine/search/*.cpp "$work"/hooks/src/engine/pruning/ask/ask.h | grep -cE '^ *tracer_?\..*;$')
sed -i -E '/^ *tracer_?\..*;$/d' "$work"/bare/src/engine/search/*.cpp "$work"/bare/src/engine/pruning/ask/ask.h
if grep -nE 'tracer_?\.[a-z_]+\(' "$work"/bare/src/engine/search/*.cpp "$work"/bare/src/engine/pruning/ask/ask.h; then
  echo "silent_cost: a hook is not on a line of its own (above)" >&2
  exit 1
fi

count() { # KIND -> instructions; nodes in $work/KIND.nodes
  # valgrind knows no AVX-512, so the build must not use it.
  make -s -j2 -C "$work/$1" EXE=oknos CXXFLAGS='-O3 -DNDEBUG -march=x86-64-v2' >"$work/$1.build" 2>&1 || { cat "$work/$1.build" >&2; exit 1; }
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$work/$1/oknos" bench 16 1 "$depth" >"$work/$1.out" 2>"$work/$1.log"
  grep -oE '[0-9]+ nodes' "$work/$1.out" | tail -n 1 >"$work/$1.nodes"
  sed -nE 's/.*Collected : ([0-9]+).*/\1/p' "$work/$1.log"
}
with=$(count hooks)
without=$(count bare)
echo "hooks: $hooks lines; bench depth $depth: $(cat "$work/hooks.nodes") with them, $(cat "$work/bare.nodes") without"
cmp -s "$work/hooks.nodes" "$work/bare.nodes" || { echo "silent_cost: the node counts differ" >&2; exit 1; }
awk -v a="$with" -v b="$without" -v limit="$limit_ppm" 'BEGIN {
  printf "instructions: %d with hooks, %d without: %+.4f %%\n", a, b, (a - b) * 100 / b
  exit ((a - b) * 1000000 / b > limit) }'
