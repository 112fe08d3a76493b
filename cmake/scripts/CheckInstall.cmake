# cmake -DBUILD_DIR= -DEXAMPLES_DIR= -DWORK_DIR= -DCXX= -P CheckInstall.cmake
# Installs the library into a prefix of its own, builds examples/ against it with find_package, and runs the examples.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${WORK_DIR})
set(prefix ${WORK_DIR}/prefix)
set(build ${WORK_DIR}/build)

function(step)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    string(JOIN " " command ${ARGN})
    message(FATAL_ERROR "failed (${result}): ${command}\n${output}")
  endif()
endfunction()

step(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix} --component library)
step(${CMAKE_COMMAND} -S ${EXAMPLES_DIR} -B ${build} -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CXX}
     -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_FIND_PACKAGE_NO_PACKAGE_REGISTRY=ON)
step(${CMAKE_COMMAND} --build ${build})
step(${CMAKE_CTEST_COMMAND} --test-dir ${build} --output-on-failure --no-tests=error)
message(STATUS "the examples build and run against the library installed in ${prefix}")
