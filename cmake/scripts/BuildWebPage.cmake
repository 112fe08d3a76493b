# Builds the page of web/ in a folder of its own and writes it to OUT as one C++ literal. What is missing (Node.js, its
# packages) is no error: the literal is then "missing: REASON". An error in the page's own code is one.
#
#   cmake -DNPM=... -DSOURCE_DIR=web -DWORK_DIR=build/web -DOUT=page.inc -P BuildWebPage.cmake

function(write_literal content)
  file(WRITE ${OUT}.new "R\"oknos_page(${content})oknos_page\"\n")
  file(RENAME ${OUT}.new ${OUT})
endfunction()

function(without_page reason)
  message("The report's page is not built: ${reason}")
  write_literal("missing: ${reason}")
endfunction()

if(NOT NPM)
  without_page("Node.js and npm are not installed (Debian: apt-get install nodejs npm)")
  return()
endif()

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
    string(REGEX MATCH "npm error [^\n]*" first "${output}")
    without_page("npm could not fetch its packages (${first})")
    return()
  endif()
  file(WRITE ${WORK_DIR}/node_modules/oknos.lock ${lock})
endif()
execute_process(COMMAND ${NPM} run --silent build WORKING_DIRECTORY ${WORK_DIR}
  RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(failed)
  message(FATAL_ERROR "The report's page has an error:\n${output}")
endif()
file(READ ${WORK_DIR}/dist/report.html page)
if(page MATCHES "\\)oknos_page\"")
  message(FATAL_ERROR "The page holds the mark that ends its literal")
endif()
write_literal("${page}")
