# cmake -DENGINE= "-DHOLDS=x86-64-v2, x86-64-v3, x86-64-v4" -P CheckCpuArgument.cmake
# Wrong values of --cpu: one clear line, exit code 2, nothing on standard output.
cmake_minimum_required(VERSION 3.25)

function(expect_refusal pattern)
  execute_process(COMMAND ${ENGINE} ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE result)
  if(NOT result EQUAL 2 OR NOT output STREQUAL "" OR NOT errors MATCHES "${pattern}")
    message(FATAL_ERROR "oknos ${ARGN}: expected exit code 2 and \"${pattern}\", got ${result} and\n${output}${errors}")
  endif()
endfunction()

set(names "${HOLDS}\n$")
expect_refusal("^oknos: unknown CPU level \"x86-64-v9\"; this binary holds ${names}" --cpu x86-64-v9 bench)
expect_refusal("^oknos: unknown CPU level \"\"; this binary holds ${names}" bench --cpu=)
expect_refusal("^oknos: --cpu needs a level after it[^\n]*\n$" bench --cpu)
