# shellcheck shell=sh disable=SC2154 # variables come from shared.sh
# oknos_VERSION_amd64.deb, oknos-lab_VERSION_amd64.deb: Debian packages of the engine and of the laboratory
# The engine is that of the target linux. The texts and lists of the packages are in debian/.

revision=1 # of the packages, for one version of Oknos

why_not() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) command -v apt-get > /dev/null 2>&1 || echo "that takes Debian, or a system made from it" ;;
    *) echo "that takes an x86-64 Linux machine" ;;
  esac
}

make_target() {
  ensure run pages package
  build_static_engine
  check_engine "$OKNOS_BUILD_DIR/pgo/bin/oknos"
  build_laboratory

  stage deb
  texts=$PWD/tools/package/debian
  date=$(LC_ALL=C date --utc --date "@$SOURCE_DATE_EPOCH" --rfc-email)
  shell=$OKNOS_BUILD_DIR/package/shell
  for package in oknos oknos-lab; do
    root=$staged/$package
    install_common
    install_of_"$(echo "$package" | tr - _)"
    seal
  done
  for package in oknos oknos-lab; do publish "$staged/$(file_name)"; done
}

file_name() { echo "${package}_$version-${revision}_amd64.deb"; }

# The laboratory for every processor since 2009. Without its pages it would be no use to anybody who has no npm.
build_laboratory() {
  say "Building the laboratory"
  want_pages package
  build package oknos-lab oknos_shell
  for page in "$OKNOS_BUILD_DIR"/package/generated/*_page.inc; do
    reason=$(head -c 300 "$page" | sed -n '1s/.*(missing: \(.*\))oknos_page.*/\1/p')
    [ -z "$reason" ] || fail "the laboratory's pages could not be built: $reason"
  done
  check_version "$OKNOS_BUILD_DIR/package/bin/oknos-lab"
}

# --- what is in the packages ----------------------------------------------------------------------------------------

# put FILE PATH [MODE]: FILE becomes /usr/PATH.
put() { install -D -m "${3:-644}" "$1" "$root/usr/$2"; }

# put_packed FILE PATH: ... compressed, as Debian wants manual pages and change logs.
put_packed() {
  put "$1" "$2"
  gzip -9n "$root/usr/$2"
}

install_common() {
  put "$shell/bash/$package" "share/bash-completion/completions/$package"
  put "$shell/_$package" "share/zsh/vendor-completions/_$package"
  put "$shell/$package.fish" "share/fish/vendor_completions.d/$package.fish"
  put "$texts/$package.lintian" "share/lintian/overrides/$package"
  put "$texts/copyright" "share/doc/$package/copyright"
  put_packed CHANGELOG.md "share/doc/$package/changelog"
  fill changelog "$staged/changelog"
  put_packed "$staged/changelog" "share/doc/$package/changelog.Debian"
}

install_of_oknos() {
  put "$OKNOS_BUILD_DIR/pgo/bin/oknos" bin/oknos 755
  strip --remove-section=.comment "$root/usr/bin/oknos"
  put_packed "$shell/oknos.6" share/man/man6/oknos.6
  depends=
}

install_of_oknos_lab() {
  put "$OKNOS_BUILD_DIR/package/bin/oknos-lab" bin/oknos-lab 755
  strip --remove-section=.comment "$root/usr/bin/oknos-lab"
  put_packed "$shell/oknos-lab.1" share/man/man1/oknos-lab.1
  for file in positions/*.epd presets/*.toml; do put "$file" "share/oknos-lab/$file"; done
  put positions/README.md share/doc/oknos-lab/positions.md
  foreign_licences > "$staged/licences"
  put_packed "$staged/licences" share/doc/oknos-lab/licences-of-others
  # dpkg-shlibdeps reads a file debian/control, wherever it is called.
  mkdir -p "$staged/shlibs/debian"
  printf 'Source: oknos\n\nPackage: oknos-lab\nArchitecture: amd64\n' > "$staged/shlibs/debian/control"
  depends=$(cd "$staged/shlibs" && dpkg-shlibdeps -O "$root/usr/bin/oknos-lab" 2> ../dpkg-shlibdeps.log | sed -n 's/^shlibs:Depends=/Depends: /p')
  [ -n "$depends" ] || fail "dpkg-shlibdeps does not say what oknos-lab needs"
}

# The licences of what is compiled into the laboratory and its pages: header-only libraries, and all packages of npm that
# its pages may hold.
foreign_licences() {
  for library in libcli11-dev nlohmann-json3-dev; do
    printf '\nIn the program: %s\n\n' "$library"
    cat "/usr/share/doc/$library/copyright"
  done
  (cd "$OKNOS_BUILD_DIR/package/web" && npm ls --omit=dev --all --parseable 2> /dev/null) | sed 1d | LC_ALL=C sort -u |
    while IFS= read -r folder; do
      for licence in "$folder"/[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*; do
        [ -f "$licence" ] || continue
        printf '\nIn its pages: %s\n\n' "${folder##*/node_modules/}"
        cat "$licence"
      done
    done
}

# --- packing --------------------------------------------------------------------------------------------------------

# fill NAME FILE: writes debian/NAME to FILE with its words in @ replaced.
fill() {
  sed -e "s/@PACKAGE@/$package/; s/@VERSION@/$version-$revision/; s/@COMMIT@/$commit/; s/@DATE@/$date/" \
    -e "s/@SIZE@/${size:-}/; s/^@DEPENDS@\$/${depends:-}/" "$texts/$1" > "$2"
}

# seal: the folder $root becomes the package.
seal() {
  size=$(du -k --apparent-size --summarize "$root" | cut -f1)
  mkdir "$root/DEBIAN"
  fill "$package.control" "$staged/control"
  grep . "$staged/control" > "$root/DEBIAN/control"
  (cd "$root" && find usr -type f | LC_ALL=C sort | tr '\n' '\0' | xargs -0 md5sum > DEBIAN/md5sums)
  chmod -R u=rwX,go=rX "$root"
  dpkg-deb --root-owner-group -Zxz --build "$root" "$staged/$(file_name)" > "$staged/dpkg-deb.log" 2>&1 ||
    fail "dpkg-deb: $(tail -n 1 "$staged/dpkg-deb.log")"
}
