#!/bin/sh
# Fuzzes every parser for a long time, at lowest priority, in turn, each on all processors:
#
#   tools/fuzz_all.sh [SECONDS [TARGET...]]      (default: 3600 seconds of each target of fuzz/)
#
# What each target has had is kept in OKNOS_BUILD_DIR/fuzz/long, so that a second call goes on with what is missing. A
# finding is printed with the file that shows it, the target is left out from then on, and the exit code is 1. At the end
#
#   tools/fuzz_all.sh --keep
#
# adds the small inputs of the corpus that reach code which no seed in fuzz/seeds reaches.
set -eu
cd -- "$(dirname -- "$0")/.."
. tools/house.sh
largest_seed=512 # bytes

all_targets() { for file in fuzz/*_fuzz.cpp; do basename "$file" _fuzz.cpp; done; }

keep=
if [ "${1:-}" = --keep ]; then
  keep=yes
  shift
fi
seconds=${1:-3600}
case $seconds in
  '' | *[!0-9]*)
    say "tools/fuzz_all.sh: \"$seconds\": a number of seconds is expected"
    exit 2
    ;;
esac
[ $# -eq 0 ] || shift
for target; do
  [ -e "fuzz/${target}_fuzz.cpp" ] || {
    say "tools/fuzz_all.sh: there is no target \"$target\"; there are $(all_targets | tr '\n' ' ')"
    exit 2
  }
done
[ $# -gt 0 ] || set -- $(all_targets)

ensure run test fuzz
with_tests=ON
build fuzz $(for target; do echo "${target}_fuzz"; done)
long=$OKNOS_BUILD_DIR/fuzz/long
mkdir -p "$long"
status=0
# The targets take turns, so that each has had about the same when this is interrupted.
slice=300 # seconds
had() { cat "$long/$1.done" 2> /dev/null || echo 0; }

if [ -n "$keep" ]; then
  for target; do
    before=$(find "fuzz/seeds/$target" -type f | wc -l)
    "$OKNOS_BUILD_DIR/fuzz/bin/${target}_fuzz" -set_cover_merge=1 -use_counters=0 -max_len=$largest_seed "fuzz/seeds/$target" "$long/$target" > "$long/$target.merge.log" 2>&1 || status=1
    say "$target: $(($(find "fuzz/seeds/$target" -type f | wc -l) - before)) new seeds"
  done
  exit "$status"
fi

found=
missing=yes
while [ -n "$missing" ]; do
  missing=
  for target; do
    case " $found " in *" $target "*) continue ;; esac
    left=$((seconds - $(had "$target")))
    [ "$left" -gt 0 ] || continue
    missing=yes
    [ "$left" -le $slice ] || left=$slice
    program=$OKNOS_BUILD_DIR/fuzz/bin/${target}_fuzz
    mkdir -p "$long/$target"
    if (cd "$long" && nice -n 19 "$program" -max_total_time="$left" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
      -fork="$(jobs)" -ignore_timeouts=0 -artifact_prefix="$long/$target-" "$target" "$OLDPWD/fuzz/seeds/$target" > "$long/$target.log" 2>&1); then
      echo $(($(had "$target") + left)) > "$long/$target.done"
      say "$target: nothing found in $(had "$target") s; $(find "$long/$target" -type f | wc -l) inputs in the corpus"
    else
      say "$target: FOUND something: $(ls "$long/$target"-* 2> /dev/null | tr '\n' ' ')"
      found="$found $target"
      status=1
    fi
  done
done
exit "$status"
