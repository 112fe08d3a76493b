#!/bin/sh
# What stands behind the version of a program built from this COMMIT, as tools/commit.sh prints it: nothing if it is the
# release, that is, if the commit has the tag "v" and the version; else "-dev-", the day of the commit and the commit.
#
#   tools/development_version.sh COMMIT
set -eu
commit=$1
cd -- "$(dirname -- "$0")/.."
version=$(sed -n 's/.*kVersion = "\([0-9.]*\)".*/\1/p' src/engine/uci/identity.h)
# `git archive` writes the time and the tags of its commit into this file.
read -r first time refs < tools/archived_commit
case $first in
  \$*)
    time=$(git log -n 1 --format=%ct 2> /dev/null) || time=0
    refs=$(git log -n 1 --format=%D 2> /dev/null) || refs=
    ;;
esac
case "$commit, $refs," in
  *-modified,*) ;;
  *", tag: v$version,"*) exit 0 ;;
esac
day=unknown
if [ "$time" != 0 ]; then day=$(date -u -d "@$time" +%Y%m%d 2> /dev/null || date -u -r "$time" +%Y%m%d); fi
echo "-dev-$day-$commit"
