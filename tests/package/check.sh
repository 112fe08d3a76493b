#!/bin/sh
# What ./package and the programs' --version say; nothing is packed. Prints what is wrong.
#
#   tests/package/check.sh WORK_FOLDER IDENTITY PROGRAM...
#
# IDENTITY is build_identity.inc of the build that the programs are from.
set -eu
source=$(cd -- "$(dirname -- "$0")/../.." && pwd)
work=$1
identity=$2
shift 2
rm -rf "$work"
mkdir -p "$work"
unset OKNOS_DIST_DIR
export OKNOS_BUILD_DIR="$work/build"

wrong() {
  echo "$*"
  exit 1
}

# refused CODE WORDS COMMAND...: the command ends with CODE and says WORDS, in one line.
refused() {
  code=$1
  words=$2
  shift 2
  status=0
  "$@" > "$work/said" 2>&1 || status=$?
  [ "$status" -eq "$code" ] || wrong "$* ends with $status instead of $code: $(cat "$work/said")"
  [ "$(wc -l < "$work/said")" -eq 1 ] || wrong "$* should say one line: $(cat "$work/said")"
  grep -qF -- "$words" "$work/said" || wrong "$* should say \"$words\": $(cat "$work/said")"
}

same() { [ "$2" = "$3" ] || wrong "$1 is \"$2\" instead of \"$3\""; }

# --- ./package ------------------------------------------------------------------------------------------------------

cd "$source"
./package --help > "$work/help"
for file in tools/package/*.sh; do
  target=$(basename "$file" .sh)
  [ "$target" = shared ] || grep -q "^ *$target  *[^ ]" "$work/help" || wrong "./package --help does not explain $target"
done
refused 2 'unknown target "frobnicate"' ./package frobnicate
refused 2 'unknown target "shared"' ./package shared
refused 2 'unknown option "--frobnicate"' ./package --frobnicate
refused 2 '--out needs a folder' ./package source --out
: > "$work/file"
refused 1 "$work/file is not a folder" ./package --out "$work/file" source
refused 1 'the folder /dev/null/dist cannot be made' ./package --out /dev/null/dist source

# --- the commit -----------------------------------------------------------------------------------------------------

copy=$work/copy
mkdir -p "$copy/docs" "$copy/src/engine/uci"
cp -R tools package .gitattributes "$copy"
# This source may be an archive itself.
printf '$%s$\n' 'Format:%H %ct %(describe:tags=true,match=v*)' > "$copy/tools/archived_commit"
cp src/engine/uci/identity.h "$copy/src/engine/uci"
echo text > "$copy/docs/text.md"
export GIT_CEILING_DIRECTORIES="$work"
same "the commit without git" "$("$copy/tools/commit.sh")" unknown
refused 1 'neither a git checkout nor an unpacked source archive' "$copy/package" source

if command -v git > /dev/null 2>&1; then
  in_copy() { git -C "$copy" -c user.name=test -c user.email=test@test.invalid -c init.defaultBranch=main "$@"; }
  in_copy init --quiet
  in_copy add --all
  in_copy commit --quiet --message Test
  expected=$(in_copy rev-parse HEAD | cut -c 1-12)
  same "the commit" "$("$copy/tools/commit.sh")" "$expected"
  time=$("$copy/tools/commit.sh" --time)

  # An archive, and a copy without its own git folder, in the folder of another checkout.
  mkdir "$copy/archive" "$copy/inside"
  in_copy archive HEAD | tar -xf - -C "$copy/archive"
  cp -R "$copy/tools" "$copy/inside"
  same "the commit of an archive" "$("$copy/archive/tools/commit.sh")" "$expected"
  same "the time of an archive" "$("$copy/archive/tools/commit.sh" --time)" "$time"
  same "the commit of a copy" "$("$copy/inside/tools/commit.sh")" unknown

  # A release is what has its version as a tag.
  day=$(date -u -d "@$time" +%Y%m%d)
  version=$(sed -n 's/.*kVersion = "\([0-9.]*\)".*/\1/p' src/engine/uci/identity.h)
  same "the version before a release" "$(sh "$copy/tools/development_version.sh" "$expected")" "-dev-$day-$expected"
  in_copy tag "v$version"
  same "the version of a release" "$(sh "$copy/tools/development_version.sh" "$expected")" ""
  same "the version of a changed release" "$(sh "$copy/tools/development_version.sh" "$expected-modified")" \
    "-dev-$day-$expected-modified"
  same "the version of an archive of before" "$(sh "$copy/archive/tools/development_version.sh" "$expected")" "-dev-$day-$expected"
  rm -rf "$copy/archive" && mkdir "$copy/archive"
  in_copy archive HEAD | tar -xf - -C "$copy/archive"
  same "the version of a release's archive" "$(sh "$copy/archive/tools/development_version.sh" "$expected")" ""

  echo more >> "$copy/docs/text.md"
  same "the commit with a changed document" "$("$copy/tools/commit.sh")" "$expected"
  refused 1 'not committed: docs/text.md;' "$copy/package" source
  echo '// more' >> "$copy/src/engine/uci/identity.h"
  same "the commit with a changed source" "$("$copy/tools/commit.sh")" "$expected-modified"
fi

# --- the programs ---------------------------------------------------------------------------------------------------

said=$(sed -n 's/^"\(.*\)"$/\1/p' "$identity")
echo "$said" | grep -Eqx 'commit ([0-9a-f]{12}(-modified)?|unknown), network ([0-9a-f]{12}|none)' ||
  wrong "$identity has \"$said\""
same "the network" "$(sh tools/build_identity.sh "$work/identity" networks/oknos.oknn && sed 's/.* //; s/"//' "$work/identity")" \
  "$(sha256sum networks/oknos.oknn | cut -c 1-12)"
version=$(sed -n 's/.*kVersion = "\([0-9.]*\)".*/\1/p' src/engine/uci/identity.h)
for program; do
  "$program" --version > "$work/said"
  grep -Eqx "[A-Za-z-]+ $version(-dev-[0-9a-z]+-[0-9a-z]+(-modified)?)? \\(([a-z0-9-]+, )?$said\\)" "$work/said" ||
    wrong "$program --version says $(cat "$work/said"); expected is $said"
done
