# The engine for Linux on 64-bit Arm, compiled on another processor (Debian: g++-aarch64-linux-gnu):
#
#   cmake --preset arm64 && cmake --build build/arm64 --target oknos      makes build/arm64/bin/oknos
#
# qemu-aarch64 (Debian: qemu-user) runs it.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

set(triplet aarch64-linux-gnu)
find_program(arm_compiler NAMES ${triplet}-g++ NO_CACHE)
if(NOT arm_compiler)
  message(FATAL_ERROR "${triplet}-g++ is not there (Debian: apt-get install g++-${triplet})")
endif()
set(CMAKE_CXX_COMPILER ${arm_compiler})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)

set(CMAKE_FIND_ROOT_PATH /usr/${triplet})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
