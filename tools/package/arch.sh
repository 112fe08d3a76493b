# shellcheck shell=sh disable=SC2154 # variables come from shared.sh
# PKGBUILD: from which makepkg builds the engine on Arch Linux, out of the source archive
# It names the archive's checksum, so the archive is packed as well.

why_not() { [ -e .git ] || echo "this is not a git checkout"; }

make_target() {
  (
    # shellcheck source=/dev/null
    . tools/package/source.sh
    make_target
  )
  stage arch
  sum=$(sha256sum "$out/oknos-$version.tar.xz" | cut -d ' ' -f 1)
  sed -e "s/@VERSION@/$version/; s/@SHA256@/$sum/" tools/package/PKGBUILD.in > "$staged/PKGBUILD"
  publish "$staged/PKGBUILD"
}
