#!/bin/sh
# The newest commit names what "oknos bench" counts, in a line "Bench: NODES": match runners and testers read it there.
# Ends with 77 where there is nothing to compare: no git checkout, or sources that are not as committed.
#
#   tests/package/check_bench_line.sh ENGINE
set -eu
engine=$(realpath "$1")
cd -- "$(dirname -- "$0")/../.."
if [ ! -e .git ] || ! git rev-parse HEAD > /dev/null 2>&1; then
  echo "not tested: this is not a git checkout"
  exit 77
fi
if [ -n "$(git diff-index --name-only HEAD -- src networks presets)" ]; then
  echo "not tested: the sources are not as committed"
  exit 77
fi

commit=$(git rev-list --no-merges --max-count=1 HEAD)
named=$(git log -n 1 --format=%B "$commit" | sed -n 's/^Bench: \([0-9]*\)$/\1/p' | tail -n 1)
counted=$("$engine" bench 2> /dev/null | awk '$2 == "nodes" { nodes = $1 } END { print nodes }')
subject=$(git log -n 1 --format='%h "%s"' "$commit")
if [ -z "$named" ]; then
  echo "the message of $subject has no line \"Bench: $counted\""
  exit 1
fi
if [ "$named" != "$counted" ]; then
  echo "$subject says Bench: $named, and the engine counts $counted"
  exit 1
fi
echo "$subject: $named nodes"
