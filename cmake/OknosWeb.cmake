# The laboratory's pages are written in TypeScript (web/) and become files that the programs carry in themselves:
# NAME_page.inc, a C++ literal. Without Node.js, or where its packages cannot be had, the rest is built all the same and
# the literals say what was missing.

find_program(OKNOS_NPM npm)
set(no_pages "Node.js and npm are not installed (Debian: apt-get install nodejs npm)")
if(NOT OKNOS_BUILD_PAGES)
  set(OKNOS_NPM "")
  set(no_pages "./run explore and ./run show --html build it, and so does cmake -DOKNOS_BUILD_PAGES=ON")
endif()
set(OKNOS_PAGES report explore)
set(OKNOS_PAGE_INCS)
foreach(page IN LISTS OKNOS_PAGES)
  list(APPEND OKNOS_PAGE_INCS ${OKNOS_GENERATED_DIR}/${page}_page.inc)
endforeach()
file(GLOB_RECURSE oknos_web_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/* ${PROJECT_SOURCE_DIR}/web/*.html)
list(APPEND oknos_web_sources
  ${PROJECT_SOURCE_DIR}/web/package.json ${PROJECT_SOURCE_DIR}/web/package-lock.json
  ${PROJECT_SOURCE_DIR}/web/tsconfig.json ${PROJECT_SOURCE_DIR}/web/vite.config.ts)
add_custom_command(
  OUTPUT ${OKNOS_PAGE_INCS}
  COMMAND ${CMAKE_COMMAND} -DNPM=${OKNOS_NPM} "-DWHY_NOT=${no_pages}" -DSOURCE_DIR=${PROJECT_SOURCE_DIR}/web
    -DWORK_DIR=${PROJECT_BINARY_DIR}/web -DOUT_DIR=${OKNOS_GENERATED_DIR} "-DPAGES=${OKNOS_PAGES}"
    -P ${PROJECT_SOURCE_DIR}/cmake/scripts/BuildWebPages.cmake
  DEPENDS ${oknos_web_sources} ${PROJECT_SOURCE_DIR}/cmake/scripts/BuildWebPages.cmake
  COMMENT "Building the pages of the laboratory"
  VERBATIM)
