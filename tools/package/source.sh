# shellcheck shell=sh disable=SC2154 # variables come from shared.sh
# oknos-VERSION.tar.xz: the source, as committed
# It carries its commit in tools/archived_commit, so that what is built from it says which commit it is of.

why_not() { [ -e .git ] || echo "this is not a git checkout"; }

make_target() {
  ensure package
  say "Packing the source of commit $commit"
  stage source
  name=oknos-$version
  git archive --format=tar --prefix="$name/" HEAD | xz -9 > "$staged/$name.tar.xz"
  carried=$(xz -dc "$staged/$name.tar.xz" | tar -xOf - "$name/tools/archived_commit")
  # What git describe says may follow.
  case "$carried " in
    "$(git log -n 1 --format='%H %ct') "*) ;;
    *) fail "the archive carries the commit \"$carried\"" ;;
  esac
  publish "$staged/$name.tar.xz"
}
