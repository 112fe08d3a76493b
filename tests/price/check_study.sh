#!/bin/sh
# check_study.sh FOLDER LAB: tools/price_study.sh with a few games makes every result, and continues where it was
# interrupted.
set -eu
folder=$1
LAB=$2
export LAB
rm -rf "$folder" && mkdir -p "$folder"
fail() {
  echo "$1" >&2
  exit 1
}

# Interrupted when it has played some games, so that there is something to continue.
setsid tools/price_study.sh "$folder" --quick > "$folder.log" 2>&1 &
study=$!
played() {
  games=$("$LAB" screen --show "$folder/games.db" 2> /dev/null | sed -n '1s/.* \([0-9,]*\) of [0-9,]* games.*/\1/p' | tr -d ,)
  echo "${games:-0}"
}
tries=0
while [ "$(played)" -lt 200 ]; do
  tries=$((tries + 1))
  [ "$tries" -lt 1200 ] || fail "no 200 games after two minutes: $(cat "$folder.log")"
  sleep 0.1
done
kill -s TERM -- "-$study" || fail "it ended before it was interrupted: $(cat "$folder.log")"
wait "$study" 2> /dev/null && fail "it ended well although it was interrupted"
while kill -s 0 -- "-$study" 2> /dev/null; do sleep 0.1; done
before=$(played)
[ "$before" -ge 200 ] && [ "$before" -lt 2000 ] || fail "$before games were kept, 200 to 1,998 are expected"

tools/price_study.sh "$folder" --quick > "$folder.log" 2>&1 || fail "$(cat "$folder.log")"
[ "$(played)" -eq 2000 ] || fail "$(played) games were played, 2,000 are expected"
variants=$("$LAB" preset variants | wc -l)
for prices in prices.json prices-deep.json; do
  [ "$(grep -c '"change"' "$folder/$prices")" -eq "$variants" ] || fail "$prices does not have a line for each of $variants variants"
done
for result in regret.txt prices.txt prices-deep.txt ranked.txt confirm.toml; do
  [ -s "$folder/$result" ] || fail "$result is missing or empty"
done
grep -q '^nodes and regret ' "$folder/prices.txt" || fail "prices.txt has no prices of regret"
"$LAB" predict "$folder/judged.epd" --prices "$folder/prices.json" --set razoring=on > "$folder/predicted.txt"
grep -q 'as narrow' "$folder/predicted.txt" && grep -q 'fitted to' "$folder/predicted.txt" ||
  fail "$(cat "$folder/predicted.txt")"

for wrong in "$folder --quik" "$folder --quick more"; do
  # shellcheck disable=SC2086 # the arguments are words
  if tools/price_study.sh $wrong > "$folder.log" 2>&1; then fail "accepted: $wrong"; fi
done
if JUDGE=cmd=/nowhere tools/price_study.sh "$folder/no_judge" --quick > "$folder.log" 2>&1; then fail "no judge was accepted"; fi
grep -q 'nowhere' "$folder.log" || fail "no judge: $(cat "$folder.log")"
if GAMES=20k tools/price_study.sh "$folder" --quick > "$folder.log" 2>&1; then fail "GAMES=20k was accepted"; fi
grep -q 'GAMES=20k: a whole number' "$folder.log" || fail "GAMES=20k: $(cat "$folder.log")"
