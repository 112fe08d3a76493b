#!/bin/sh
# Tunes the classical evaluation and the win model from games of the engine against itself (docs/training.md):
#
#   tools/tune_evaluation.sh --rounds 2 --games 20000
#
# A round plays games, fits the weights to the games of all rounds so far, builds, and plays the new engine against the
# one before. A round that loses is taken back and ends it. Then the win model is fitted to the last round's games.
# Cut short, the same command goes on where it was: what is finished lies in the folder of --work.
#
#   --rounds N        rounds (1)
#   --games N         games to learn from, each round (20000)
#   --nodes N         nodes a move in them (2500)
#   --blend X         weight of the result against the score, see oknos-lab train classical (0.5)
#   --train "ARGS"    more arguments for oknos-lab train classical
#   --match N         games against the engine before (2000); 0: none, every round is kept
#   --match-nodes N   nodes a move in these (2000)
#   --workers N       games and threads at a time (one for each processor)
#   --work FOLDER     where everything is kept (build/tuning)
set -eu
cd -- "$(dirname -- "$0")/.."
. tools/house.sh

rounds=1
games=20000
nodes=2500
blend=0.5
train=
match=2000
match_nodes=2000
workers=$(nproc 2> /dev/null || echo 2)
work=$OKNOS_BUILD_DIR/tuning

usage() { sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p;}' "$0"; }
bad() {
  say "$0: $*; try $0 --help"
  exit 2
}

while [ $# -gt 0 ]; do
  option=$1
  case $option in
    -h | --help) usage && exit 0 ;;
    --rounds | --games | --nodes | --blend | --train | --match | --match-nodes | --workers | --work) ;;
    *) bad "unknown word \"$option\"" ;;
  esac
  [ $# -ge 2 ] || bad "$option: a value is expected"
  value=$2
  shift 2
  case $option in
    --rounds | --games | --nodes | --match | --match-nodes | --workers)
      case $value in '' | *[!0-9]*) bad "$option: \"$value\" is no whole number" ;; esac
      ;;
  esac
  case $option in
    --rounds) rounds=$value ;;
    --games) games=$value ;;
    --nodes) nodes=$value ;;
    --blend) blend=$value ;;
    --train) train=$value ;;
    --match) match=$value ;;
    --match-nodes) match_nodes=$value ;;
    --workers) workers=$value ;;
    --work) work=$value ;;
  esac
done

weights=src/engine/eval/weights/weight_values.h
model=src/engine/uci/win_model_values.h
mkdir -p "$work"

# What the results depend on, except for the number of rounds: more may be added later.
settings="games $games, nodes $nodes, blend $blend, train $train, match $match at $match_nodes nodes"
if [ -e "$work/settings" ] && [ "$(cat "$work/settings")" != "$settings" ]; then
  fail "$work was begun with other settings ($(cat "$work/settings")); give these, another --work, or remove it"
fi
echo "$settings" > "$work/settings"

# finish FILE COMMAND...: runs the command with its output in FILE, which takes its name only when all went well.
finish() {
  file=$1
  shift
  "$@" > "$file.part"
  mv "$file.part" "$file"
}

# build_as NUMBER: builds the tree as it is and keeps engine and laboratory under that number.
build_as() {
  [ ! -e "$work/oknos.$1" ] || return 0
  build release oknos oknos-lab
  cp "$OKNOS_BUILD_DIR/release/bin/oknos-lab" "$work/lab.$1"
  cp "$OKNOS_BUILD_DIR/release/bin/oknos" "$work/oknos.$1.part"
  mv "$work/oknos.$1.part" "$work/oknos.$1"
}

[ -e "$work/weights.0.h" ] || finish "$work/weights.0.h" cat "$weights"
if [ ! -e "$work/oknos.0" ]; then cp "$work/weights.0.h" "$weights"; fi
build_as 0

last=0
all_games=
round=1
while [ "$round" -le "$rounds" ]; do
  lab=$work/lab.$last
  pgn=$work/games.$round.pgn
  say "Round $round: $games games at $nodes nodes a move"
  "$lab" datagen --games "$games" --nodes "$nodes" --random-plies 8,9 --seed "$round" --workers "$workers" --resume \
    --out "$pgn"
  all_games="$all_games $pgn"

  if [ ! -e "$work/weights.$round.h" ]; then
    say "Round $round: fitting the weights"
    # shellcheck disable=SC2086 # words
    "$lab" train classical $all_games --start "$work/weights.$last.h" --blend "$blend" --workers "$workers" $train \
      --out "$work/weights.$round.h"
  fi
  if ! cmp -s "$work/weights.$round.h" "$weights"; then cp "$work/weights.$round.h" "$weights"; fi
  build_as "$round"

  if [ "$match" -gt 0 ]; then
    if [ ! -e "$work/match.$round.txt" ]; then
      say "Round $round: $match games against the engine before"
      finish "$work/match.$round.txt" "$lab" match "cmd=$work/oknos.$round,name=round$round" \
        "cmd=$work/oknos.$last,name=round$last" --nodes "$match_nodes" --games "$match" --concurrency "$workers"
    fi
    elo=$(sed -n 's/^Elo  *\([-+0-9.]*\).*/\1/p' "$work/match.$round.txt")
    sed -n '/^Elo /p' "$work/match.$round.txt"
    case $elo in
      -*)
        say "Round $round is weaker ($elo Elo): its weights are taken back"
        cp "$work/weights.$last.h" "$weights"
        break
        ;;
    esac
  fi
  last=$round
  round=$((round + 1))
done

say "Fitting the win model"
newest=$work/games.1.pgn
[ "$last" -eq 0 ] || newest=$work/games.$last.pgn
if [ -e "$newest" ]; then "$work/lab.$last" train wdl "$newest" --workers "$workers" --out "$model" --force; fi
build release oknos oknos-lab
say "Weights of round $last are in $weights, the win model in $model; run ./test, and see docs/training.md"
