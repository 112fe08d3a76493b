/// @file
/// The whole library: games, searches, what pruning rules do, traces. docs/library.md is a guide to it.
///
/// claims.h is not part of it: other engines copy that header to their own sources.
#pragma once

#include "oknos/error.h"
#include "oknos/game.h"
#include "oknos/observer.h"
#include "oknos/searcher.h"
#include "oknos/trace.h"
