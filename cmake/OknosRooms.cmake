# The rooms, lowest first; nothing includes upwards (cmake/scripts/CheckRooms.cmake holds the code to it).
# The Makefile has the same list of engine rooms: keep the two alike (a test compares them).

set(OKNOS_ENGINE_ROOMS engine/base engine/platform engine/chess engine/tablebases engine/eval engine/pruning engine/search
    engine/uci)
set(OKNOS_LIBRARY_ROOMS library)  # behind include/oknos, for other people's programs
set(OKNOS_TEXT_ROOMS lab/formats)  # what the engine never reads: PGN, EPD, SAN
set(OKNOS_LAB_ROOMS lab/oracle lab/terminal lab/statistics lab/store lab/experiment lab/play lab/solving lab/views
    lab/arguments lab/record lab/shadow lab/commands train explorer)
# What the explorer's page as WebAssembly takes of these: what needs no files, programs or data bases (OknosPage.cmake).
set(OKNOS_PAGE_FILES explorer/foreign_claim explorer/guard_states explorer/node_view explorer/question explorer/recorder
    explorer/service explorer/service_analysis explorer/service_search explorer/trace explorer/trace_file
    explorer/tree_position lab/commands/why_words
    lab/shadow/shadow lab/terminal/count lab/terminal/exit_code lab/terminal/rule_name lab/terminal/words)

# oknos_room_sources(VARIABLE ROOM...): every .cpp of these rooms, sorted.
function(oknos_room_sources variable)
  set(found)
  foreach(room IN LISTS ARGN)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${room}/*.cpp)
    list(APPEND found ${sources})
  endforeach()
  list(SORT found)
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# oknos_group_rooms(SOURCE...): with OKNOS_UNITY the sources of each engine room are compiled together. Not those that
# instantiate the search, which take longest and are better compiled side by side, and not the evaluation's bounds, whose
# helpers have the names of the terms' helpers.
function(oknos_group_rooms)
  set(alone "/search/(iterate|learning|node|node_moves|quiescence)\\.cpp$|/eval/bounds/(max_eval_gain|bounds|bounds_in_two|psqt_bounds)\\.cpp$")
  foreach(source IN LISTS ARGN)
    if(NOT source MATCHES "${alone}" AND source MATCHES "${PROJECT_SOURCE_DIR}/src/engine/([a-z]+)/")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${CMAKE_MATCH_1})
    endif()
  endforeach()
endfunction()

# oknos_unity_of_rooms(TARGET): compiles the target so.
function(oknos_unity_of_rooms target)
  if(OKNOS_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  endif()
endfunction()
