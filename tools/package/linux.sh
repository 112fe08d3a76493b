# shellcheck shell=sh disable=SC2154 # variables come from shared.sh
# oknos-VERSION-linux-x86_64: the engine, one static program with the code for every CPU level

why_not() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) ;;
    *) echo "that takes an x86-64 Linux machine" ;;
  esac
}

make_target() {
  ensure run package
  build_static_engine
  stage linux
  strip --remove-section=.comment -o "$staged/oknos" "$OKNOS_BUILD_DIR/pgo/bin/oknos"
  check_engine "$staged/oknos"
  publish "$staged/oknos" "oknos-$version-linux-x86_64"
}
