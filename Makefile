# Builds the engine with a compiler, make and a POSIX shell, for the processor it is built on:
#
#   make [EXE=name] [CXX=compiler] [EVALFILE=file] -j
#   make pgo -j      the same, guided by a profile of the bench search: the fastest build (g++)
#
# CMake (see CONTRIBUTING.md) builds everything else, and the release binary that holds one engine per CPU level.

EXE       ?= oknos
BUILD     ?= build/make
# The network (docs/network.md) that the engine is built with and plays with; EVALFILE= for none: the classical evaluation.
EVALFILE  ?= networks/oknos.oknn

# CXX has a default in make itself (c++ or g++), which need not exist: clang++ will do as well.
ifeq ($(origin CXX),default)
  CXX := $(firstword $(foreach compiler,g++ clang++ c++,$(shell command -v $(compiler) 2>/dev/null)) g++)
endif

# What the compiler compiles for, such as x86_64-linux-gnu or aarch64-linux-gnu: cross-compilers will do, and clang++ with
# --target=... (docs/packages.md).
MACHINE   := $(shell $(CXX) -dumpmachine 2>/dev/null)
PROCESSOR := $(patsubst arm64,aarch64,$(firstword $(subst -, ,$(MACHINE))))
ifeq ($(PROCESSOR),$(patsubst arm64,aarch64,$(shell uname -m)))
  NATIVE := $(if $(filter aarch64,$(PROCESSOR)),-mcpu=native,-march=native)
endif
CXXFLAGS  ?= -O3 -DNDEBUG $(NATIVE)
# All UCI options are declared from the start, with _ for blanks: for tuners and test runners.
ifneq ($(EXPERT),)
  CPPFLAGS += -DOKNOS_EXPERT
endif

ifneq ($(findstring mingw,$(MACHINE))$(findstring windows,$(MACHINE)),)
  SUFFIX := .exe
  # Threads get as much stack as the program is built with; this is what they have on Linux.
  LDFLAGS += -static -Wl,--stack,8388608
  # g++ does not align the stack for vectors of 32 bytes on Windows (GCC bug 54412).
  ifeq ($(findstring clang,$(CXX)),)
    CPPFLAGS += -Wa,-muse-unaligned-vector-move
    LDFLAGS += -Wa,-muse-unaligned-vector-move
  endif
endif
TARGET := $(EXE:.exe=)$(SUFFIX)

# The engine's rooms, lowest first; cmake/OknosRooms.cmake has the same list.
ROOMS    := base platform chess tablebases eval pruning search uci
FOLDERS  := $(foreach depth,* */* */*/*,$(addprefix src/engine/,$(addsuffix /$(depth).cpp,$(ROOMS))))
SOURCES  := $(sort $(wildcard $(FOLDERS))) src/apps/main.cpp src/apps/oknos.cpp src/apps/build_identity.cpp
OBJECTS  := $(SOURCES:src/%.cpp=$(BUILD)/%.o)
PRESETS  := $(sort $(wildcard presets/*.toml))
EMBEDDED := $(BUILD)/embedded_presets.inc
NETWORK  := $(BUILD)/embedded_network.inc
IDENTITY := $(BUILD)/build_identity.inc
STAMP    := $(BUILD)/settings

ENGINE_FLAGS := -std=c++20 -pthread -Isrc -Iinclude -I$(BUILD) \
                -DOKNOS_ENTRY=oknos_main_native -DOKNOS_LEVEL_NAME='"native"'
COMPILE := $(CXX) $(ENGINE_FLAGS) $(CPPFLAGS) $(CXXFLAGS)

# V=1 shows the commands.
QUIET := $(if $(V),,@)

.PHONY: all bench clean help pgo check_settings
.DELETE_ON_ERROR:

# PGO=yes: plain `make` is `make pgo`, for branches that others build with nothing but `make`.
all: $(if $(PGO),pgo,$(TARGET))

$(TARGET): $(OBJECTS) $(STAMP)
	@echo 'link    $@'
	$(QUIET)$(CXX) -pthread $(CXXFLAGS) $(OBJECTS) $(LDFLAGS) -o $@

# Everything is built again when the compiler, the flags or the list of sources have changed.
$(BUILD)/%.o: src/%.cpp $(STAMP) | $(EMBEDDED) $(NETWORK) $(IDENTITY)
	@mkdir -p $(@D)
	@echo 'compile $<'
	$(QUIET)$(COMPILE) -MMD -MP -c $< -o $@

SETTINGS := $(COMPILE) $(LDFLAGS) $(TARGET) $(SOURCES) $(PRESETS) $(EVALFILE)
$(STAMP): check_settings
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(SETTINGS))' | cmp -s - $@ || printf '%s\n' '$(subst ','\'',$(SETTINGS))' > $@
check_settings:

# One line {"NAME", R"preset(...)preset"}, per preset, sorted by name; CMake writes the same.
$(EMBEDDED): $(PRESETS) $(STAMP)
	@mkdir -p $(@D)
	@for file in $(PRESETS); do \
	  name=$${file##*/}; \
	  printf '{"%s", R"preset(' "$${name%.toml}"; cat "$$file"; printf ')preset"},\n'; \
	done > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# The bytes of the network, each with a comma behind it; CMake writes the same numbers.
