#!/bin/sh
# Makes every package that this machine can make and uses each (check_dist.sh). Takes half an hour; ends with 77 where
# nothing could be packed: changes that are not committed, or no git.
#
#   tests/package/check_all.sh WORK_FOLDER
set -eu
source=$(cd -- "$(dirname -- "$0")/../.." && pwd)
work=$1
cd "$source"
if [ ! -e .git ] || [ -n "$(git diff-index --name-only HEAD)" ]; then
  echo "not tested: the source is not as committed"
  exit 77
fi
mkdir -p "$work"
rm -rf "$work/dist"
OKNOS_BUILD_DIR="$work/build" ./package --out "$work/dist"
chroot=
if [ "$(id -u)" -eq 0 ] && command -v debootstrap > /dev/null 2>&1; then chroot=$work/debian; fi
sh tests/package/check_dist.sh "$work/dist" "$work/used" $chroot
