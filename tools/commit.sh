#!/bin/sh
# The commit of this source: twelve digits, with "-modified" behind them if files differ from it that programs are made of;
# "unknown" where there is neither git nor the file that a source archive carries.
#
#   tools/commit.sh           the commit
#   tools/commit.sh --time    its time in seconds since 1970 (0: unknown)
set -eu
cd -- "$(dirname -- "$0")/.."
digits=12

# `git archive` writes both into this file; it comes first, for an archive may lie inside another checkout.
read -r commit time _ < tools/archived_commit
case $commit in
  \$*)
    # Also a copy of the source may lie inside another checkout.
    if prefix=$(git rev-parse --show-prefix 2> /dev/null) && [ -z "$prefix" ]; then
      commit=$(git rev-parse HEAD)
      time=$(git log -n 1 --format=%ct)
      git update-index -q --refresh > /dev/null 2>&1 || true
      git diff-index --quiet HEAD -- . ':!docs' ':!tests' ':!*.md' || modified=-modified
    else
      commit=unknown
      time=0
    fi
    ;;
esac
case ${1:-} in
  --time) echo "$time" ;;
  '') echo "$(printf '%s' "$commit" | cut -c "1-$digits")${modified:-}" ;;
  *)
    echo "tools/commit.sh: unknown argument \"$1\"" >&2
    exit 2
    ;;
esac
