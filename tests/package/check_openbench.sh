#!/bin/sh
# What a client of OpenBench does with the source: builds it with its own words, runs the bench and asks for openings.
# With OPENBENCH_CLIENT=FOLDER, the folder "Client" of https://github.com/AndyGrant/OpenBench, the client's own functions
# read what the engine prints.
#
#   tests/package/check_openbench.sh WORK_FOLDER ENGINE
set -eu
source=$(cd -- "$(dirname -- "$0")/../.." && pwd)
work=$1
engine=$2
wrong() {
  echo "$*"
  exit 1
}

rm -rf "$work"
mkdir -p "$work"
(cd "$source" && cp -R Makefile src include presets networks tools "$work")
name=Oknos-0123456789abcdef
cd "$work"
make -j EXE=$name CXX=g++ "EVALFILE=$source/networks/oknos.oknn" > make.log 2>&1 || { tail -n 20 make.log && exit 1; }
[ -x "$name" ] || wrong "make EXE=$name makes no ./$name"

# Both streams together; the last line with a number before "nodes" and "nps" counts.
nodes() { "$1" bench 2>&1 | sed -n 's/.*[^0-9]*\b\([0-9][0-9]*\) nodes [0-9]* nps.*/\1/p' | tail -n 1; }
counted=$(nodes "./$name")
expected=$(nodes "$engine")
[ -n "$counted" ] || wrong "bench prints no line \"N nodes M nps\""
[ "$counted" = "$expected" ] || wrong "bench counts $counted nodes instead of $expected"

openings() { "./$name" "genfens $1 seed $2 book $3 " quit | sed -n 's/^info string genfens //p'; }
openings 5 7 None > first
openings 5 7 None > again
openings 5 8 None > other
[ "$(wc -l < first)" -eq 5 ] || wrong "genfens 5 prints $(wc -l < first) openings"
cmp first again || wrong "the same seed gives other openings"
! cmp -s first other || wrong "another seed gives the same openings"
# The client splits the FEN into six fields.
[ "$(awk 'NF == 6' first | wc -l)" -eq 5 ] || wrong "not six fields: $(cat first)"
head -n 3 first > book.epd
openings 4 1 book.epd > from_book
[ "$(wc -l < from_book)" -eq 4 ] || wrong "genfens with a book prints $(wc -l < from_book) openings"

if [ -n "${OPENBENCH_CLIENT:-}" ]; then
  PYTHONPATH=$OPENBENCH_CLIENT ENGINE=$name EXPECTED=$expected python3 - << 'END'
import io, os, sys
import bench, genfens
engine = os.environ["ENGINE"]
speed, nodes = bench.run_benchmark(engine, 2, 1, int(os.environ["EXPECTED"]))
book = io.StringIO()
genfens.create_genfens_opening_book(
    {"N": 4, "threads": 2, "seeds": [1, 2], "book": "None", "extra": "", "engine": engine, "output": book})
lines = book.getvalue().splitlines()
if len(lines) != 8:
    sys.exit(f"the client got {len(lines)} openings instead of 8")
print(f"OpenBench's client: {nodes} nodes, {len(lines)} openings")
END
fi
echo "built and asked as a client of OpenBench does: $counted nodes"
