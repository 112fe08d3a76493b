# cmake -DNM= -DOBJDUMP= -DLEVELS=v2;v3;v4 -DDIRECTORY= -P CheckLevels.cmake
# Each level's object must define one global symbol, its entry (anything more could be shared with another level), and
# have no code that runs before main (it would run on processors below the level).
cmake_minimum_required(VERSION 3.25)

foreach(level IN LISTS LEVELS)
  set(object ${DIRECTORY}/${level}.o)
  execute_process(COMMAND ${NM} --defined-only --extern-only ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(STRIP "${symbols}" symbols)
  if(NOT symbols MATCHES "^[0-9a-f]+ T oknos_main_${level}$")
    message(FATAL_ERROR "${object} must define oknos_main_${level} and no other global symbol, but defines\n${symbols}")
  endif()

  execute_process(COMMAND ${OBJDUMP} --section-headers ${object} OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)
  if(sections MATCHES "[ \t]\\.(init_array|ctors|preinit_array)[^\n]*")
    execute_process(COMMAND ${NM} ${object} OUTPUT_VARIABLE symbols)
    string(REGEX MATCHALL "_GLOBAL__sub_I_[^\n]*|_GLOBAL__I_[^\n]*" initialisers "${symbols}")
    message(FATAL_ERROR "${object} initialises globals before main: ${initialisers}\n"
                        "Make them constexpr or constinit: an initialiser runs on every processor, whatever its level.")
  endif()
  message(STATUS "${level}: one global symbol, no initialiser")
endforeach()
