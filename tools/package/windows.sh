# shellcheck shell=sh disable=SC2154 # variables come from shared.sh
# oknos-VERSION-windows-x86_64.exe: the engine for Windows, with the code for every CPU level; checked with wine

why_not() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) ;;
    *) echo "that takes an x86-64 Linux machine" ;;
  esac
}

# on_wine COMMAND...: with a Windows of its own in the build folder, without windows on the screen.
on_wine() {
  env WINEPREFIX="$OKNOS_BUILD_DIR/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" wine "$@"
}

make_target() {
  ensure package windows
  say "Building the engine for Windows (several minutes; nothing to do if it has been built)"
  build windows oknos
  stage windows
  x86_64-w64-mingw32-strip -o "$staged/oknos.exe" "$OKNOS_BUILD_DIR/windows/bin/oknos.exe"
  check_libraries "$staged/oknos.exe"
  say "Checking it with wine"
  check_version on_wine "$staged/oknos.exe"
  check_levels on_wine "$staged/oknos.exe"
  publish "$staged/oknos.exe" "oknos-$version-windows-x86_64.exe"
}

# check_libraries PROGRAM: it needs none but those of every Windows.
check_libraries() {
  for library in $(x86_64-w64-mingw32-objdump -p "$1" | sed -n 's/.*DLL Name: //p'); do
    case $library in
      KERNEL32.dll | SHELL32.dll | msvcrt.dll) ;;
      *) fail "$1 needs $library, which is no part of every Windows" ;;
    esac
  done
}
