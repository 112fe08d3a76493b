#!/bin/sh
# site.sh EXPLORER OUT WORK: the site in the folder OUT, from the documentation and from the folder EXPLORER, which has the
# explorer for a static host. WORK keeps npm's packages and the pages that are put together.
# OKNOS_SITE_BASE=/PATH/ for a site that does not lie at the root of its host.
set -eu
explorer=$1 out=$2 work=$3
cd -- "$(dirname -- "$0")/.."

case ${OKNOS_SITE_BASE:-/} in
  /*/ | /) ;;
  *)
    echo "site.sh: OKNOS_SITE_BASE=$OKNOS_SITE_BASE: it begins and ends with a slash, as /oknos/" >&2
    exit 2
    ;;
esac

mkdir -p "$work"
# npm's packages again only when the list of them has changed.
if ! cmp -s site/package-lock.json "$work/package-lock.json" || [ ! -e "$work/installed" ]; then
  rm -f "$work/installed"
  cp site/package.json site/package-lock.json "$work/"
  npm ci --prefix "$work" --no-audit --no-fund --loglevel=error
  : > "$work/installed"
fi
node site/stage.mjs . "$work/pages"
mkdir -p "$work/pages/public/explore"
cp "$explorer/index.html" "$explorer/oknos.wasm" "$work/pages/public/explore/"
(cd "$work/pages" && CI=1 ../node_modules/.bin/vitepress build --outDir "$work/out.new")
mkdir -p "$(dirname -- "$out")"
rm -rf "$out"
mv "$work/out.new" "$out"
