# shellcheck shell=sh disable=SC2034,SC2154 # variables come from and go to ../../package
# Shared by ./package and its targets (tools/package/TARGET.sh); sourced after tools/house.sh. $out is the folder that the
# files go to.

# The version stands in one place: where the engine says it.
version=$(sed -n 's/.*kVersion = "\([0-9.]*\)".*/\1/p' src/engine/uci/identity.h)
[ ! -e .git ] || command -v git > /dev/null 2>&1 || ensure package
commit=$(sh tools/commit.sh)
# Whatever carries a date carries the commit's, so that the same commit gives the same files.
SOURCE_DATE_EPOCH=$(sh tools/commit.sh --time)
export SOURCE_DATE_EPOCH

require_commit() {
  if [ "$commit" = unknown ]; then
    [ ! -e .git ] || fail "git does not say which commit this is: $(git rev-parse HEAD 2>&1 | head -n 1)"
    fail "$PWD is neither a git checkout nor an unpacked source archive: which commit is it?"
  fi
  [ -e .git ] || return 0
  changed=$(git diff-index --name-only HEAD | tr '\n' ' ')
  [ -z "$changed" ] || fail "not committed: ${changed% }; packages are made from a commit"
}

# require_folder FOLDER: makes it; one line if nothing can be written there.
require_folder() {
  [ ! -e "$1" ] || [ -d "$1" ] || fail "--out: $1 is not a folder"
  mkdir -p "$1" 2> /dev/null || fail "--out: the folder $1 cannot be made"
  { : > "$1/.writable"; } 2> /dev/null || fail "--out: nothing can be written in $1"
  rm -f "$1/.writable"
}

# stage NAME: an empty folder to put files together in; its path is in $staged.
stage() {
  staged=$OKNOS_BUILD_DIR/package-$1
  rm -rf "$staged"
  mkdir -p "$staged"
}

# publish FILE [NAME]: puts it into $out, aside first, then renamed.
publish() {
  name=${2:-${1##*/}}
  cp "$1" "$out/$name.new"
  mv "$out/$name.new" "$out/$name"
  say "Made $out/$name ($(du -h "$out/$name" | cut -f1))"
}

write_checksums() {
  (cd "$out" && find . -maxdepth 1 -type f \( -name 'oknos*' -o -name PKGBUILD \) ! -name '*.new' | sed 's,^\./,,' | LC_ALL=C sort | tr '\n' '\0' |
    xargs -0 sha256sum > SHA256SUMS.new && mv SHA256SUMS.new SHA256SUMS)
}

# bench_nodes COMMAND...: the nodes that "COMMAND bench" counts.
bench_nodes() {
  "$@" bench < /dev/null 2> /dev/null | awk '$2 == "nodes" { nodes = $1 } END { print nodes }'
}

# What bench must count: the last line "Bench: NODES" of a commit message; nothing in an unpacked source archive.
expected_nodes() {
  [ -e .git ] || return 0
  git log -n 1 --grep='^Bench: [0-9]' --format=%B | sed -n 's/^Bench: \([0-9]*\)$/\1/p' | tail -n 1
}

# build_static_engine: $OKNOS_BUILD_DIR/pgo/bin/oknos, with every CPU level, optimised at link time and from a profile.
build_static_engine() {
  say "Building the engine from a profile of itself (several minutes; nothing to do if it has been built)"
  build pgo oknos
}

# check_engine PROGRAM: it is static, says of which commit it is, and searches the same nodes at every level.
check_engine() {
  needed=$(readelf --wide --dynamic "$1" | grep NEEDED) || true
  [ -z "$needed" ] || fail "$1 is not static; it needs $needed"
  check_version "$1"
  check_levels "$1"
}

# check_levels COMMAND...: every level searches the nodes that the last commit message with a bench says.
check_levels() {
  expected=$(expected_nodes)
  for level in x86-64-v2 x86-64-v3 x86-64-v4; do
    if ! reason=$("$@" --cpu "$level" --version 2>&1); then
      say "  $level: not checked (${reason#oknos: })"
      continue
    fi
    nodes=$(bench_nodes "$@" --cpu "$level")
    : "${expected:=$nodes}"
    [ "${nodes:-none}" = "$expected" ] ||
      fail "bench counts ${nodes:-no} nodes at $level and should count $expected"
    say "  $level: bench counts $nodes nodes"
  done
  [ -n "$expected" ] || fail "$* runs at no CPU level of this machine"
}

# check_version COMMAND...: "--version" names the version, what stands behind it unless this is a release, the commit and
# the network.
check_version() {
  said=$("$@" --version)
  full_version=$version$(sh tools/development_version.sh "$commit")
  network=$(sha256sum networks/oknos.oknn | cut -c 1-12)
  case $said in
    *" $full_version ("*"commit $commit, network $network)") say "  $said" ;;
    *) fail "$* --version says \"$said\"; expected are version $full_version, commit $commit and network $network" ;;
  esac
}
