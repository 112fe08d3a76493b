# The engine's rooms as a library for the house (oknos_core), the library for everybody else (oknos_library, exported as
# oknos::oknos), and the engine itself (oknos).

oknos_room_sources(oknos_engine_sources ${OKNOS_ENGINE_ROOMS})
oknos_group_rooms(${oknos_engine_sources})

add_library(oknos_core STATIC ${oknos_engine_sources})
target_include_directories(oknos_core PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include
                                      PRIVATE ${OKNOS_GENERATED_DIR})
target_compile_features(oknos_core PUBLIC cxx_std_20)
# Public: headers look sliders up by pext or by multiplication, and the library and its users must do alike.
target_compile_options(oknos_core PUBLIC ${OKNOS_ARCH_FLAGS})
target_link_libraries(oknos_core PUBLIC Threads::Threads PRIVATE oknos_warnings)
oknos_unity_of_rooms(oknos_core)

# One file holds the engine's objects, too; of headers its users see include/oknos alone.
oknos_room_sources(oknos_library_sources ${OKNOS_LIBRARY_ROOMS})
add_library(oknos_library STATIC ${oknos_library_sources} $<TARGET_OBJECTS:oknos_core>)
add_library(oknos::oknos ALIAS oknos_library)
set_target_properties(oknos_library PROPERTIES OUTPUT_NAME oknos EXPORT_NAME oknos)
target_include_directories(oknos_library
  PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_compile_features(oknos_library PUBLIC cxx_std_20)
target_compile_options(oknos_library PRIVATE ${OKNOS_ARCH_FLAGS})
target_link_libraries(oknos_library PUBLIC Threads::Threads PRIVATE $<BUILD_INTERFACE:oknos_warnings>)

# Built where somebody links it: the laboratory, tests and fuzz targets.
oknos_room_sources(oknos_text_sources ${OKNOS_TEXT_ROOMS})
add_library(oknos_formats STATIC EXCLUDE_FROM_ALL ${oknos_text_sources})
target_link_libraries(oknos_formats PUBLIC oknos_core PRIVATE oknos_warnings)
oknos_unity(oknos_formats)

if(EMSCRIPTEN)  # a module instead of a program: OknosPage.cmake
  return()
endif()
set(oknos_entry ${PROJECT_SOURCE_DIR}/src/apps/oknos.cpp)
set(oknos_main ${PROJECT_SOURCE_DIR}/src/apps/main.cpp)
if(NOT EXISTS ${oknos_entry})
  message(STATUS "src/apps/oknos.cpp is not there: the engine is not built")
  return()
endif()

# The static C and C++ libraries are there on Debian and Ubuntu; elsewhere they may be missing.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LINK_OPTIONS -static)
set(CMAKE_REQUIRED_LIBRARIES Threads::Threads)
check_cxx_source_compiles("#include <thread>\nint main() { std::thread t([] {}); t.join(); }" OKNOS_LINKS_STATICALLY)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
unset(CMAKE_REQUIRED_LIBRARIES)

if(OKNOS_CPU_LEVELS)
  include(OknosCpuLevels)
  oknos_add_levelled_engine()
else()
  add_executable(oknos ${oknos_main} ${oknos_entry})
  set(oknos_level native)
  if(CMAKE_CROSSCOMPILING)
    set(oknos_level ${CMAKE_SYSTEM_PROCESSOR})
  elseif(OKNOS_ARCH_FLAGS MATCHES "^-march=(x86-64-v[234])$")
    set(oknos_level ${CMAKE_MATCH_1})
  endif()
  target_compile_definitions(oknos PRIVATE OKNOS_ENTRY=oknos_main_native OKNOS_LEVEL_NAME="${oknos_level}")
  # Whole: with link-time optimisation, g++ calls the search's templates by weak names, for which nothing is taken from an
  # archive.
  target_link_libraries(oknos PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,oknos_core> oknos_build_identity oknos_warnings)
  # What runs on another machine brings its libraries along.
  if(OKNOS_LINKS_STATICALLY AND (CMAKE_CROSSCOMPILING OR WIN32))
    target_link_options(oknos PRIVATE -static)
  endif()
endif()
if(NOT PROJECT_IS_TOP_LEVEL)
  set_target_properties(oknos PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
if(WIN32)
  # Threads get as much stack as the program is built with; this is what they have on Linux.
  target_link_options(oknos PRIVATE -Wl,--stack,8388608)
endif()
