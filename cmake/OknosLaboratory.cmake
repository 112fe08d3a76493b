# The laboratory: a library (oknos_laboratory, so that tests can reach its parts) and the program oknos-lab.

if(NOT OKNOS_BUILD_LAB)
  return()
endif()
set(oknos_lab_main ${PROJECT_SOURCE_DIR}/src/apps/oknos_lab.cpp)
oknos_room_sources(oknos_lab_sources ${OKNOS_LAB_ROOMS})
list(REMOVE_ITEM oknos_lab_sources ${oknos_page_sources})
# A command in one file keeps the names in its unnamed namespace to itself, so it is not joined with others.
set(oknos_lab_one_file_commands ${oknos_lab_sources})
list(FILTER oknos_lab_one_file_commands INCLUDE REGEX "/lab/commands/[a-z_]+[.]cpp$")
set_source_files_properties(${oknos_lab_one_file_commands} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
if(NOT oknos_lab_sources)
  message(STATUS "The laboratory's rooms are empty: oknos-lab is not built")
  return()
endif()

find_package(CLI11 REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(OpenSSL REQUIRED)  # SHA-256; cpp-httplib
find_package(PkgConfig REQUIRED)
pkg_check_modules(HTTPLIB REQUIRED IMPORTED_TARGET cpp-httplib)  # its flags must be those that it was compiled with

# embedded_prices.inc: prices/modern.json, the prices that `predict` uses unless it is given others.
set(oknos_prices ${PROJECT_SOURCE_DIR}/prices/modern.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${oknos_prices})
file(READ ${oknos_prices} content)
file(WRITE ${PROJECT_BINARY_DIR}/embedded_prices.inc.new "R\"prices(${content})prices\"\n")
configure_file(${PROJECT_BINARY_DIR}/embedded_prices.inc.new ${OKNOS_GENERATED_DIR}/embedded_prices.inc COPYONLY)

include(OknosWeb)
add_library(oknos_laboratory STATIC ${oknos_lab_sources} $<TARGET_OBJECTS:oknos_page> ${OKNOS_PAGE_INCS})
target_include_directories(oknos_laboratory PRIVATE ${OKNOS_GENERATED_DIR})
target_link_libraries(oknos_laboratory
  PUBLIC oknos_formats oknos_build_identity CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json
  PRIVATE SQLite::SQLite3 OpenSSL::Crypto PkgConfig::HTTPLIB oknos_precompiled_warnings)

# Its files wait for searches, which are the engine's; so they are compiled quickly: common headers once, and optimised
# little. Only what counts by itself, position by position, is worth more. CLI11 is not among the common headers: its
# global validators would be compiled into every object, for four seconds each.
target_compile_options(oknos_laboratory PRIVATE $<$<CONFIG:Release>:-O1>)
target_precompile_headers(oknos_laboratory PRIVATE
  <fmt/format.h> <nlohmann/json.hpp> <algorithm> <array> <cmath> <filesystem> <functional> <map> <memory>
  <optional> <set> <string> <string_view> <vector>)
set(oknos_lab_hot ${oknos_lab_sources})
list(FILTER oknos_lab_hot INCLUDE REGEX
  "/(oracle/[a-z_]+|statistics/minimise|train/(fit|game_walk|model|objective|quiet|win_fit|network/(gradient|optimiser|packed_position|quantise|training)))[.]cpp$")
set_source_files_properties(${oknos_lab_hot} PROPERTIES
  COMPILE_OPTIONS $<$<CONFIG:Release>:-O3> SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
# What holds a page is compiled anew when the pages come.
set(oknos_lab_alone ${oknos_lab_sources})
list(FILTER oknos_lab_alone INCLUDE REGEX "/explorer/page[.]cpp$")
set_source_files_properties(${oknos_lab_alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
# With OKNOS_UNITY the sources of a folder are compiled together, so that a new file changes its own folder's group alone.
foreach(source IN LISTS oknos_lab_sources)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR}/src ${source})
  get_filename_component(folder ${folder} DIRECTORY)
  string(REPLACE "/" "_" folder ${folder})
  set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
endforeach()
oknos_unity_of_rooms(oknos_laboratory)

if(EXISTS ${oknos_lab_main})
  oknos_room_sources(oknos_lab_cli apps/laboratory)
  add_library(oknos_lab_cli OBJECT ${oknos_lab_cli})
  target_link_libraries(oknos_lab_cli PUBLIC oknos_laboratory PRIVATE oknos_warnings)
  target_compile_options(oknos_lab_cli PRIVATE $<$<CONFIG:Release>:-O1>)
  oknos_unity(oknos_lab_cli)
  add_executable(oknos-lab ${oknos_lab_main})
  target_link_libraries(oknos-lab PRIVATE oknos_lab_cli oknos_laboratory oknos_warnings)
  target_compile_options(oknos-lab PRIVATE $<$<CONFIG:Release>:-O1>)
  if(OKNOS_ARCH_FLAGS MATCHES "^-march=(x86-64-v[234])$")
    target_compile_definitions(oknos-lab PRIVATE OKNOS_BUILT_FOR="${CMAKE_MATCH_1}")
  endif()

  # Many machines: only where an MPI is installed.
  find_package(MPI QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    add_library(oknos_mpi_program OBJECT src/apps/mpi_program.cpp src/apps/mpi_team.cpp)
    target_link_libraries(oknos_mpi_program PUBLIC oknos_laboratory oknos_warnings MPI::MPI_CXX)
    target_compile_options(oknos_mpi_program PRIVATE $<$<CONFIG:Release>:-O1>)
    add_executable(oknos-lab-mpi src/apps/oknos_lab_mpi.cpp)
    target_link_libraries(oknos-lab-mpi PRIVATE oknos_mpi_program oknos_lab_cli oknos_laboratory oknos_warnings)
  else()
    message(STATUS "No MPI is installed: oknos-lab-mpi is not built")
  endif()
endif()
