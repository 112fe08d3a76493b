# shellcheck shell=sh
# Shared by ./run, ./test and .ci/run: what is missing is installed, the rest is built. POSIX sh, sourced.
#
#   OKNOS_BUILD_DIR   build folder (default: build)
#   OKNOS_CMAKE_ARGS  more arguments for cmake's configure step
#   CXX               the C++ compiler

: "${OKNOS_BUILD_DIR:=build}"
case $OKNOS_BUILD_DIR in /*) ;; *) OKNOS_BUILD_DIR=$PWD/$OKNOS_BUILD_DIR ;; esac

# Progress goes to standard error: standard output belongs to the program.
say() { printf '%s\n' "$*" >&2; }
fail() {
  say "$0: $*"
  exit 1
}

# --- what must be there ---------------------------------------------------------------------------------------------

# One line for each thing: group, kind (tool or header), what to look for (names with the same use are separated by "|"),
# Debian package, why. Groups: run, pages (of the report and the explorer), test, all (the long tests), package (./package), site, windows and arm64 (its targets), fuzz.
requirements() {
  cat << 'END'
run  tool   c++                g++                   compiles the engine and the laboratory
run  tool   cmake              cmake                 configures the build
run  tool   ninja              ninja-build           runs the build
run  header CLI/CLI.hpp        libcli11-dev          the laboratory's command line
run  header fmt/format.h       libfmt-dev            the laboratory's output
run  header nlohmann/json.hpp  nlohmann-json3-dev    the laboratory's JSON
run  header sqlite3.h          libsqlite3-dev        the laboratory's run stores
run  tool   pkg-config         pkg-config            finds libraries
run  header httplib.h          libcpp-httplib-dev    the explorer's server
run  header openssl/evp.h      libssl-dev            the hashes of files in run stores
pages tool  npm                npm                   builds the pages of the report and the explorer
site tool   em++               emscripten            compiles the engine for WebAssembly
site tool   python3            python3               serves the site on this machine
test tool   make               make                  builds the engine without CMake, to compare
test header gtest/gtest.h      libgtest-dev          the tests
test header rapidcheck.h       librapidcheck-dev     the tests of properties
test header toml++/toml.h      libtomlplusplus-dev   a second opinion on the presets' syntax
test tool   mpicxx             libopenmpi-dev        builds the laboratory for many machines (MPI)
test tool   mpirun             openmpi-bin           starts it in the tests
all  tool   chromium|chromium-browser|google-chrome chromium opens the pages in the tests
all  tool   apt-get            apt                   fetches the source of a foreign engine
all  tool   dpkg-source        dpkg-dev              unpacks it
all  tool   doxygen            doxygen               checks the documentation of the library's headers
test tool   zsh                zsh                   tries the completions
test tool   fish               fish                  tries the completions
test tool   python3            python3               repeats the outputs on the pages
all  tool   em++               emscripten            compiles the engine for WebAssembly
all  tool   clang++            clang                 a second compiler for the values of the network
all  tool   aarch64-linux-gnu-g++ g++-aarch64-linux-gnu compiles them for arm64
all  tool   qemu-aarch64       qemu-user             and runs that
windows tool cmake             cmake                 configures the build
windows tool ninja             ninja-build           runs the build
windows tool x86_64-w64-mingw32-g++-posix g++-mingw-w64-x86-64-posix compiles the engine for Windows
windows tool wine              wine                  runs that
arm64 tool  cmake              cmake                 configures the build
arm64 tool  ninja              ninja-build           runs the build
arm64 tool  aarch64-linux-gnu-g++ g++-aarch64-linux-gnu compiles the engine for 64-bit Arm
arm64 tool  qemu-aarch64       qemu-user             runs that
package tool git               git                   reads the commit and packs the source
package tool help2man          help2man              writes the manual pages
package tool xz                xz-utils              packs it smaller
package tool strip             binutils              makes programs smaller
package tool dpkg-shlibdeps    dpkg-dev              finds the packages that the laboratory needs
fuzz tool   clang++            clang                 builds the fuzz targets
fuzz header sanitizer/asan_interface.h libclang-rt-dev the sanitizers of clang
END
}

has_header() {
  for folder in /usr/include /usr/local/include /usr/lib/clang/*/include; do
    [ ! -e "$folder/$1" ] || return 0
  done
  return 1
}

