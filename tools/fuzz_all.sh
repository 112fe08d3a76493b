#!/bin/sh
# Fuzzes every parser for a long time, at lowest priority, one after the other on all processors:
#
#   tools/fuzz_all.sh [SECONDS [TARGET...]]      (default: 3600 seconds of each target of fuzz/)
#
# What each target has had is kept in OKNOS_BUILD_DIR/fuzz/long, so that a second call goes on with what is missing. A
# finding is printed with the file that shows it, and the next target begins; the exit code is then 1. At the end
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
for target; do
  program=$OKNOS_BUILD_DIR/fuzz/bin/${target}_fuzz
  corpus=$long/$target
  mkdir -p "$corpus"
  if [ -n "$keep" ]; then
    before=$(find "fuzz/seeds/$target" -type f | wc -l)
    "$program" -set_cover_merge=1 -use_counters=0 -max_len=$largest_seed "fuzz/seeds/$target" "$corpus" > "$long/$target.merge.log" 2>&1 || status=1
    say "$target: $(($(find "fuzz/seeds/$target" -type f | wc -l) - before)) new seeds"
    continue
  fi
  if [ -e "$long/$target.done" ] && [ "$(cat "$long/$target.done")" -ge "$seconds" ]; then
    say "$target: has had $(cat "$long/$target.done") s"
    continue
  fi
  say "$target: $seconds s, log $long/$target.log"
  if (cd "$long" && nice -n 19 "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -fork="$(jobs)" -ignore_timeouts=0 -artifact_prefix="$long/$target-" "$corpus" "$OLDPWD/fuzz/seeds/$target" > "$long/$target.log" 2>&1); then
    echo "$seconds" > "$long/$target.done"
    say "$target: nothing found; $(find "$corpus" -type f | wc -l) inputs in the corpus"
  else
    say "$target: FOUND something: $(ls "$long/$target"-* 2> /dev/null | tr '\n' ' ')"
    status=1
  fi
done
exit "$status"
