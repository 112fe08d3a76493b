# cmake -DMAKE= -DSOURCE_DIR= -DBUILD_DIR= -DENGINE= -DCXX= -P CompareMake.cmake
# The Makefile must build an engine that counts the nodes of CMake's engine. It is built with less optimisation: that is
# sooner done, and the count may not depend on it.
include(${CMAKE_CURRENT_LIST_DIR}/BenchNodes.cmake)
cmake_minimum_required(VERSION 3.25)

set(made ${BUILD_DIR}/oknos)
file(MAKE_DIRECTORY ${BUILD_DIR})
execute_process(COMMAND ${MAKE} -j2 --no-print-directory EXE=${made} BUILD=${BUILD_DIR} CXX=${CXX}
                        "CXXFLAGS=-O1 -DNDEBUG -march=native"
                WORKING_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "make failed (${result})\n${output}")
endif()

oknos_bench_nodes(expected skipped ${ENGINE})
oknos_bench_nodes(nodes skipped ${made})
if(NOT nodes EQUAL expected)
  message(FATAL_ERROR "bench counts ${nodes} nodes when built by make and ${expected} when built by CMake")
endif()
message(STATUS "both count ${nodes} nodes")