# has KIND NAMES
has() {
  case $1 in
    header) has_header "$2" ;;
    *)
      if [ "$2" = c++ ] && [ -n "${CXX:-}" ]; then set -- tool "$CXX"; fi
      for name in $(echo "$2" | tr '|' ' '); do
        ! command -v "$name" > /dev/null 2>&1 || return 0
      done
      return 1
      ;;
  esac
}

# missing GROUP...: the lines "package: why" of what is not there.
missing() {
  for group in "$@"; do
    requirements | while read -r of kind name package why; do
      if [ "$of" = "$group" ] && ! has "$kind" "$name"; then echo "$package: $why"; fi
    done
  done
}

# as_root COMMAND...: fails where there is neither root nor sudo.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif [ -t 0 ]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

# ensure GROUP...: installs exactly the Debian packages that are missing, or says in one line which they are.
ensure() {
  lines=$(missing "$@")
  [ -n "$lines" ] || return 0
  packages=$(printf '%s\n' "$lines" | sed 's/:.*//' | tr '\n' ' ' | sed 's/ $//')
  command -v apt-get > /dev/null 2>&1 || fail "missing: $packages (Debian's names); install them and try again"
  [ "$(id -u)" -eq 0 ] || command -v sudo > /dev/null 2>&1 ||
    fail "missing: $packages; as root: apt-get install $packages"

  mkdir -p "$OKNOS_BUILD_DIR"
  log=$OKNOS_BUILD_DIR/install.log
  say "Installing what is missing, which can take some minutes (log: $log):"
  printf '%s\n' "$lines" | sed 's/^/  /' >&2
  # shellcheck disable=SC2086 # the packages are words
  if ! { as_root apt-get update && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y \
    --no-install-recommends -o DPkg::Lock::Timeout=300 $packages; } > "$log" 2>&1 < /dev/null; then
    fail "missing: $packages; apt-get could not install them ($(grep -m1 '^E:' "$log" || tail -n 1 "$log"); log: $log)"
  fi
  lines=$(missing "$@")
  [ -z "$lines" ] || fail "still missing after apt-get install: $(printf '%s\n' "$lines" | sed 's/:.*//' | tr '\n' ' ')"
}

# --- building -------------------------------------------------------------------------------------------------------

jobs() {
  cores=$(nproc 2> /dev/null || echo 2)
  # The largest source files take about a gigabyte each.
  memory=$(awk '/MemAvailable/ { print int($2 / 1000000) }' /proc/meminfo 2> /dev/null || echo "$cores")
  [ "${memory:-0}" -ge 1 ] || memory=1
  [ "$cores" -le "$memory" ] || cores=$memory
  echo "$cores"
}

# show_progress: reads the build's output and shows how far it is: one changing line on a terminal, a few lines elsewhere.
show_progress() {
  shown=-1
  while IFS= read -r line; do
    case $line in
      '['*/*']'*) ;;
      Training:*)  # a build within the build, with a count of its own
        say "  $line"
        shown=-1
        continue
        ;;
      *) continue ;;
    esac
    done_steps=${line#\[}
    done_steps=${done_steps%%/*}
    all_steps=${line#*/}
    all_steps=${all_steps%%\]*}
    case $done_steps$all_steps in *[!0-9]*) continue ;; esac
    if [ -t 2 ] && [ -z "${CI:-}" ]; then
      printf '\r  %s of %s ' "$done_steps" "$all_steps" >&2
    else
      tenth=$((10 * done_steps / all_steps))
      if [ "$tenth" -ne "$shown" ] && [ "$all_steps" -ge 10 ]; then
        say "  $done_steps of $all_steps"
        shown=$tenth
      fi
    fi
  done
  if [ -t 2 ] && [ -z "${CI:-}" ]; then printf '\r\033[K' >&2; fi
}

# What CMake looks for and does without where it is missing: when one of these comes or goes, it must look again.
optional_tools() {
  for tool in npm make em++ chromium chromium-browser google-chrome mpicxx ccache doxygen; do
    command -v "$tool" || true
  done | tr '\n' ' '
}

