# Language, build types, warnings and sanitizers: everything that holds for every target.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or Sanitized" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG" CACHE STRING "")
set(CMAKE_CXX_FLAGS_SANITIZED "-O1 -g -fno-omit-frame-pointer" CACHE STRING "")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

# The laboratory starts programs and locks files as POSIX has it; so do many tests. On Windows there is the engine. Inside
# another project (FetchContent, add_subdirectory) there is the library alone, unless that project asks for more.
set(laboratory_default ON)
if(CMAKE_SYSTEM_NAME STREQUAL "Windows" OR NOT PROJECT_IS_TOP_LEVEL)
  set(laboratory_default OFF)
endif()

option(OKNOS_CPU_LEVELS "Hold the engine once per x86-64 level in one static binary, for other machines" OFF)
option(OKNOS_BUILD_LAB "Build the laboratory (oknos-lab)" ${laboratory_default})
option(OKNOS_BUILD_PAGES "Build the pages of explore and show --html into the laboratory (npm)" ON)
option(OKNOS_BUILD_TESTS "Build the tests" ${laboratory_default})
option(OKNOS_BUILD_BENCH "Build the micro-benchmarks (needs Google Benchmark)" OFF)
option(OKNOS_WERROR "Treat warnings as errors" OFF)
option(OKNOS_LTO "Optimise each CPU level of the engine as a whole when it is linked (without effect but with g++)" ON)
option(OKNOS_PGO "Build the levels from a profile of the bench search: a second build of the engine, in training/ (g++)" OFF)
set(OKNOS_PROFILE_TO "" CACHE PATH "Folder that the engine writes its profile to when it ends (what OKNOS_PGO trains with)")
option(OKNOS_EXPERT "Declare all UCI options from the start, with _ for blanks: for tuners and test runners" OFF)
option(OKNOS_UNITY "Compile several sources at a time: sooner for a build from scratch" OFF)
option(OKNOS_FUZZ "Build the fuzz targets with libFuzzer (clang)" OFF)
option(OKNOS_COVERAGE "Count executed lines (gcov)" OFF)
set(OKNOS_SANITIZE "" CACHE STRING "Sanitizers, separated by commas: address,undefined or thread")
set(OKNOS_LAB_ARCH "auto" CACHE STRING
    "-march of the library, the laboratory and the tests: auto (the best common level that this machine runs), none, or a value")

if(OKNOS_EXPERT)
  add_compile_definitions(OKNOS_EXPERT)
endif()

# With ccache what was compiled before is not compiled again, also in another folder. It must be told to look through
# precompiled headers.
find_program(OKNOS_CCACHE ccache)
if(OKNOS_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=true)
  if(EMSCRIPTEN)  # em++ is a script, which asks it for the compiler
    list(APPEND CMAKE_CXX_COMPILER_LAUNCHER EM_COMPILER_WRAPPER=${OKNOS_CCACHE})
  else()
    list(APPEND CMAKE_CXX_COMPILER_LAUNCHER ${OKNOS_CCACHE})
  endif()
endif()

foreach(part OKNOS_BUILD_LAB OKNOS_BUILD_TESTS OKNOS_BUILD_BENCH)
  if(${part} AND CMAKE_SYSTEM_NAME STREQUAL "Windows")
    message(FATAL_ERROR "${part}: on Windows there is the engine alone; configure with -D${part}=OFF")
  endif()
endforeach()

find_package(Threads REQUIRED)

# g++ collects its garbage when it has half a gigabyte: the largest sources then take a seventh less time, and a gigabyte.
add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=524288>)

# Warnings: everything that finds mistakes and can be kept at zero. -Wconversion is left out: with 8 and 16 bit members
# it mostly reports the integer promotions of the language.
add_library(oknos_warnings INTERFACE)
target_compile_options(oknos_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wold-style-cast -Wcast-qual -Wcast-align -Wnon-virtual-dtor -Woverloaded-virtual
  -Wfloat-conversion -Wformat=2 -Wundef -Wunused
  $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wlogical-op>
  # g++ 12 warns of overlapping copies inside its own std::string (GCC bug 105651), and of strings within std::variant
  # that it takes for uninitialised (GCC bug 105593).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-maybe-uninitialized>
  # Several sources at a time shadow each other's names, and what asks the operating system elsewhere asks none here.
  $<$<BOOL:${EMSCRIPTEN}>:-Wno-shadow;-Wno-unused-private-field>
  $<$<BOOL:${OKNOS_WERROR}>:-Werror>)

# The same for what is compiled with headers compiled before: warnings inside std::string, which g++ 12 gives by mistake
# (bugs 105651 and 105329) and mostly keeps to itself, are heard then.
add_library(oknos_precompiled_warnings INTERFACE)
target_link_libraries(oknos_precompiled_warnings INTERFACE oknos_warnings)
target_compile_options(oknos_precompiled_warnings INTERFACE
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>)

