# The explorer's service and the engine's UCI protocol as WebAssembly: tools/build_wasm.sh calls this with CXX, GENERATED,
# HEADERS and OUT. Only what the service needs of the laboratory; what hangs on files, programs and data bases stays outside.

LAB := $(addprefix lab/,shadow/margins shadow/sampling shadow/shadow views/position_view commands/why/arithmetic commands/why/stakes \
  commands/why/why_words terminal/rule_name terminal/words)
EXPLORER := $(addprefix explorer/,foreign_claim guard_states node_view question recorder service service_analysis service_search trace trace_file tree_position)
ROOMS := $(addprefix engine/,base platform chess tablebases eval pruning search uci) lab/formats

engine := $(patsubst src/%.cpp,%,$(sort $(shell find $(addprefix src/,$(ROOMS)) -name '*.cpp')))
parts := $(filter-out engine/platform/child_% engine/platform/cpu_level,$(engine)) $(EXPLORER) $(LAB)
objects := $(patsubst %,$(OUT)/objects/%.o,$(parts))
app := $(addprefix $(OUT)/objects/apps/,explorer_wasm.o uci_wasm.o build_identity.o)

flags := -std=c++20 -O3 -DNDEBUG -flto -msimd128 -Wall -Wextra -Wno-unused-private-field \
  -DFMT_HEADER_ONLY -Isrc -Iinclude -I$(GENERATED) -isystem $(HEADERS)

# No program and no JavaScript of emscripten's own: a module that waits to be called. Its memory grows with the trees;
# the stack holds lines that are searched as deep as the program can look. The page brings `line` and `interrupted`,
# which emscripten does not know; whatever else were missing would keep the module from being started.
link := -std=c++20 -O3 -flto -msimd128 --no-entry -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=33554432 \
  -sMAXIMUM_MEMORY=1073741824 -sTOTAL_STACK=8388608 \
  -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0

.DELETE_ON_ERROR:

$(OUT)/oknos.wasm: $(OUT)/objects/liboknos.a $(app)
	$(CXX) $(link) $(app) $(OUT)/objects/liboknos.a -o $@

$(OUT)/objects/liboknos.a: $(objects)
	rm -f $@
	$(AR) qc $@ $(objects)

$(OUT)/objects/%.o: src/%.cpp tools/wasm.mk
	@mkdir -p $(dir $@)
	$(CXX) $(flags) -MMD -MP -c $< -o $@

-include $(objects:.o=.d) $(app:.o=.d)