# configure PRESET: does nothing when the build folder has been configured with the same tools; ninja configures again by
# itself when something in CMake's files changes. with_tests=ON and with_pages=ON build the tests and the pages; a folder
# that has them keeps them.
configure() {
  folder=$OKNOS_BUILD_DIR/$1
  cache=$folder/CMakeCache.txt
  # A build folder that came from another place is of no use.
  if [ -e "$cache" ] && ! grep -qx "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$cache"; then rm -rf "$folder"; fi
  tests=${with_tests:-OFF}
  pages=${with_pages:-OFF}
  if grep -qs '^OKNOS_BUILD_TESTS:BOOL=ON' "$cache"; then tests=ON; fi
  if grep -qs '^OKNOS_BUILD_PAGES:BOOL=ON' "$cache"; then pages=ON; fi
  wanted="$tests $pages ${CXX:-} ${OKNOS_CMAKE_ARGS:-} $(optional_tools)"
  if [ -e "$folder/build.ninja" ] && [ "$(cat "$folder/configured" 2> /dev/null)" = "$wanted" ]; then return; fi

  say "Configuring ($1)"
  mkdir -p "$OKNOS_BUILD_DIR"
  log=$OKNOS_BUILD_DIR/configure-$1.log
  # shellcheck disable=SC2086 # the arguments are words
  if ! cmake --preset "$1" -B "$folder" -DOKNOS_BUILD_TESTS="$tests" -DOKNOS_BUILD_PAGES="$pages" \
    -DOKNOS_UNITY=ON ${OKNOS_CMAKE_ARGS:-} > "$log" 2>&1; then
    tail -n 30 "$log" >&2
    fail "configuring failed; all of it: $log"
  fi
  echo "$wanted" > "$folder/configured"
}

# want_pages PRESET: the next build of PRESET has the pages; those that could not be built (npm or its packages were missing)
# are tried again.
want_pages() {
  with_pages=ON
  for page in "$OKNOS_BUILD_DIR/$1/generated"/*_page.inc; do
    if head -c 100 "$page" 2> /dev/null | grep -q '(missing: '; then rm -f "$page"; fi
  done
}

# build_site: the documentation as a site for any static host; its folder is in $site. OKNOS_SITE_BASE=/PATH/ for a site
# that does not lie at the root of its host.
build_site() {
  ensure run pages site
  want_pages wasm
  build wasm explorer_static
  site=$OKNOS_BUILD_DIR/site/out
  log=$OKNOS_BUILD_DIR/site.log
  say "Building the site (log: $log)"
  sh tools/site.sh "$OKNOS_BUILD_DIR/wasm/explorer-static" "$site" "$OKNOS_BUILD_DIR/site" > "$log" 2>&1 || {
    tail -n 20 "$log" >&2
    fail "the site could not be built; all of it: $log"
  }
}

# build PRESET [TARGET...]
build() {
  preset=$1
  shift
  configure "$preset"
  folder=$OKNOS_BUILD_DIR/$preset
  log=$OKNOS_BUILD_DIR/build-$preset.log
  result=$folder/build.result
  [ -e "$result" ] || say "Building ($preset, log: $log)"
  {
    status=0
    cmake --build "$folder" --parallel "$(jobs)" ${1:+--target "$@"} 2>&1 || status=$?
    echo "$status" > "$result"
  } | tee "$log" | show_progress
  if [ "$(cat "$result")" -ne 0 ]; then
    if grep -q '^FAILED' "$log"; then
      # From the first failure on, without the command line that follows it.
      sed -n '/^FAILED/,$p' "$log" | sed '2d' | head -n 40 >&2
    else
      tail -n 20 "$log" >&2
    fi
    fail "the build failed; all of it: $log"
  fi
}

# run_tests FOLDER LOG [ARGUMENT...]: ctest in a build folder.
run_tests() {
  say "Testing"
  # A report of a sanitizer must end the test.
  export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=1:strict_string_checks=1}"
  export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"
  export TSAN_OPTIONS="${TSAN_OPTIONS:-halt_on_error=1}"
  folder=$1
  log=$2
  shift 2
  (cd "$folder" && ctest --parallel "$(jobs)" --output-on-failure --no-tests=error --no-label-summary --output-log "$log" "$@")
}
