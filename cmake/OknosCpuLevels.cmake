# The engine once per CPU level in one binary.
#
# Each level is compiled into objects of its own, which `ld -r` joins into one; then objcopy makes every symbol local
# but the entry. That last step is what makes it safe: a template or an inline function compiled for v4 is a weak symbol
# like its twin for v2, and an ordinary link would keep one of the two, perhaps the one that the processor cannot run.

set(OKNOS_LEVELS v2 v3 v4)
set(oknos_level "x86-64-v2, x86-64-v3, x86-64-v4")  # as the engine names them
# What chooses the level, for every processor.
file(GLOB oknos_door_sources ${PROJECT_SOURCE_DIR}/src/engine/platform/arguments_*.cpp
                             ${PROJECT_SOURCE_DIR}/src/engine/platform/cpu_level.cpp
                             ${PROJECT_SOURCE_DIR}/src/engine/platform/windows_text.cpp)
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)

# With OKNOS_LTO the joining is a link, in which g++ optimises the level as one program. GNU ld would tell it that each
# symbol of a relocatable object may be called from elsewhere, which leaves it little to optimise (and makes the search
# slower than without); so g++ is not asked to listen to ld, and is told that nothing but the entry is called.
if(OKNOS_LINKS_STATICALLY)
  set(kind_of_code exec)
else()
  set(kind_of_code pie)
endif()
set(lto_flags -flto=auto -fno-use-linker-plugin -fwhole-program -flinker-output=${kind_of_code})

# --force-group-allocation makes the sections that may stand in several objects, and of which a link keeps one, ordinary
# sections. Windows' objects have no groups: there each such section has a flag, which objcopy takes away. (Code has none
# left: see -fwhole-program.)
if(MINGW)
  set(ungroup)
  set(plain_sections --set-section-flags=.rdata$*=alloc,load,readonly,data --set-section-flags=.data$*=alloc,load,data
                     --set-section-flags=.bss$*=alloc)
else()
  set(ungroup --force-group-allocation)
  set(plain_sections)
endif()

# How a level's sources are compiled besides.
set(level_options)
set(level_definitions)
if(OKNOS_LTO)
  list(APPEND level_options -flto=auto)
  list(APPEND level_definitions OKNOS_WHOLE_PROGRAM)
endif()
list(APPEND level_options ${oknos_unaligned_vectors})
# Names in a profile begin at the build folder, so that the one of training/ is found from here.
set(profile_names -fprofile-prefix-path=${PROJECT_BINARY_DIR})
if(OKNOS_PROFILE_TO)
  list(APPEND level_options -fprofile-generate=${OKNOS_PROFILE_TO} -fprofile-update=single ${profile_names})
elseif(OKNOS_PGO)
  list(APPEND level_options -fprofile-use=${PROJECT_BINARY_DIR}/profile ${profile_names}
                            -Wno-missing-profile)  # of a level that this machine cannot run
endif()

# Joins the objects of one level: OUTPUT is the path of the joined object. The level that the library is compiled for
# (OKNOS_ARCH_FLAGS) takes the library's objects, which saves compiling the engine once more, unless it is compiled otherwise.
function(oknos_add_level level output)
  set(target oknos_level_${level})
  set(whole_library)
  set(library)
  if("-march=x86-64-${level}" STREQUAL "${OKNOS_ARCH_FLAGS}" AND NOT level_options)
    set(sources)
    set(whole_library --whole-archive $<TARGET_FILE:oknos_core>)
    set(library oknos_core)
  else()
    set(sources ${oknos_engine_sources})
    list(REMOVE_ITEM sources ${oknos_door_sources})
  endif()
  add_library(${target} OBJECT ${sources} ${oknos_entry})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include
                                               ${OKNOS_GENERATED_DIR})
  target_compile_definitions(${target} PRIVATE OKNOS_ENTRY=oknos_main_${level} OKNOS_LEVEL_NAME="x86-64-${level}"
                                               ${level_definitions})
  target_compile_options(${target} PRIVATE -march=x86-64-${level} ${level_options})
  target_link_libraries(${target} PRIVATE oknos_warnings Threads::Threads)
  oknos_unity_of_rooms(${target})
  if(TARGET oknos_profile)
    add_dependencies(${target} oknos_profile)
  endif()

  set(joined ${PROJECT_BINARY_DIR}/levels/${level}_joined.o)
  set(join ${OKNOS_GNU_LD} -r ${ungroup})
  if(OKNOS_LTO)
    separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}")
    set(join ${CMAKE_CXX_COMPILER} ${flags} -march=x86-64-${level} -std=c++20 -fno-gnu-unique ${level_options} ${lto_flags} -w
             -r -nostdlib)
    if(ungroup)
      list(APPEND join -Wl,${ungroup})
    endif()
  endif()
  add_custom_command(OUTPUT ${output}
    COMMAND ${join} -o ${joined} $<TARGET_OBJECTS:${target}> ${whole_library}
    COMMAND ${OKNOS_OBJCOPY} ${plain_sections} --keep-global-symbol=oknos_main_${level} ${joined} ${output}
    DEPENDS ${target} $<TARGET_OBJECTS:${target}> ${library}
    BYPRODUCTS ${joined}
    COMMENT "Joining the engine for x86-64-${level}"
    COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# The profile: the engine is built in training/ so that it counts which way each branch goes, and every level that this
# machine runs searches the bench positions.
function(oknos_add_profile)
  set(trained ${PROJECT_BINARY_DIR}/profile/trained)
  add_custom_command(OUTPUT ${trained}
    COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DBUILD_DIR=${PROJECT_BINARY_DIR}/training
      -DPROFILE_DIR=${PROJECT_BINARY_DIR}/profile "-DLEVELS=${OKNOS_LEVELS}" -DGENERATOR=${CMAKE_GENERATOR}
      -DCXX=${CMAKE_CXX_COMPILER} -DCXX_FLAGS=${CMAKE_CXX_FLAGS} -DBUILD_TYPE=${CMAKE_BUILD_TYPE} -DUNITY=${OKNOS_UNITY}
      -DEVALFILE=${OKNOS_EVALFILE} -DSTAMP=${trained} -P ${PROJECT_SOURCE_DIR}/cmake/scripts/TrainProfile.cmake
    DEPENDS ${oknos_engine_sources} ${oknos_entry} ${oknos_presets}
    COMMENT "Taking a profile of the engine"
    USES_TERMINAL  # it takes minutes, and its own build says how far it is
    VERBATIM)
  add_custom_target(oknos_profile DEPENDS ${trained})
endfunction()

function(oknos_add_levelled_engine)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/levels)
  if(OKNOS_PGO)
    oknos_add_profile()
  endif()
  set(objects)
  foreach(level IN LISTS OKNOS_LEVELS)
    set(object ${PROJECT_BINARY_DIR}/levels/${level}.o)
    oknos_add_level(${level} ${object})
    list(APPEND objects ${object})
  endforeach()
  add_executable(oknos ${oknos_main} ${oknos_door_sources} ${objects})
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  target_include_directories(oknos PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(oknos PRIVATE OKNOS_CPU_LEVELS)
  target_compile_options(oknos PRIVATE -march=x86-64)  # the door opens on every processor
  target_link_libraries(oknos PRIVATE oknos_build_identity oknos_warnings Threads::Threads)
  if(OKNOS_LINKS_STATICALLY)
    target_link_options(oknos PRIVATE -static)
  endif()
  if(OKNOS_PROFILE_TO)
    target_link_options(oknos PRIVATE --coverage)  # what writes the profile
  endif()
endfunction()
