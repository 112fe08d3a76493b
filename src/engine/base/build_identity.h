#pragma once

// What a program says of its build beside its version: "commit 0123456789ab, network 0123456789ab". The commit has
// "-modified" behind it when the sources differed from it; the network is that which the program was built with, by the
// first digits of its file's SHA-256, or "none". Either is "unknown" where the build could not tell.
//
// It is linked once into each program, apart from the engine's CPU levels: a new commit compiles one small file.
extern "C" const char* oknos_build_identity();

// The suffix of the version of a development build: "-dev-20260131-0123456789ab", the day and the commit. Empty for a
// release: a build of a commit that is tagged with "v" and the version.
extern "C" const char* oknos_development_version();

// SHA-256 of the sources that the results of the laboratory depend on, with or without a commit; "unknown" where the
// build could not tell. Only in programs that contain the laboratory.
extern "C" const char* oknos_source_hash();
