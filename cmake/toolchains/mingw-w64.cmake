# The engine for Windows (x86-64), compiled on Linux by MinGW-w64 (Debian: g++-mingw-w64-x86-64-posix):
#
#   cmake --preset windows && cmake --build build/windows --target oknos      makes build/windows/bin/oknos.exe
#
# Its variant "posix" has std::thread and what belongs to it; Debian's plain name may be the variant without.

set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)

set(triplet x86_64-w64-mingw32)
find_program(mingw_compiler NAMES ${triplet}-g++-posix ${triplet}-g++ NO_CACHE)
if(NOT mingw_compiler)
  message(FATAL_ERROR "${triplet}-g++-posix is not there (Debian: apt-get install g++-mingw-w64-x86-64-posix)")
endif()
set(CMAKE_CXX_COMPILER ${mingw_compiler})
set(CMAKE_RC_COMPILER ${triplet}-windres)
set(CMAKE_CROSSCOMPILING_EMULATOR wine)

set(CMAKE_FIND_ROOT_PATH /usr/${triplet})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
