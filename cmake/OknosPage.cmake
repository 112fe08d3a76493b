# oknos_page: what the explorer's page brings of the laboratory as WebAssembly. The same library is built natively, for a
# test (tests/page) that does not link when a file is missing in the list.

if(NOT OKNOS_BUILD_LAB AND NOT EMSCRIPTEN)
  return()
endif()
list(TRANSFORM OKNOS_PAGE_FILES PREPEND ${PROJECT_SOURCE_DIR}/src/ OUTPUT_VARIABLE oknos_page_sources)
list(TRANSFORM oknos_page_sources APPEND .cpp)
add_library(oknos_page STATIC ${oknos_page_sources})
target_link_libraries(oknos_page PUBLIC oknos_formats PRIVATE oknos_warnings)
target_compile_options(oknos_page PRIVATE $<$<CONFIG:Release>:-O1>)
oknos_unity(oknos_page)

if(NOT EMSCRIPTEN)
  find_package(fmt REQUIRED)
  find_package(nlohmann_json REQUIRED)
  target_link_libraries(oknos_page PUBLIC fmt::fmt nlohmann_json::nlohmann_json)
  return()
endif()
# The two libraries are headers, and em++ must not see the others that lie beside them.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/headers)
foreach(header fmt/format.h nlohmann/json.hpp)
  get_filename_component(library ${header} DIRECTORY)
  find_path(OKNOS_${library} ${header} PATHS /usr/include /usr/local/include NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(CREATE_LINK ${OKNOS_${library}}/${library} ${PROJECT_BINARY_DIR}/headers/${library} SYMBOLIC)
endforeach()
target_include_directories(oknos_page SYSTEM PUBLIC ${PROJECT_BINARY_DIR}/headers)
target_compile_definitions(oknos_page PUBLIC FMT_HEADER_ONLY)
