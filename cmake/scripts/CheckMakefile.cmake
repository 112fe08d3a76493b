# cmake -DMAKE= -DSOURCE_DIR= -DBUILD_DIR= -DCXX= -DEMBEDDED= -DSOURCES= -P CheckMakefile.cmake
# The Makefile must compile the sources that CMake compiles, and embed the same presets. Nothing is compiled here.
cmake_minimum_required(VERSION 3.25)

set(make ${MAKE} --no-print-directory EXE=${BUILD_DIR}/oknos BUILD=${BUILD_DIR} CXX=${CXX}
         "CXXFLAGS=-O1 -DNDEBUG -march=native")
file(MAKE_DIRECTORY ${BUILD_DIR})
execute_process(COMMAND ${make} --dry-run --always-make WORKING_DIRECTORY ${SOURCE_DIR}
                OUTPUT_VARIABLE commands ERROR_VARIABLE errors RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "make --dry-run failed (${result})\n${errors}")
endif()
string(REGEX MATCHALL " -c src/[^ \n]+" by_make "${commands}")
list(TRANSFORM by_make REPLACE "^ -c " "${SOURCE_DIR}/")
set(by_cmake ${SOURCES})
list(SORT by_make)
list(SORT by_cmake)
if(NOT by_make STREQUAL by_cmake)
  message(FATAL_ERROR "CMake compiles\n${by_cmake}\nand the Makefile\n${by_make}")
endif()

execute_process(COMMAND ${make} ${BUILD_DIR}/embedded_presets.inc WORKING_DIRECTORY ${SOURCE_DIR}
                OUTPUT_QUIET ERROR_VARIABLE errors RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "make embedded_presets.inc failed (${result})\n${errors}")
endif()
file(SHA256 ${EMBEDDED} presets_by_cmake)
file(SHA256 ${BUILD_DIR}/embedded_presets.inc presets_by_make)
if(NOT presets_by_cmake STREQUAL presets_by_make)
  message(FATAL_ERROR "${EMBEDDED} and ${BUILD_DIR}/embedded_presets.inc differ")
endif()
list(LENGTH by_make count)
message(STATUS "make compiles the same ${count} sources and embeds the same presets")
