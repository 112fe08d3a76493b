#!/bin/sh
# What stands behind the version of a program built from this COMMIT, as tools/commit.sh prints it: nothing if it is the
# release, that is, if the commit has the tag "v" and the version; else "-dev-", the day of the commit and the commit.
#
#   tools/development_version.sh COMMIT
set -eu
commit=$1
cd -- "$(dirname -- "$0")/.."
version=$(sed -n 's/.*kVersion = "\([0-9.]*\)".*/\1/p' src/engine/uci/identity.h)
# `git archive` writes the time of its commit and what git describe says of it into this file.
read -r first time tag < tools/archived_commit
case $first in
  \$*)
    time=$(git log -n 1 --format=%ct 2> /dev/null) || time=0
    tag=$(git describe --tags --match 'v*' 2> /dev/null) || tag=
    ;;
esac
case $commit in
  *-modified) ;;
  *) if [ "$tag" = "v$version" ]; then exit 0; fi ;;
esac
day=unknown
if [ "$time" != 0 ]; then day=$(date -u -d "@$time" +%Y%m%d 2> /dev/null || date -u -r "$time" +%Y%m%d); fi
echo "-dev-$day-$commit"
