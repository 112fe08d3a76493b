# shellcheck shell=sh
# Shared by the scripts of this folder: fetches Debian's source of an engine, builds it with and without the calls of
# include/oknos/claims.h, and compares. POSIX sh, sourced.

: "${work:=}" # the folder, set by the script
here=$(cd -- "$(dirname -- "$0")" && pwd)

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "$0: $*"
  exit 1
}

# Nothing is wrong here, but the sources cannot be had: a status of its own.
no_sources() {
  say "$0: $*"
  exit 75
}

# need TOOL PACKAGE
need() { command -v "$1" > /dev/null 2>&1 || fail "needs $1; as root: apt-get install $2"; }

# download PACKAGE VERSION FILE [OPTION]: what apt-get source downloads for them, FILE among it, into $work.
download() {
  mkdir -p "$work"
  [ ! -e "$work/$3" ] || return 0
  need apt-get apt
  log=$work/fetch.log
  (cd "$work" && apt-get source --download-only ${4:+"$4"} "$1=$2") > "$log" 2>&1 || {
    if grep -q "deb-src" "$log"; then
      no_sources "apt knows no sources; add a line such as \"deb-src http://deb.debian.org/debian bookworm main\" to /etc/apt/sources.list, then apt-get update"
    fi
    no_sources "apt-get could not fetch the source of $1 $2 ($(grep -m1 '^E:' "$log" || tail -n 1 "$log"); log: $log)"
  }
  [ -e "$work/$3" ] || fail "apt-get did not fetch $3 of $1 $2 but: $(cd "$work" && echo "$1"_*)"
}

# fetch PACKAGE VERSION: Debian's source with its changes, unpacked into $work/source.
fetch() {
  need dpkg-source dpkg-dev
  dsc="$1_$2.dsc"
  download "$1" "$2" "$dsc"
  rm -rf "$work/source"
  dpkg-source --no-check -x "$work/$dsc" "$work/source" > "$work/unpack.log" 2>&1 ||
    fail "dpkg-source could not unpack $work/$dsc; log: $work/unpack.log"
}

# fetch_original PACKAGE VERSION SUFFIX: the source without Debian's changes, SUFFIX such as tar.xz.
fetch_original() {
  archive="$1_${2%-*}.orig.$3"
  download "$1" "$2" "$archive" --tar-only
  rm -rf "$work/source"
  mkdir "$work/source"
  tar -xf "$work/$archive" -C "$work/source" --strip-components=1 || fail "tar could not unpack $work/$archive"
}

# build VARIANT PROGRAM MAKE_ARGUMENT...: makes $work/VARIANT/PROGRAM.
build() {
  variant=$1
  program=$2
  shift 2
  log=$work/$variant.log
  make -C "$work/$variant" "$@" > "$log" 2>&1 || {
    grep -m 5 -E 'error|Error' "$log" >&2 || tail -n 5 "$log" >&2
    fail "make failed; all of it: $log"
  }
  [ -x "$work/$variant/$program" ] || fail "make left no $work/$variant/$program; log: $log"
}

# build_both ENGINE PROGRAM MAKE_ARGUMENT...: from the sources in $work/source/src, where the calls are inserted in one copy.
build_both() {
  engine=$1
  shift
  for variant in original claims; do
    rm -rf "${work:?}/$variant"
    cp -R "$work/source/src" "$work/$variant"
  done
  python3 "$here/insert.py" "$engine" "$work/claims" || exit 1
  build original "$@" &
  original=$!
  build claims "$@"
  wait "$original" || exit 1
}

# compare PROGRAM FUNCTION NODES_ARGUMENT...: the same nodes, also while claims and a tree are written; inactive calls below
# 1 % of the instructions within FUNCTION.
compare() {
  program=$1
  function=$2
  shift 2
  file=$work/claims.jsonl
  tree=$work/tree.jsonl
  rm -f "$file" "$tree"
  unset OKNOS_CLAIMS OKNOS_CLAIMS_RATE OKNOS_TRACE OKNOS_TRACE_SEARCH OKNOS_TRACE_LIMIT
  without=$(python3 "$here/nodes.py" "$work/original/$program" "$@") || exit 1
  inactive=$(python3 "$here/nodes.py" "$work/claims/$program" "$@") || exit 1
  active=$(OKNOS_CLAIMS=$file OKNOS_CLAIMS_RATE=1000 OKNOS_TRACE=$tree python3 "$here/nodes.py" "$work/claims/$program" "$@") || exit 1
  echo "nodes: original $without, inactive claims $inactive, one claim in 1,000 $active"
  python3 "$here/check_claims.py" "$file" || fail "$file: see above"
  if grep -q oknos_trace_start "$work"/claims/*_claims.h; then
    python3 "$here/check_tree.py" "$tree" || fail "$tree: see above"
  fi
  [ "$without $without" = "$inactive $active" ] || fail "the node counts differ"

  command -v valgrind > /dev/null 2>&1 || {
    say "$0: the instructions are not counted; as root: apt-get install valgrind"
    return
  }
  set -- "$@" --count 4 --instructions "$function"
  python3 "$here/nodes.py" "$work/original/$program" "$@" > "$work/original.instructions" &
  original=$!
  inactive=$(python3 "$here/nodes.py" "$work/claims/$program" "$@") || exit 1
  wait "$original" || exit 1
  without=$(cat "$work/original.instructions")
  echo "$without $inactive" | awk '{
    more = 100 * ($4 / $2 - 1)
    printf "instructions of %d nodes, millions: original %.1f, inactive claims %.1f: %+.2f %%\n", $1, $2, $4, more
    exit more < 1 ? 0 : 1
  }' || fail "inactive claims cost 1 % of the instructions or more"
}
