# Builds the pages of web/ in a folder of its own and writes each to OUT_DIR/NAME_page.inc as one C++ literal. What is
# missing (Node.js, its packages) is no error: the literals are then "missing: REASON". An error in the pages' own code is
# one.
#
#   cmake -DNPM=... -DSOURCE_DIR=web -DWORK_DIR=build/web -DOUT_DIR=generated "-DPAGES=report;explore" "-DWHY_NOT=..." \
#         -P BuildWebPages.cmake
#
# Without NPM the reason is WHY_NOT.

function(write_literal page content)
  set(out ${OUT_DIR}/${page}_page.inc)
  file(WRITE ${out}.new "R\"oknos_page(${content})oknos_page\"\n")
  file(RENAME ${out}.new ${out})
endfunction()

function(without_page reason)
  message("The laboratory's pages are not built: ${reason}")
  foreach(page IN LISTS PAGES)
    write_literal(${page} "missing: ${reason}")
  endforeach()
endfunction()

if(NOT NPM)
  without_page("${WHY_NOT}")
  return()
endif()

file(REMOVE_RECURSE ${WORK_DIR}/src)  # files that are not there any more
file(COPY ${SOURCE_DIR}/ DESTINATION ${WORK_DIR} PATTERN node_modules EXCLUDE PATTERN dist EXCLUDE)
file(SHA256 ${WORK_DIR}/package-lock.json lock)
set(installed "")
if(EXISTS ${WORK_DIR}/node_modules/oknos.lock)
  file(READ ${WORK_DIR}/node_modules/oknos.lock installed)
endif()
if(NOT installed STREQUAL lock)
  execute_process(COMMAND ${NPM} ci --no-audit --no-fund --ignore-scripts WORKING_DIRECTORY ${WORK_DIR}
    RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    string(REGEX MATCH "npm (error|ERR!) [^\n]*" first "${output}")
    without_page("npm could not fetch its packages (${first})")
    return()
  endif()
  file(WRITE ${WORK_DIR}/node_modules/oknos.lock ${lock})
endif()
execute_process(COMMAND ${NPM} run --silent build WORKING_DIRECTORY ${WORK_DIR}
  RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(failed)
  message(FATAL_ERROR "The laboratory's pages have an error:\n${output}")
endif()
foreach(name IN LISTS PAGES)
  file(READ ${WORK_DIR}/dist/${name}.html page)
  if(page MATCHES "\\)oknos_page\"")
    message(FATAL_ERROR "The page holds the mark that ends its literal")
  endif()
  write_literal(${name} "${page}")
endforeach()
