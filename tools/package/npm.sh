# shellcheck shell=sh disable=SC2154 # variables come from shared.sh
# oknos-VERSION.tgz: the engine as WebAssembly for browsers and Node.js, an npm package

why_not() {
  command -v em++ > /dev/null 2>&1 || command -v apt-get > /dev/null 2>&1 || echo "emscripten is not there"
}

make_target() {
  ensure run pages site
  want_pages wasm
  build wasm explorer_static
  stage npm
  say "Building the npm package"
  sh tools/npm_package.sh "$OKNOS_BUILD_DIR/wasm/web" "$OKNOS_BUILD_DIR/wasm/bin/oknos.wasm" "$staged" >&2 ||
    fail "the npm package could not be built"
  publish "$staged/oknos-$version.tgz"
}
