# Writes embedded_presets.inc: one line {"NAME", R"preset(...)preset"}, for each presets/NAME.toml, sorted by name.
# The Makefile writes the same file with the shell alone, and a test compares the two.

set(OKNOS_GENERATED_DIR ${PROJECT_BINARY_DIR}/generated)
file(GLOB oknos_presets CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/presets/*.toml)
list(SORT oknos_presets)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${oknos_presets})

set(embedded "")
foreach(preset IN LISTS oknos_presets)
  get_filename_component(name ${preset} NAME_WLE)
  file(READ ${preset} content)
  string(APPEND embedded "{\"${name}\", R\"preset(${content})preset\"},\n")
endforeach()
file(WRITE ${PROJECT_BINARY_DIR}/embedded_presets.inc.new "${embedded}")
# Copies only when something changed, so that nothing is compiled again for nothing.
configure_file(${PROJECT_BINARY_DIR}/embedded_presets.inc.new ${OKNOS_GENERATED_DIR}/embedded_presets.inc COPYONLY)
