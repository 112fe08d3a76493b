#!/bin/sh
# Packs the engine as an npm package, installs it into an empty folder, and tries it in Node.js, and in a browser with and
# without a bundler. Prints what is wrong; 77: Node.js, npm's packages of web/ or oknos.wasm are not there.
#
#   tests/npm/check.sh WORK_FOLDER WEB_FOLDER WASM [CHROMIUM]
#
# WEB_FOLDER is the build folder of web/, with its node_modules.
set -eu
work=$1 web=$2 wasm=$3 chromium=${4:-}
cd -- "$(dirname -- "$0")/../.."
command -v npm > /dev/null 2>&1 || exit 77
[ -x "$web/node_modules/.bin/playwright" ] || exit 77
[ -e "$wasm" ] || exit 77

rm -rf "$work"
mkdir -p "$work/installed"
sh tools/npm_package.sh "$web" "$wasm" "$work/packed"
tests=$PWD/tests/npm
cd "$work/installed"
echo '{ "name": "user", "private": true, "type": "module" }' > package.json
npm install --offline --no-audit --no-fund --silent "$work"/packed/oknos-*.tgz
cp "$tests"/*.mjs "$tests"/*.ts "$tests"/*.html .
cp -R "$tests/vite" .
# shellcheck disable=SC2016 # for awk
awk '/^```js$/ { inside = 1; next } /^```/ && inside { exit } inside' node_modules/oknos/README.md > readme.mjs

echo "Node.js"
node --test --test-reporter=spec --test-timeout=600000 node.test.mjs
echo "The example of the README"
node readme.mjs

echo "Types"
ln -s "$web/node_modules/typescript" node_modules/typescript
node node_modules/typescript/bin/tsc --noEmit --strict --target es2022 --module nodenext --moduleResolution nodenext types.ts
node node_modules/typescript/bin/tsc --noEmit --strict --target es2022 --module esnext --moduleResolution bundler types.ts

[ -n "$chromium" ] || {
  echo "No Chromium is there: not tried in a browser"
  exit 0
}
echo "Browser"
for package in vite @playwright playwright playwright-core; do
  ln -s "$web/node_modules/$package" "node_modules/$package"
done
CHROMIUM=$chromium node --test --test-reporter=spec --test-timeout=600000 browser.test.mjs
