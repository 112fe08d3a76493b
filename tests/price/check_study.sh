#!/bin/sh
# check_study.sh FOLDER LAB: tools/price_study.sh with a few games makes every result, and goes on where it was interrupted.
set -eu
folder=$1
LAB=$2
export LAB
rm -rf "$folder"
fail() {
  echo "$1" >&2
  exit 1
}

# Interrupted in the first screening, which takes longer than the audits before it.
DEEP_GAMES=60 setsid tools/price_study.sh "$folder" --quick > "$folder.log" 2>&1 &
study=$!
for _ in $(seq 600); do
  [ ! -e "$folder/games.db" ] || break
  sleep 0.1
done
[ -e "$folder/games.db" ] || fail "no screening after a minute: $(cat "$folder.log")"
kill -s TERM -- "-$study"
wait "$study" 2> /dev/null && fail "the study ended before it was interrupted"

DEEP_GAMES=60 tools/price_study.sh "$folder" --quick > "$folder.log" 2>&1 || fail "$(cat "$folder.log")"
variants=$("$LAB" price variants | wc -l)
for table in variants.tsv variants-deep.tsv; do
  [ "$(grep -vc '^#' "$folder/$table")" -eq $((variants + 1)) ] || fail "$table does not have a line for each of $variants variants"
done
for result in prices.json prices-deep.json fit.txt fit-deep.txt decisions.txt confirm.toml priced.toml; do
  [ -s "$folder/$result" ] || fail "$result is missing or empty"
done
grep -q 'on deep.db' "$folder/fit.txt" || fail "fit.txt does not say how well the prices predict deep.db"
grep -q 'on classical.db' "$folder/fit.txt" || fail "fit.txt does not say how well the prices predict classical.db"
"$LAB" predict "$folder/tactics.epd" --prices "$folder/prices.json" --set razoring=on > "$folder/predicted.txt"

! tools/price_study.sh "$folder" --quik > "$folder.log" 2>&1 || fail "a wrong option was accepted"
grep -q -- '--quik' "$folder.log" || fail "the wrong option is not named: $(cat "$folder.log")"
