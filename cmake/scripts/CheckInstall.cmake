# cmake -DBUILD_DIR= -DSOURCE_DIR= -DWORK_DIR= -DCXX= -DPKG_CONFIG= -DLAB= -P CheckInstall.cmake
# Installs the library into a prefix of its own, which must hold include/oknos and nothing else of the headers; builds
# examples/ against it with find_package and checks what they print; and builds the first program of docs/library.md with
# nothing but a compiler and pkg-config, after the prefix has moved. The programs come with completions and manual pages.
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
  set(output "${output}" PARENT_SCOPE)
endfunction()

step(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix} --component library)
file(GLOB_RECURSE installed RELATIVE ${prefix}/include ${prefix}/include/*)
file(GLOB public RELATIVE ${SOURCE_DIR}/include ${SOURCE_DIR}/include/oknos/*.h)
list(SORT installed)
list(SORT public)
if(NOT installed STREQUAL public)
  message(FATAL_ERROR "installed are the headers\n${installed}\ninstead of\n${public}")
endif()

step(${CMAKE_COMMAND} -S ${SOURCE_DIR}/examples -B ${build} -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CXX}
     -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_FIND_PACKAGE_NO_PACKAGE_REGISTRY=ON)
step(${CMAKE_COMMAND} --build ${build})
step(${CMAKE_CTEST_COMMAND} --test-dir ${build} --output-on-failure --no-tests=error)
# The library of this very build was used, not one that is installed on the machine.
file(STRINGS ${build}/CMakeCache.txt found REGEX "^oknos_DIR:PATH=${prefix}/")
if(NOT found)
  message(FATAL_ERROR "find_package(oknos) did not find ${prefix}")
endif()

# Bad input: one line, and an exit code.
execute_process(COMMAND ${build}/analyse "no position" ERROR_VARIABLE errors OUTPUT_QUIET RESULT_VARIABLE result)
if(result EQUAL 0 OR NOT errors MATCHES "^analyse: [^\n]*no position[^\n]*\n$")
  message(FATAL_ERROR "analyse \"no position\" ends with ${result} and says: ${errors}")
endif()

if(PKG_CONFIG)
  file(RENAME ${prefix} ${WORK_DIR}/moved)
  file(GLOB_RECURSE pc ${WORK_DIR}/moved/oknos.pc)
  get_filename_component(pc_dir ${pc} DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} ${pc_dir})
  # The guide's own first program, built as the guide says.
  file(READ ${SOURCE_DIR}/docs/library.md guide)
  string(FIND "${guide}" "```cpp\n#include" begin)
  math(EXPR begin "${begin} + 7")  # after the line that opens the block
  string(SUBSTRING "${guide}" ${begin} -1 guide)
  string(FIND "${guide}" "```" end)
  string(SUBSTRING "${guide}" 0 ${end} program)
  file(WRITE ${WORK_DIR}/first.cpp "${program}")
  step(sh -c "'${CXX}' -std=c++20 -Wall -Wextra -Werror '${WORK_DIR}/first.cpp' $('${PKG_CONFIG}' --cflags --libs oknos) -o '${WORK_DIR}/first'")
  step(${WORK_DIR}/first)
  if(NOT output MATCHES "^[a-h][1-8][a-h][1-8], -?[0-9]+ centipawns, [0-9]+ nodes\n.*frontier_futility skipped [0-9]+ moves\n")
    message(FATAL_ERROR "the first program of docs/library.md prints\n${output}")
  endif()
endif()
if(LAB)  # oknos-lab is built
  step(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/programs --component programs)
  find_program(HELP2MAN help2man)
  set(pages share/man/man1/oknos-lab.1 share/man/man6/oknos.6)
  if(NOT HELP2MAN)
    set(pages "")
  endif()
  foreach(file bin/oknos bin/oknos-lab share/bash-completion/completions/oknos share/bash-completion/completions/oknos-lab
          share/zsh/site-functions/_oknos share/zsh/site-functions/_oknos-lab share/fish/vendor_completions.d/oknos.fish
          share/fish/vendor_completions.d/oknos-lab.fish ${pages})
    if(NOT EXISTS ${WORK_DIR}/programs/${file})
      message(FATAL_ERROR "cmake --install does not install ${file}")
    endif()
  endforeach()
endif()
message(STATUS "the examples build and run against the installed library")
