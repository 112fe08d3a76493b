# The laboratory's pages are written in TypeScript (web/) and become files that the programs carry in themselves:
# oknos_web_page.inc, a C++ literal. Without Node.js, or where its packages cannot be had, the rest is built all the same
# and the literal says what was missing.

find_program(OKNOS_NPM npm)
set(OKNOS_REPORT_INC ${OKNOS_GENERATED_DIR}/report_page.inc)
file(GLOB_RECURSE oknos_web_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*)
list(APPEND oknos_web_sources
  ${PROJECT_SOURCE_DIR}/web/package.json ${PROJECT_SOURCE_DIR}/web/package-lock.json
  ${PROJECT_SOURCE_DIR}/web/tsconfig.json ${PROJECT_SOURCE_DIR}/web/vite.config.ts ${PROJECT_SOURCE_DIR}/web/report.html)
add_custom_command(
  OUTPUT ${OKNOS_REPORT_INC}
  COMMAND ${CMAKE_COMMAND} -DNPM=${OKNOS_NPM} -DSOURCE_DIR=${PROJECT_SOURCE_DIR}/web
    -DWORK_DIR=${PROJECT_BINARY_DIR}/web -DOUT=${OKNOS_REPORT_INC}
    -P ${PROJECT_SOURCE_DIR}/cmake/scripts/BuildWebPage.cmake
  DEPENDS ${oknos_web_sources} ${PROJECT_SOURCE_DIR}/cmake/scripts/BuildWebPage.cmake
  COMMENT "Building the report's page"
  VERBATIM)
