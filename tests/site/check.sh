#!/bin/sh
# Builds the site and tries its pages in a browser; prints what is wrong. 77: npm could not fetch its packages.
#
#   tests/site/check.sh WORK_FOLDER                              the links alone
#   tests/site/check.sh WORK_FOLDER PLAYWRIGHT_FOLDER EXPLORER   the pages in a browser as well
#
# PLAYWRIGHT_FOLDER has node_modules with Playwright; EXPLORER is the explorer for a static host.
set -eu
work=$1 playwright=${2:-} explorer=${3:-}
cd -- "$(dirname -- "$0")/../.."
command -v npm > /dev/null 2>&1 || exit 77
[ -z "$playwright" ] || [ -x "$playwright/node_modules/.bin/playwright" ] || exit 77

[ -z "$explorer" ] || [ -e "$explorer/index.html" ] || exit 77

mkdir -p "$work"
if [ -z "$explorer" ]; then
  explorer=$work/no-explorer
  mkdir -p "$explorer"
  echo '<!doctype html><title>The explorer</title>' > "$explorer/index.html"
  : > "$explorer/oknos.wasm"
fi
sh tools/site.sh "$explorer" "$work/out" "$work/work" > "$work/log" 2>&1 || {
  cat "$work/log"
  [ -e "$work/work/installed" ] || exit 77
  exit 1
}
node site/check.mjs "$work/out"
[ -n "$playwright" ] || exit 0

# In a folder of its own: another test may be copying the same tests for the explorer.
tests=$work/browser
rm -rf "$tests"
mkdir -p "$tests"
cp -R web/tests web/playwright.config.ts web/package.json web/tsconfig.json "$tests/"
mkdir -p "$tests/site"
cp -R site/components "$tests/site/"
ln -s "$playwright/node_modules" "$tests/node_modules"
ln -s "$PWD/web/src" "$tests/src"
cd "$tests"
OKNOS_SITE=$work/out exec node_modules/.bin/playwright test site.spec.ts
