#!/bin/sh
# Renews what the tests and the pages show of today's engine: run it after a change of the search, the evaluation or the
# network, look at the difference, and correct the sentences that it names.
#
#   tools/figures.sh                       expected outputs of the tests, outputs and pictures on pages: two minutes
#   tools/figures.sh --measured WAC.epd    also docs/rules/measured.json, with "Win at Chess": ten minutes
#   tools/figures.sh --games               only the win model, from 3,000 new games: fifteen minutes; then build and repeat
#
# OKNOS_BUILD_DIR is the build folder (default: build), built by ./test. The calibration of UCI_Elo and the tables of
# results against other engines take hours; their pages give the commands.
set -eu
cd -- "$(dirname -- "$0")/.."
. tools/house.sh
bin=${OKNOS_BIN:-$OKNOS_BUILD_DIR/release/bin}
measured= games=
while [ $# -gt 0 ]; do
  case $1 in
    --measured)
      [ -r "${2:-}" ] || fail "--measured: a file that can be read is expected, the suite \"Win at Chess\""
      measured=$2
      shift
      ;;
    --games) games=yes ;;
    *)
      sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p;}' "$0" >&2
      exit 2
      ;;
  esac
  shift
done
[ -x "$bin/test_lab" ] || fail "$bin/test_lab is not there; ./test builds it, or OKNOS_BIN names the folder of the programs"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -n "$games" ]; then
  say "The win model: 3,000 games with 2,000 nodes a move"
  "$bin/oknos-lab" datagen --games 3000 --random-plies 8,9 --seed 900001 --hash 4 --nodes 2000 --workers "$(jobs)" \
    --out "$work/wdl-2000n.games"
  "$bin/oknos-lab" train wdl "$work/wdl-2000n.games" --force
  say "src/engine/uci/win_model_values.h is new: build, and run this again without --games"
  exit 0
fi

say "Expected outputs of the tests (tests/lab/snapshots)"
# The first run writes the files and fails where they differed; the second must pass.
OKNOS_UPDATE_SNAPSHOTS=1 "$bin/test_lab" --gtest_filter='*Snapshots*' > "$work/log" 2>&1 || true
"$bin/test_lab" --gtest_filter='*Snapshots*' > "$work/log" 2>&1 || { tail -n 40 "$work/log" >&2 && exit 1; }

say "Pages of the reference"
tools/reference_pages.py --lab "$bin/oknos-lab"

say "docs/images/analyse.svg"
COLUMNS=100 "$bin/oknos-lab" analyse --depth 20 --color always > "$work/analyse.txt"
tools/terminal_svg.py < "$work/analyse.txt" > docs/images/analyse.svg

if [ -n "$measured" ]; then
  say "docs/rules/measured.json"
  tools/measure_rules.py --lab "$bin/oknos-lab" --wac "$measured" --depths 4 --every 6 --every-guess 1
  tools/rule_figures.py
fi

say "Outputs on the pages, and the figures taken from them"
status=0
tools/page_outputs.py --lab "$bin/oknos-lab" || status=$?
git --no-pager diff --stat
exit "$status"
