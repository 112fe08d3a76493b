#!/bin/sh
# check_fetched.sh WORK SOURCE CXX
# Builds a program of a project that fetches Oknos with CMake's FetchContent. The project gets the library, and neither
# the engine nor the laboratory nor anything to install.
set -eu
work=$1 source=$2 cxx=$3
fail() { echo "check_fetched.sh: $*" >&2 && exit 1; }

rm -rf "$work"
cmake -S "$source/tests/library/fetched" -B "$work" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$cxx" \
  -DOKNOS_SOURCE="$source" -DOKNOS_UNITY=ON > "$work.log" 2>&1 || { cat "$work.log" && exit 1; }
cmake --build "$work" >> "$work.log" 2>&1 || { tail -n 40 "$work.log" && exit 1; }
"$work/analyse" > "$work/analyse.txt"
grep -q 'mate 1: f3f7' "$work/analyse.txt" || fail "analyse prints: $(cat "$work/analyse.txt")"
found=$(find "$work" -type f \( -name oknos -o -name oknos-lab -o -name 'test_*' \))
[ -z "$found" ] || fail "built without being asked for: $found"
cmake --install "$work" --prefix "$work/prefix" > "$work/install.txt"
[ ! -e "$work/prefix" ] || fail "installed without being asked for: $(find "$work/prefix" -type f | head -n 3)"
echo "the library serves a project that fetches it"
