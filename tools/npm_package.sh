#!/bin/sh
# npm_package.sh WEB WASM OUT: the npm package OUT/oknos-VERSION.tgz. WEB is the build folder of web/, with its
# node_modules; WASM is oknos.wasm. The same sources give the same file.
set -eu
web=$1 wasm=$2 out=$3
cd -- "$(dirname -- "$0")/.."
version=$(sed -n 's/.*kVersion = "\([0-9.]*\)".*/\1/p' src/engine/uci/identity.h)

# The sources beside the packages: web/ itself has none.
work=$out/web
rm -rf "$work"
mkdir -p "$work"
cp -R web/src web/package web/tsconfig.json "$work/"
ln -s "$web/node_modules" "$work/node_modules"
source=$PWD
cd "$work"
node package/build.mjs "$out/package" "$version" "$wasm" "$source/LICENSE"
cd "$out/package"
npm pack --silent --pack-destination "$out" > /dev/null
[ -s "$out/oknos-$version.tgz" ]
