#!/bin/sh
# build_wasm.sh EM++ GENERATED_FOLDER OUT_FOLDER [JOBS]
# Compiles the explorer's service and the engine for WebAssembly: OUT_FOLDER/oknos.wasm. What did not change is not compiled again.
set -eu

compiler=$1
generated=$2
out=$3
jobs=${4:-2}
cd -- "$(dirname -- "$0")/.."

# The two libraries of headers that the service includes, and nothing else of the system's own headers.
headers=$out/headers
mkdir -p "$headers"
for library in fmt nlohmann; do
  found=
  for folder in /usr/include /usr/local/include; do
    [ ! -d "$folder/$library" ] || found=$folder/$library
  done
  [ -n "$found" ] || {
    echo "build_wasm.sh: the headers of $library are not there" >&2
    exit 1
  }
  ln -sfn "$found" "$headers/$library"
done

# Debian's emscripten has its JavaScript packages where Debian's own Node.js looks for them; other builds of it do not.
[ ! -d /usr/share/nodejs ] || export NODE_PATH="${NODE_PATH:-/usr/share/nodejs}"

folder=$(dirname -- "$compiler")
[ "$folder" != . ] || folder=$(dirname -- "$(command -v "$compiler")")
make --no-print-directory -s -j"$jobs" -f tools/wasm.mk CXX="$compiler" AR="$folder/emar" GENERATED="$generated" \
  HEADERS="$headers" OUT="$out"