$(NETWORK): $(EVALFILE) $(STAMP)
	@if [ -n "$(EVALFILE)" ]; then od -An -v -tu1 "$(EVALFILE)" | sed 's/[0-9][0-9]*/&,/g'; fi > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# The commit and the network, for --version: looked at every time, written when it has changed.
$(IDENTITY): check_settings
	@mkdir -p $(@D)
	@sh tools/build_identity.sh $@ $(EVALFILE)

bench: $(TARGET)
	@case "$(TARGET)" in */*) "$(TARGET)" bench ;; *) "./$(TARGET)" bench ;; esac

# The program is built to count how often each branch is taken, searches the bench positions, and is built again from
# these counts. Both builds share their folder, for g++ looks for the counts of an object beside it.
PROFILE  := $(BUILD)/pgo
TRAINING := $(PROFILE)/training
pgo:
	$(if $(filter g++%,$(notdir $(firstword $(CXX)))),,$(error make pgo needs g++, and CXX is $(CXX)))
	@$(MAKE) --no-print-directory PGO= EXE=$(TRAINING) BUILD=$(PROFILE) \
	  CXXFLAGS='$(CXXFLAGS) -flto=auto -fprofile-generate -fprofile-update=single'
	@rm -f $$(find $(PROFILE) -name '*.gcda')
	@echo 'profile $(TRAINING)'
	$(QUIET)$(TRAINING) bench > $(PROFILE)/bench.txt
	@$(MAKE) --no-print-directory PGO= BUILD=$(PROFILE) CXXFLAGS='$(CXXFLAGS) -flto=auto -fprofile-use -Wno-missing-profile'

clean:
	rm -rf $(BUILD) $(TARGET)

help:
	@echo 'make            build the engine ($(TARGET)) for this processor'
	@echo 'make pgo        build it from a profile of itself: a tenth faster, about twice the wait (g++)'
	@echo 'make bench      build it and search the bench positions; the last line gives nodes and nodes per second'
	@echo 'make clean      remove the engine and its objects'
	@echo 'make help       this list'
	@echo
	@echo 'EXE=name        name (or path) of the program; .exe is added on Windows'
	@echo 'CXX=compiler    g++ 12 or clang++ 14, or a later one (now: $(CXX))'
	@echo 'CXXFLAGS=flags  instead of: $(CXXFLAGS)'
	@echo 'EVALFILE=file   network to build in instead of networks/oknos.oknn; EVALFILE= for the classical evaluation alone'
	@echo 'EXPERT=yes      declare all UCI options from the start, with _ for blanks: for tuners and test runners'
	@echo 'PGO=yes         make is make pgo'
	@echo 'V=1             show the commands'

-include $(OBJECTS:.o=.d)
