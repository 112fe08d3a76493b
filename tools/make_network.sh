#!/bin/sh
# Makes the network of networks/oknos.oknn again, from the first game on: games of the classical evaluation, a network that
# learns from them, games of that network, and so on (docs/network.md). Every step is skipped whose result is there, so
# after an interruption the same command continues.
#
#   tools/make_network.sh FOLDER          the whole: some 100 million positions, hours on two cores
#   tools/make_network.sh FOLDER --quick  a hundredth of the games and one epoch each: to see that it works
#
# LAB=PATH is the laboratory (default: build/release/bin/oknos-lab).
set -eu
[ $# -ge 1 ] || { sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p;}' "$0" >&2; exit 2; }
folder=$1
lab=${LAB:-build/release/bin/oknos-lab}
command -v "$lab" > /dev/null || { echo "$0: $lab is not there; ./run builds it, or LAB=PATH names it" >&2; exit 2; }
case ${2:-} in
  '') part=1 epochs_part=1 ;;
  --quick) part=100 epochs_part=10 ;;
  *) echo "$0: unknown word \"$2\"; the only option is --quick" >&2; exit 2 ;;
esac
mkdir -p "$folder"

# What the players of the first generations changed in `modern`: narrow margins win with the classical evaluation.
settings="--set reverse_futility.margin=40 --set late_move_pruning.scale=200 --set frontier_futility.margin=20 --set razoring=on"

# games NAME SHARDS GAMES SEED ARGUMENT...: the files FOLDER/NAME-SEED.games and so on.
games() {
  name=$1 shards=$2 count=$(($3 / part)) seed=$4
  shift 4
  for shard in $(seq "$shards"); do
    file=$folder/$name-$((seed + shard - 1)).games
    [ ! -e "$file" ] || continue
    resume=
    [ ! -e "$file.part" ] || resume=--resume
    # shellcheck disable=SC2086 # settings are words
    "$lab" datagen --games "$count" --random-plies 8,9 --seed $((seed + shard - 1)) --hash 1 --workers "$(nproc)" \
      $settings "$@" --out "$file" $resume
  done
}

# train NAME EPOCHS ARGUMENT...: FOLDER/NAME.oknn
train() {
  name=$1 epochs=$((($2 + epochs_part - 1) / epochs_part))
  shift 2
  [ ! -e "$folder/$name.oknn" ] || return 0
  resume=
  [ ! -e "$folder/$name.oknn.checkpoint" ] || resume=--resume
  case " $* " in *" --batch "*) ;; *) set -- "$@" --batch 8192 ;; esac
  "$lab" train network --neurons 128 --scale 200 --epochs "$epochs" "$@" --out "$folder/$name.oknn" $resume
}

# The classical evaluation teaches: many games with few nodes, fewer with more.
games classical-60n 13 20000 1 --nodes 60 --evalfile classical
games classical-300n 9 4000 1 --nodes 300 --evalfile classical
train first 5 "$folder"/classical-*.games --strays 2 --rate 0.002 --blend 0.1
train second 4 "$folder"/classical-300n-*.games --from "$folder/first.oknn" --strays 1 --rate 0.0004 --blend 0.2
# The network teaches itself.
games second-200n 16 5000 100001 --nodes 200 --evalfile "$folder/second.oknn"
train third 3 "$folder"/classical-300n-*.games "$folder"/second-200n-*.games --from "$folder/second.oknn" --strays 1 \
  --rate 0.001 --blend 0.15
games second-200n 18 5000 100001 --nodes 200 --evalfile "$folder/second.oknn"
games third-250n 16 5000 200001 --nodes 250 --evalfile "$folder/third.oknn"
train fourth 4 "$folder"/classical-300n-*.games "$folder"/second-200n-*.games "$folder"/third-250n-*.games \
  --from "$folder/third.oknn" --strays 1 --rate 0.001 --blend 0.15
train fifth 3 "$folder"/classical-300n-*.games "$folder"/second-200n-*.games "$folder"/third-250n-*.games \
  --from "$folder/fourth.oknn" --rate 0.0007 --blend 0.25
# With a network, wider margins are better (docs/strength.md).
settings=
games fifth-200n 55 5000 300001 --nodes 200 --evalfile "$folder/fifth.oknn"
train sixth 3 "$folder"/fifth-200n-*.games --from "$folder/fifth.oknn" --rate 0.0007 --blend 0.25
games sixth-200n 53 5000 400001 --nodes 200 --evalfile "$folder/sixth.oknn"
train seventh 3 "$folder"/sixth-200n-*.games --from "$folder/sixth.oknn" --rate 0.0007 --blend 0.25
games sixth-200n 54 5000 400001 --nodes 200 --evalfile "$folder/sixth.oknn"
games seventh-200n 50 5000 500001 --nodes 200 --evalfile "$folder/seventh.oknn"
games seventh-960-200n 30 5000 530001 --nodes 200 --evalfile "$folder/seventh.oknn" --chess960 12
train eighth 4 "$folder"/sixth-200n-*.games "$folder"/seventh-*.games --from "$folder/seventh.oknn" --rate 0.0007 \
  --blend 0.25
games eighth-200n 85 5000 600001 --nodes 200 --evalfile "$folder/eighth.oknn" --chess960 12
train ninth 4 "$folder"/seventh-*.games "$folder"/eighth-*.games --from "$folder/eighth.oknn" --rate 0.0007 --blend 0.25
games soft-200n 28 16000 700001 --soft-nodes 200 --random-moves weighted --evalfile "$folder/ninth.oknn" --chess960 10
games soft-1000n 3 3200 700001 --soft-nodes 1000 --random-moves weighted --evalfile "$folder/ninth.oknn" --chess960 10
games soft-5000n 3 640 700001 --soft-nodes 5000 --random-moves weighted --evalfile "$folder/ninth.oknn" --chess960 10
train tenth 4 "$folder"/soft-*.games --from "$folder/ninth.oknn" --rate 0.0007 --blend 0.25
games tenth-soft-200n 28 16000 720000 --soft-nodes 200 --random-moves weighted --evalfile "$folder/tenth.oknn"
train eleventh 3 "$folder"/tenth-soft-*.games --from "$folder/tenth.oknn" --rate 0.0002 --blend 0.25 --decay 0.1 --batch 16384
games eleventh-soft-200n 7 16000 730000 --soft-nodes 200 --random-moves weighted --evalfile "$folder/eleventh.oknn"
train twelfth 3 "$folder"/tenth-soft-*.games "$folder"/eleventh-soft-*.games --from "$folder/tenth.oknn" --hidden 16 \
  --rate 0.0002 --blend 0.25 --decay 0.1 --batch 16384
echo "$folder/twelfth.oknn is the network; \"make EVALFILE=$folder/twelfth.oknn\" builds it in"
