#!/bin/sh
# Uses every file that ./package has put into DIST as its user would: checksums, one line for each kind that says what
# was done, and what could not be tried here. Ends with 1 if a file does not do what it is for.
#
#   tests/package/check_dist.sh DIST WORK_FOLDER [CHROOT]
#
# CHROOT is a folder for a bare Debian 12 (kept for the next time); without it the Debian packages are only examined.
set -eu
dist=$(cd -- "$1" && pwd)
root=$(cd -- "$(dirname -- "$0")/../.." && pwd)
mkdir -p "$2"
work=$(cd -- "$2" && pwd)
chroot=${3:-}
failed=
tried=0

there() { command -v "$1" > /dev/null 2>&1; }
# The first file of that pattern, or nothing.
one() {
  for candidate in "$dist"/$1; do
    if [ -e "$candidate" ]; then echo "$candidate" && return; fi
  done
}
nodes_of() { "$@" bench 2> /dev/null < /dev/null | tr -d '\r' | awk '$2 == "nodes" { nodes = $1 } END { print nodes }'; }

# check KIND PATTERN [TOOL]: calls try_KIND with the file, in an empty folder.
check() {
  kind=$1
  file=$(one "$2")
  if [ -z "$file" ]; then echo "$kind: not in $dist" && return; fi
  if [ -n "${3:-}" ] && ! there "$3"; then echo "$kind: not tried: there is no $3" && return; fi
  rm -rf "${work:?}/$kind"
  mkdir -p "$work/$kind"
  tried=$((tried + 1))
  if said=$(cd "$work/$kind" && "try_$kind" "$file" 2> error.txt); then
    echo "$kind: $said"
  else
    echo "$kind: FAILED: $said $(tail -n 3 "$work/$kind/error.txt")"
    failed="$failed $kind"
  fi
}

# The same nodes as the first program of all.
counts() {
  nodes=$(nodes_of "$@")
  [ -n "$nodes" ] || { echo "bench counts nothing" && return 1; }
  [ -e "$work/nodes" ] || echo "$nodes" > "$work/nodes"
  [ "$nodes" = "$(cat "$work/nodes")" ] || { echo "bench counts $nodes nodes instead of $(cat "$work/nodes")" && return 1; }
  echo "bench counts $nodes nodes"
}
answers() {
  printf 'uci\nposition startpos moves e2e4\ngo depth 8\nquit\n' | "$@" 2> /dev/null | tr -d '\r' | grep -q '^bestmove [a-h][1-8]' ||
    { echo "no bestmove over UCI" && return 1; }
}

try_linux() {
  cp "$1" oknos && chmod +x oknos
  answers env -i ./oknos && counts env -i ./oknos
}
try_arm64() {
  cp "$1" oknos && chmod +x oknos
  answers qemu-aarch64 ./oknos && counts qemu-aarch64 ./oknos
}
try_windows() {
  cp "$1" "oknos with a blank.exe"
  export WINEPREFIX="$work/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
  answers wine "./oknos with a blank.exe" && counts wine "./oknos with a blank.exe"
}
try_source() {
  tar -xf "$1" && cd oknos-*/ && make -j2 EXE=oknos CXXFLAGS='-O2 -DNDEBUG -march=native' > ../make.log 2>&1 &&
    counts ./oknos
}
try_deb() {
  for package in "$dist"/*.deb; do
    if there lintian; then
      lintian --fail-on error,warning "$package" > lintian.txt 2>&1 ||
        { cat lintian.txt && return 1; }
    fi
    dpkg-deb --info "$package" > info.txt || return 1
  done
  if [ -z "$chroot" ]; then echo "examined; not installed: no folder for a bare Debian is given" && return; fi
  sh "$root/tests/package/check_deb.sh" "$dist" "$chroot" > check_deb.txt 2>&1 || { tail -n 5 check_deb.txt && return 1; }
  tail -n 1 check_deb.txt
}
try_site() {
  tar -xf "$1" && cd oknos-site-*/ && node "$root/site/check.mjs" . > ../links.txt 2>&1 || { tail -n 3 links.txt && return 1; }
  python3 -m http.server --bind 127.0.0.1 8137 > ../server.log 2>&1 &
  server=$!
  status=1
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    if curl -sf http://127.0.0.1:8137/ > ../page.html; then status=0 && break; fi
    sleep 1
  done
  kill "$server"
  [ "$status" -eq 0 ] && grep -qi 'oknos' ../page.html && echo "served; $(find . -name '*.html' | wc -l) pages, all links lead somewhere"
}
try_npm() {
  echo '{ "name": "user", "private": true, "type": "module" }' > package.json
  npm install --offline --no-audit --no-fund --silent "$1" >&2 || return 1
  cat > first.mjs << 'END'
import createOknos from "oknos";
const oknos = await createOknos();
const { best } = await oknos.analyse({ fen: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", depth: 4 });
console.log(`finds ${best.san}`);
END
  node first.mjs | grep -F 'finds Ra8#'
}
try_arch() {
  cp "$1" "$dist"/oknos-[0-9]*.tar.xz .
  if [ "$(id -u)" -eq 0 ]; then
    chown -R nobody .
    runuser -u nobody -- env HOME="$PWD" makepkg --nodeps > makepkg.log 2>&1 || { tail -n 3 makepkg.log && return 1; }
  else
    makepkg --nodeps > makepkg.log 2>&1 || { tail -n 3 makepkg.log && return 1; }
  fi
  tar -xf oknos-*-x86_64.pkg.tar.* usr/bin/oknos && counts ./usr/bin/oknos
}
try_container() {
  docker info > /dev/null 2>&1 || { echo "not tried: no Docker daemon is running" && return; }
  tar -xf "$1" && cd oknos-*/ && docker build -q -t oknos-check . > ../image.txt && counts docker run --rm oknos-check
}

rm -f "$work/nodes"
if (cd "$dist" && sha256sum --check --quiet SHA256SUMS); then
  echo "checksums: $(wc -l < "$dist/SHA256SUMS") files"
else
  failed=" checksums"
fi
check linux 'oknos-*-linux-x86_64'
check arm64 'oknos-*-linux-arm64' qemu-aarch64
check windows 'oknos-*-windows-x86_64.exe' wine
check deb 'oknos_*.deb' dpkg-deb
check site 'oknos-site-*.tar.xz' node
check npm 'oknos-*.tgz' npm
check source 'oknos-[0-9]*.tar.xz' make
check arch PKGBUILD makepkg
check container 'oknos-[0-9]*.tar.xz' docker
[ "$tried" -gt 0 ] || { echo "nothing of ./package is in $dist" && exit 1; }
[ -z "$failed" ] || { echo "failed:$failed" && exit 1; }
