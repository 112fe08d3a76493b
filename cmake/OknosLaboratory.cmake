# The laboratory: a library (oknos_laboratory, so that tests can reach its parts) and the program oknos-lab.

if(NOT OKNOS_BUILD_LAB)
  return()
endif()
set(oknos_lab_main ${PROJECT_SOURCE_DIR}/src/apps/oknos_lab.cpp)
oknos_room_sources(oknos_lab_sources ${OKNOS_LAB_ROOMS})
# The words of a command line are read once; CLI11 is slow to compile and need not be fast: what includes it is compiled by
# itself and not optimised. The file of match --queue is read by the options of match, so it belongs here too.
oknos_room_sources(oknos_lab_cli apps/laboratory)
set(reads_words ${oknos_lab_sources})
list(FILTER reads_words INCLUDE REGEX "/(command|[a-z_]*arguments|queue|queue_file)[.]cpp$")
list(APPEND oknos_lab_cli ${reads_words})
list(REMOVE_ITEM oknos_lab_sources ${reads_words} ${oknos_page_sources})
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
# little. Only what counts by itself, position by position, is worth more.
target_compile_options(oknos_laboratory PRIVATE $<$<CONFIG:Release>:-O1>)
target_precompile_headers(oknos_laboratory PRIVATE
  <fmt/format.h> <nlohmann/json.hpp> <algorithm> <array> <cmath> <filesystem> <functional> <map> <memory> <optional> <set>
  <string> <string_view> <vector>)
set(oknos_lab_hot ${oknos_lab_sources})
list(FILTER oknos_lab_hot INCLUDE REGEX
  "/(oracle/[a-z_]+|statistics/minimise|train/(fit|game_walk|model|objective|quiet|win_fit|network/(gradient|optimiser|packed_position|quantise|training)))[.]cpp$")
set_source_files_properties(${oknos_lab_hot} PROPERTIES
  COMPILE_OPTIONS $<$<CONFIG:Release>:-O3> SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
# Every kind of position is mined by a `mine` of its own.
set(oknos_lab_alike ${oknos_lab_sources})
list(FILTER oknos_lab_alike INCLUDE REGEX "/commands/positions/")
set_source_files_properties(${oknos_lab_alike} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
# With OKNOS_UNITY the sources of a folder are compiled together, so that a new file changes its own folder's group alone.
# Small commands share a group: each group pays anew for the templates of the libraries.
set(oknos_group_of_reading show merge report shell rules preset calibrate)
set(oknos_group_of_searching analyse why ablate datagen)
set(oknos_group_of_playing match compare suite)
foreach(source IN LISTS oknos_lab_sources)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR}/src ${source})
  get_filename_component(folder ${folder} DIRECTORY)
  get_filename_component(command ${folder} NAME)
  foreach(group reading searching playing)
    if(folder MATCHES "^lab/commands/" AND command IN_LIST oknos_group_of_${group})
      set(folder lab_commands_${group})
    endif()
  endforeach()
  string(REPLACE "/" "_" folder ${folder})
  set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
endforeach()
oknos_unity_of_rooms(oknos_laboratory)

if(EXISTS ${oknos_lab_main})
  add_library(oknos_lab_cli OBJECT ${oknos_lab_cli})
  target_link_libraries(oknos_lab_cli PUBLIC oknos_laboratory PRIVATE oknos_warnings)
  target_compile_options(oknos_lab_cli PRIVATE $<$<CONFIG:Release>:-O0>)
  target_precompile_headers(oknos_lab_cli PRIVATE <CLI/CLI.hpp>)
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
