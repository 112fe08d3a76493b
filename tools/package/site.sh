# shellcheck shell=sh disable=SC2154 # variables come from shared.sh
# oknos-site-VERSION.tar.xz: the documentation as a site for any static host, with the engine as WebAssembly
# OKNOS_SITE_BASE=/PATH/ for a site that does not lie at the root of its host.

why_not() {
  command -v em++ > /dev/null 2>&1 || command -v apt-get > /dev/null 2>&1 || echo "emscripten is not there"
}

make_target() {
  build_site
  say "Checking the links of the site"
  node site/check.mjs "$site" >&2 || fail "the site has links that lead nowhere"
  stage site
  name=oknos-site-$version
  cp -R "$site" "$staged/$name"
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C "$staged" -cf - "$name" |
    xz -9 > "$staged/$name.tar.xz"
  publish "$staged/$name.tar.xz"
}
