#!/bin/sh
# Packs the source and builds the engine from the archive: it must count the same nodes as ENGINE and say of which commit it
# is. Ends with 77 where there is nothing that could be packed: changes that are not committed, or no git.
#
#   tests/package/check_source.sh WORK_FOLDER ENGINE
set -eu
source=$(cd -- "$(dirname -- "$0")/../.." && pwd)
work=$1
engine=$2
rm -rf "$work"
mkdir -p "$work"
cd "$source"
if [ ! -e .git ] || [ -n "$(git diff-index --name-only HEAD)" ]; then
  echo "not tested: the source is not as committed"
  exit 77
fi

nodes() { "$1" bench 2> /dev/null | awk '$2 == "nodes" { nodes = $1 } END { print nodes }'; }

OKNOS_BUILD_DIR="$work/build" ./package --out "$work/dist" source
(cd "$work/dist" && sha256sum --check --quiet SHA256SUMS)
cp "$work/dist"/oknos-*.tar.xz "$work/first.tar.xz"
OKNOS_BUILD_DIR="$work/build" ./package --out "$work/dist" source
cmp "$work/first.tar.xz" "$work/dist"/oknos-*.tar.xz

tar -xf "$work/first.tar.xz" -C "$work"
cd "$work"/oknos-*/
make -j2 EXE="$work/oknos" BUILD="$work/made" CXXFLAGS='-O1 -DNDEBUG -march=native'
commit=$(git -C "$source" rev-parse HEAD | cut -c 1-12)
"$work/oknos" --version | grep -F "(native, commit $commit, network " || { echo "it says $("$work/oknos" --version)" && exit 1; }
expected=$(nodes "$engine")
counted=$(nodes "$work/oknos")
[ "$counted" = "$expected" ] || { echo "bench counts $counted nodes instead of $expected" && exit 1; }
echo "built from the archive: $counted nodes"
