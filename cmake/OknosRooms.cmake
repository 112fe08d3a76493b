# The rooms, lowest first; nothing includes upwards (cmake/scripts/CheckRooms.cmake holds the code to it).
# The Makefile has the same list of engine rooms: keep the two alike.

set(OKNOS_ENGINE_ROOMS base platform chess eval pruning search uci)
set(OKNOS_LAB_ROOMS oracle lab train explorer)

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
