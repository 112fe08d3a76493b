#!/bin/sh
# Evaluates 10,000 positions with the built-in network in builds of several compilers, CPU levels and processors, and
# compares them: all must compute the same (docs/network.md).
#
#   tools/compare_network_values.sh FOLDER     builds in FOLDER; from the root of the source
#
# Left out, with a line that says so, is what this machine cannot compile or run. arm64 is cross-compiled
# (g++-aarch64-linux-gnu) and run by qemu (qemu-user); WebAssembly is compiled by em++ and run by Node.js, both with the
# vector instructions that the web package uses and without.
set -eu
[ $# -eq 1 ] || { sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p;}' "$0" >&2; exit 2; }
folder=$1
network=networks/oknos.oknn
count=10000
mkdir -p "$folder"

# One source file: that is compiled soonest.
all=$folder/all.cpp
for file in src/engine/base/*.cpp src/engine/chess/*.cpp src/engine/platform/file_name*.cpp src/engine/eval/network/network.cpp \
  src/engine/eval/network/accumulators.cpp \
  tests/network_values/network_values.cpp; do
  echo "#include \"$PWD/$file\""
done > "$all"

expected=
builds=0
# compare NAME RUNNER COMPILER FLAG...: RUNNER is what starts the program, "" if nothing need.
compare() {
  name=$1 runner=$2
  shift 2
  "$@" -std=c++20 -DNDEBUG -w -Isrc -Iinclude "$all" -o "$folder/values"
  # shellcheck disable=SC2086 # the runner is words
  check "$name" "$($runner "$folder/values" "$network" "$count")"
}
# check NAME VALUES: the same as of the first build?
check() {
  echo "$1: $2"
  expected=${expected:-$2}
  [ "$2" = "$expected" ] || { echo "$1 differs from the first build" >&2; exit 1; }
  builds=$((builds + 1))
}
has() { command -v "$1" > /dev/null 2>&1; }
# runs LEVEL: whether this processor does; by an instruction set that came with it.
runs() {
  case $1 in
    x86-64-v2) grep -qw sse4_2 /proc/cpuinfo ;;
    x86-64-v3) grep -qw avx2 /proc/cpuinfo ;;
    x86-64-v4) grep -qw avx512vl /proc/cpuinfo ;;
  esac
}

for compiler in g++ clang++; do
  has "$compiler" || { echo "not tested: $compiler is not there"; continue; }
  compare "$compiler -O0" "" "$compiler" -O0
  compare "$compiler -O3" "" "$compiler" -O3
  [ "$(uname -m)" = x86_64 ] || continue
  for level in x86-64-v2 x86-64-v3 x86-64-v4; do
    runs "$level" || { echo "not tested: this processor does not run $level"; continue; }
    compare "$compiler -O3 $level" "" "$compiler" -O3 "-march=$level"
  done
done

cross=aarch64-linux-gnu-g++
if has "$cross" && has qemu-aarch64; then
  compare "$cross -O3 under qemu" qemu-aarch64 "$cross" -O3 -static
else
  echo "not tested: arm64 (it needs g++-aarch64-linux-gnu and qemu-user)"
fi
if has em++ && has node; then
  # The program is values.js there: Node.js wants the name.
  for simd in "" -msimd128; do
    name="em++ -O3${simd:+ $simd}"
    em++ -std=c++20 -DNDEBUG -w -Isrc -Iinclude -O3 $simd -c "$all" -o "$folder/values.o"
    em++ -O1 -sSINGLE_FILE=1 -sNODERAWFS=1 -sALLOW_MEMORY_GROWTH "$folder/values.o" -o "$folder/values.js"  # -O3 would minify JavaScript
    check "$name" "$(node "$folder/values.js" "$network" "$count")"
  done
else
  echo "not tested: WebAssembly (it needs emscripten and nodejs)"
fi
[ "$builds" -gt 1 ] || { echo "there is nothing to compare" >&2; exit 1; }
echo "$builds builds compute the same"
