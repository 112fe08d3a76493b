#!/bin/sh
# check_shared.sh WORK SOURCE BUILD CC PYTHON
# Builds liboknos.so, installs it into a prefix of its own, and uses it from C and from Python. It must show the functions
# of include/oknos/c.h and nothing else, and search what the static library searches.
set -eu
work=$1 source=$2 build=$3 cc=$4 python=$5
fail() { echo "check_shared.sh: $*" >&2 && exit 1; }

rm -rf "$work"
mkdir -p "$work"
cmake --build "$build" --target oknos_shared > "$work/build.log" 2>&1 || { cat "$work/build.log" && exit 1; }
cmake --install "$build" --component shared --prefix "$work/prefix" > "$work/install.log"
library=$(find "$work/prefix" -name 'liboknos.so')
[ -n "$library" ] || fail "no liboknos.so is installed"
interface=$(sed -n 's/^#define OKNOS_C_INTERFACE //p' "$source/include/oknos/c.h")
[ -e "$library.$interface" ] || fail "no liboknos.so.$interface is installed"

# The loader's name, and what is shown.
readelf -d "$library" | grep -q "SONAME.*\[liboknos.so.$interface\]" || fail "the loader's name is not liboknos.so.$interface"
nm -D --defined-only "$library" | sed 's/.* T //' | sort > "$work/shown"
sed -n 's/^OKNOS_C_API .*\(oknos_[a-z_]*\)(.*/\1/p' "$source/include/oknos/c.h" | sort > "$work/declared"
[ -s "$work/declared" ] || fail "include/oknos/c.h declares nothing"
diff "$work/declared" "$work/shown" || fail "the library shows other functions than include/oknos/c.h declares"

# From C, with the installed header.
folder=$(dirname "$library")
"$cc" -std=c99 -Wall -Wextra -Wpedantic -Werror "$source/examples/best_move.c" -I"$work/prefix/include" -L"$folder" -loknos \
  -Wl,-rpath,"$folder" -o "$work/best_move"
"$work/best_move" > "$work/c.txt"
grep -q '^best move e2a6, ' "$work/c.txt" || fail "best_move prints: $(cat "$work/c.txt")"
position='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'
nodes=$("$work/best_move" "$position" 6 | sed -n 's/^best move .*, \([0-9]*\) nodes.*/\1/p')

# From Python: the same nodes.

export OKNOS_LIBRARY="$library.$interface"
"$python" "$source/examples/skips.py" "$position" 6 > "$work/python.txt"
grep -q ", $nodes nodes$" "$work/python.txt" || fail "$nodes nodes in C, in Python: $(cat "$work/python.txt")"
grep -q '^frontier_futility skipped [1-9][0-9]* moves, first [a-h]' "$work/python.txt" || fail "skips.py prints: $(cat "$work/python.txt")"
if "$python" "$source/examples/skips.py" 'no position' > /dev/null 2> "$work/error.txt"; then fail "skips.py takes any position"; fi
grep -q '^skips.py: .*no position' "$work/error.txt" || fail "skips.py says: $(cat "$work/error.txt")"
[ "$(wc -l < "$work/error.txt")" -eq 1 ] || fail "skips.py says more than one line: $(cat "$work/error.txt")"
echo "liboknos.so.$interface serves C and Python"
