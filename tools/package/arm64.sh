# shellcheck shell=sh disable=SC2154 # variables come from shared.sh
# oknos-VERSION-linux-arm64: the engine as one static program for Linux on 64-bit Arm; checked with qemu

why_not() { [ "$(uname -s)" = Linux ] || echo "that takes a Linux machine"; }

make_target() {
  ensure package arm64
  say "Building the engine for 64-bit Arm (several minutes; nothing to do if it has been built)"
  build arm64 oknos
  stage arm64
  aarch64-linux-gnu-strip -o "$staged/oknos" "$OKNOS_BUILD_DIR/arm64/bin/oknos"
  needed=$(aarch64-linux-gnu-readelf --wide --dynamic "$staged/oknos" | grep NEEDED) || true
  [ -z "$needed" ] || fail "$staged/oknos is not static; it needs $needed"
  say "Checking it with qemu"
  check_version qemu-aarch64 "$staged/oknos"
  nodes=$(bench_nodes qemu-aarch64 "$staged/oknos")
  expected=$(expected_nodes)
  [ "${nodes:-none}" = "${expected:-$nodes}" ] ||
    fail "bench counts ${nodes:-no} nodes on 64-bit Arm and should count $expected"
  say "  bench counts $nodes nodes"
  publish "$staged/oknos" "oknos-$version-linux-arm64"
}
