#!/bin/sh
# check_emscripten.sh EM++ GENERATED_FOLDER ROOM...
# Compiles the engine's rooms for WebAssembly, without writing objects: what can go wrong is that emscripten's older
# libc++ lacks something.
set -eu

compiler=$1
generated=$2
shift 2

sources=$(for room in "$@"; do [ ! -d "src/$room" ] || find "src/$room" -name '*.cpp'; done | sort)
[ ! -e src/apps/oknos.cpp ] || sources="$sources
src/apps/oknos.cpp"
# shellcheck disable=SC2089,SC2090 # the quotes are part of the word
flags="-std=c++20 -fsyntax-only -pthread -msimd128 -Wall -Isrc -Iinclude -I$generated -DOKNOS_ENTRY=oknos_main_native -DOKNOS_LEVEL_NAME=\"wasm\""

# shellcheck disable=SC2016,SC2086,SC2090 # the inner shell expands; the flags are words
printf '%s\n' "$sources" | xargs -P 2 -I{} sh -c '
  source=$1 compiler=$2; shift 2
  echo "$source"
  "$compiler" "$@" -c "$source" -o /dev/null
' compile {} "$compiler" $flags
echo "emscripten compiles $(printf '%s\n' "$sources" | wc -l) files"
