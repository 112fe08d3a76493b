#!/bin/sh
# Measures what an error of each class and one percent of nodes are worth, in Elo (docs/price.md): audits of every
# variant, what the moves of each variant give away, screenings of all variants with 2,000 and with 20,000 nodes per move
# and with the classical evaluation, prices fitted to the first two, and what they say about every variant. If it is
# interrupted, the same command continues it.
#
#   tools/price_study.sh FOLDER           everything: about eight hours on two cores
#   tools/price_study.sh FOLDER --quick   2,800 games of a few nodes per move: to see that it works
#
# LAB=PATH is the laboratory (default: build/release/bin/oknos-lab). GAMES=N, DEEP_GAMES=N and CLASSICAL_GAMES=N are the
# numbers of games of the three screenings (the last two: 0 leaves it out), DEPTH=N is the depth of the audits, and
# EVERY=N takes one position in N for them. JUDGE=PLAYER judges the moves (default: cmd=stockfish; with --quick: modern).
set -eu
usage() { sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p;}' "$0" >&2; }
[ $# -ge 1 ] && [ $# -le 2 ] || { usage; exit 2; }
case ${2:-} in
  '') games=100000 deep_games=20000 classical_games=40000 depth=11 every=10 sample=100 nodes=2000 deep_nodes=20000
      judge=cmd=stockfish judge_nodes=20000 judged_every=1 ;;
  --quick) games=2000 deep_games=400 classical_games=400 depth=5 every=500 sample=20 nodes=50 deep_nodes=100
      judge=modern judge_nodes=200 judged_every=500 ;;
  *) echo "$0: unknown word \"$2\"; the only option is --quick" >&2; exit 2 ;;
esac
# number NAME VALUE LEAST: refuses what is no whole number from LEAST on.
number() {
  case $2 in
    '' | *[!0-9]*) ;;
    *) [ "$2" -lt "$3" ] || return 0 ;;
  esac
  echo "$0: $1=$2: a whole number of at least $3 is expected" >&2
  exit 2
}
games=${GAMES:-$games} deep_games=${DEEP_GAMES:-$deep_games} classical_games=${CLASSICAL_GAMES:-$classical_games}
depth=${DEPTH:-$depth} every=${EVERY:-$every} judge=${JUDGE:-$judge}
number GAMES "$games" 1
number DEEP_GAMES "$deep_games" 0
number CLASSICAL_GAMES "$classical_games" 0
number DEPTH "$depth" 1
number EVERY "$every" 1

mkdir -p "$1"
folder=$(cd -- "$1" && pwd)
lab=${LAB:-$(dirname -- "$0")/../build/release/bin/oknos-lab}
command -v "$lab" > /dev/null || { echo "$0: $lab is not there; ./run builds it, or LAB=PATH names it" >&2; exit 2; }
case $lab in */*) lab=$(cd -- "$(dirname -- "$lab")" && pwd)/$(basename -- "$lab") ;; esac
cd -- "$(dirname -- "$0")/.."

say() { printf '== %s\n' "$1" >&2; }

# screened NAME GAMES ARGUMENT...: the run store FOLDER/NAME.db
screened() {
  name=$1 count=$2
  shift 2
  [ "$count" -gt 0 ] || return 0
  say "$name: $count games"
  "$lab" screen --variants --probability 0.25 --games "$count" --book positions/openings.epd --seed 7001 --hash 4 "$@" \
    --out "$folder/$name.db" --resume > "$folder/$name.txt"
}

# one_in N KIND: one position in N of positions/KIND.epd
one_in() { grep -v '^#' "positions/$2.epd" | awk -v every="$1" '(NR - 1) % every == 0'; }
for kind in middlegames tactics endings; do one_in "$every" "$kind" > "$folder/$kind.epd"; done
for kind in middlegames openings endings; do one_in "$judged_every" "$kind"; done > "$folder/judged.epd"

# First, for a judge that cannot be had is noticed at once.
say "Moves in $(wc -l < "$folder/judged.epd") positions, judged by $judge"
"$lab" suite "$folder/judged.epd" --measure regret --variants --nodes "$nodes" --hash 1 --judge "$judge" --judge-nodes "$judge_nodes" \
  --out "$folder/regret.db" --resume > "$folder/regret.txt"
say "Audits to depth $depth of $(cat "$folder"/middlegames.epd "$folder"/tactics.epd "$folder"/endings.epd | wc -l) positions"
"$lab" price audit "$folder/middlegames.epd" "$folder/tactics.epd" "$folder/endings.epd" --depth "$depth" \
  --sample "$sample" --out "$folder/errors.db" --resume > "$folder/errors.txt"
screened games "$games" --nodes "$nodes"
screened deep "$deep_games" --nodes "$deep_nodes"
screened classical "$classical_games" --nodes "$nodes" --evalfile classical

say "Prices"
"$lab" price fit "$folder/games.db" "$folder/errors.db" "$folder/regret.db" --table "$folder/variants.tsv" \
  --out "$folder/prices.json" --force > "$folder/fit.txt"
cat "$folder/fit.txt"
if [ -e "$folder/deep.db" ]; then
  "$lab" price fit "$folder/deep.db" "$folder/errors.db" "$folder/regret.db" --table "$folder/variants-deep.tsv" \
    --out "$folder/prices-deep.json" --force > "$folder/fit-deep.txt"
fi
"$lab" calibrate "$folder/variants.tsv" --price "$folder/prices.json" --all --queue-out "$folder/confirm.toml" \
  --out "$folder/priced.toml" --force > "$folder/decisions.txt"
say "variants.tsv is the table, prices.json the prices, decisions.txt what they say about every variant, confirm.toml the matches that confirm the best"
