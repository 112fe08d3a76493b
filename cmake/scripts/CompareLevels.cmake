# cmake -DENGINE= -DLEVELS=v2;v3;v4 -P CompareLevels.cmake
# Every level that this processor runs must search the same nodes.
include(${CMAKE_CURRENT_LIST_DIR}/BenchNodes.cmake)
cmake_minimum_required(VERSION 3.25)

oknos_bench_nodes(expected skipped ${ENGINE})
if(skipped)
  message(FATAL_ERROR "this processor runs none of the levels ${LEVELS}")
endif()
foreach(level IN LISTS LEVELS)
  oknos_bench_nodes(nodes skipped ${ENGINE} --cpu x86-64-${level})
  if(skipped)
    message(STATUS "${level}: not on this processor")
  elseif(NOT nodes EQUAL expected)
    message(FATAL_ERROR "bench counts ${nodes} nodes at ${level} and ${expected} at the level chosen by itself")
  else()
    message(STATUS "${level}: ${nodes} nodes")
  endif()
endforeach()
