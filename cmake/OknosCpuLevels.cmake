# The engine once per CPU level in one binary.
#
# Each level is compiled into objects of its own, which `ld -r` joins into one; then objcopy makes every symbol local
# but the entry. That last step is what makes it safe: a template or an inline function compiled for v4 is a weak symbol
# like its twin for v2, and an ordinary link would keep one of the two, perhaps the one that the processor cannot run.

set(OKNOS_LEVELS v2 v3 v4)

# Joins the objects of one level: OUTPUT is the path of the joined object. The level that the library is compiled for
# (OKNOS_ARCH_FLAGS) takes the library's objects, which spares compiling the engine once.
function(oknos_add_level level output)
  set(target oknos_level_${level})
  set(whole_library)
  set(library)
  if("-march=x86-64-${level}" STREQUAL "${OKNOS_ARCH_FLAGS}")
    set(sources)
    set(whole_library --whole-archive $<TARGET_FILE:oknos_core>)
    set(library oknos_core)
  else()
    set(sources ${oknos_engine_sources})
    list(FILTER sources EXCLUDE REGEX "/platform/cpu_level\\.cpp$")
  endif()
  add_library(${target} OBJECT ${sources} ${oknos_entry})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include
                                               ${OKNOS_GENERATED_DIR})
  target_compile_definitions(${target} PRIVATE OKNOS_ENTRY=oknos_main_${level} OKNOS_LEVEL_NAME="x86-64-${level}")
  target_compile_options(${target} PRIVATE -march=x86-64-${level})
  target_link_libraries(${target} PRIVATE oknos_warnings Threads::Threads)
  oknos_unity_of_rooms(${target})

  set(joined ${PROJECT_BINARY_DIR}/levels/${level}_joined.o)
  add_custom_command(OUTPUT ${output}
    COMMAND ${OKNOS_GNU_LD} -r --force-group-allocation -o ${joined} $<TARGET_OBJECTS:${target}> ${whole_library}
    COMMAND ${OKNOS_OBJCOPY} --keep-global-symbol=oknos_main_${level} ${joined} ${output}
    DEPENDS ${target} $<TARGET_OBJECTS:${target}> ${library}
    BYPRODUCTS ${joined}
    COMMENT "Joining the engine for x86-64-${level}"
    COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

function(oknos_add_levelled_engine)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/levels)
  set(objects)
  foreach(level IN LISTS OKNOS_LEVELS)
    set(object ${PROJECT_BINARY_DIR}/levels/${level}.o)
    oknos_add_level(${level} ${object})
    list(APPEND objects ${object})
  endforeach()
  add_executable(oknos ${oknos_main} ${PROJECT_SOURCE_DIR}/src/platform/cpu_level.cpp ${objects})
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  target_include_directories(oknos PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(oknos PRIVATE OKNOS_CPU_LEVELS)
  target_compile_options(oknos PRIVATE -march=x86-64)  # the door opens on every processor
  target_link_libraries(oknos PRIVATE oknos_warnings Threads::Threads)
  if(OKNOS_LINKS_STATICALLY)
    target_link_options(oknos PRIVATE -static)
  endif()
endfunction()