# The levels are joined by GNU's linker (binutils, which every g++ brings along) also where clang compiles.
if(OKNOS_CPU_LEVELS)
  set(binutils x86_64-linux-gnu)
  if(MINGW)
    set(binutils x86_64-w64-mingw32)
  endif()
  find_program(OKNOS_GNU_LD NAMES ${binutils}-ld.bfd ld.bfd ld)
  find_program(OKNOS_OBJCOPY NAMES ${binutils}-objcopy objcopy)
  execute_process(COMMAND ${OKNOS_GNU_LD} --help OUTPUT_VARIABLE ld_help ERROR_QUIET)
  if(NOT OKNOS_OBJCOPY OR NOT ld_help MATCHES "--force-group-allocation")
    message(WARNING "GNU ld and objcopy (binutils 2.29 or later) are not there: oknos will hold one CPU level only")
    set(OKNOS_CPU_LEVELS OFF)
  endif()
endif()

foreach(wanted OKNOS_PGO OKNOS_PROFILE_TO)
  if(${wanted} AND NOT (OKNOS_CPU_LEVELS AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU"))
    message(FATAL_ERROR "${wanted} needs g++ and OKNOS_CPU_LEVELS")
  endif()
endforeach()
if(OKNOS_LTO)
  set(lto_works OFF)
  if(OKNOS_CPU_LEVELS AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    include(CheckIPOSupported)
    check_ipo_supported(RESULT lto_works LANGUAGES CXX)
  endif()
  if(NOT lto_works)
    set(OKNOS_LTO OFF)
  endif()
endif()
if(MINGW AND OKNOS_CPU_LEVELS AND NOT OKNOS_LTO)
  message(WARNING "On Windows the CPU levels need g++ and OKNOS_LTO: oknos will hold one level only")
  set(OKNOS_CPU_LEVELS OFF)
endif()

# A level may not share static members of templates with another one, as unique symbols would make it do.
if(OKNOS_CPU_LEVELS AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-fno-gnu-unique)
endif()

# g++ does not align the stack for vectors of 32 bytes on Windows (GCC bug 54412): the assembler is to use instructions
# that need no alignment, which cost nothing where it is there.
if(MINGW AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(oknos_unaligned_vectors -Wa,-muse-unaligned-vector-move)
  add_compile_options(${oknos_unaligned_vectors})
endif()

if(OKNOS_SANITIZE)
  add_compile_options(-fsanitize=${OKNOS_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${OKNOS_SANITIZE})
  if(OKNOS_CPU_LEVELS)
    message(FATAL_ERROR "OKNOS_CPU_LEVELS does not go together with OKNOS_SANITIZE: switch one of them off")
  endif()
endif()
if(OKNOS_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "OKNOS_FUZZ needs clang: configure with -DCMAKE_CXX_COMPILER=clang++")
  endif()
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=fuzzer-no-link>)
endif()
if(OKNOS_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
  find_program(GCOVR gcovr)
  if(GCOVR)
    add_custom_target(coverage_report
      COMMAND ${GCOVR} --root ${PROJECT_SOURCE_DIR} --filter ${PROJECT_SOURCE_DIR}/src/ --print-summary
              --html-details ${PROJECT_BINARY_DIR}/coverage.html ${PROJECT_BINARY_DIR}
      COMMENT "Writing ${PROJECT_BINARY_DIR}/coverage.html" VERBATIM)
  endif()
endif()

# -march for what runs on this machine only: x86-64-v3 or v2, whichever the processor runs.
set(OKNOS_ARCH_FLAGS "")
if(OKNOS_LAB_ARCH STREQUAL "auto")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND NOT CMAKE_CROSSCOMPILING)
    if(NOT DEFINED OKNOS_MACHINE_LEVEL)
      try_run(failed compiled ${PROJECT_BINARY_DIR}/cpu_check
              SOURCES ${PROJECT_SOURCE_DIR}/cmake/machine_level.cpp ${PROJECT_SOURCE_DIR}/src/engine/platform/cpu_level.cpp
              CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${PROJECT_SOURCE_DIR}/src CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON
              RUN_OUTPUT_VARIABLE level)
      if(NOT compiled OR NOT failed EQUAL 0)
        set(level x86-64)
      endif()
      set(OKNOS_MACHINE_LEVEL ${level} CACHE INTERNAL "the x86-64 level to compile for on this machine")
    endif()
    set(OKNOS_ARCH_FLAGS -march=${OKNOS_MACHINE_LEVEL})
  endif()
elseif(NOT OKNOS_LAB_ARCH STREQUAL "none")
  set(OKNOS_ARCH_FLAGS -march=${OKNOS_LAB_ARCH})
endif()

# Several sources at a time: what a whole build mostly does is to read the same headers and to compile the same templates
# again. While one works on a file, that file alone is compiled sooner; so it is an option.
function(oknos_unity target)
  if(OKNOS_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
endfunction()
