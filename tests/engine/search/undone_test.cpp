// What a search leaves out has numbers, and one of these can be searched all the same.
#include <gtest/gtest.h>
#include <vector>

#include "engine/pruning/presets/preset.h"
#include "engine/search/engine.h"
#include "support/positions.h"

namespace oknos {
namespace {

struct Event {
  Ordinal ordinal;
  bool node;
  int ply;
  int depth;
  MoveBits move;
  int rule;
  bool operator==(const Event&) const = default;
};

struct Listener : Observer {
  void node_decided(const NodeDecided& e) override {
    events.push_back({e.ordinal, true, e.ply, e.depth, e.move, e.rule});
  }
  void move_skipped(const MoveSkipped& e) override {
    events.push_back({e.ordinal, false, e.ply, e.depth, e.move, e.rule});
    skips.push_back(e);
  }
  std::vector<Event> events;
  std::vector<MoveSkipped> skips;
};

SearchReport search(Listener& listener, std::optional<Ordinal> undone = std::nullopt) {
  Engine engine(1);
  engine.set_position(test::position_from(test::kKiwipete));
  SearchRequest request;
  request.limits.depth = 6;
  request.settings = pruning::find_preset("modern")->settings;
  request.tracing = Tracing::Observed;
  request.observer = &listener;
  request.undone = undone;
  return engine.search(request);
}

TEST(Undone, OrdinalsCountEverythingThatIsLeftOut) {
  Listener listener;
  search(listener);
  ASSERT_GT(listener.events.size(), 1000U);
  for (std::size_t i = 0; i < listener.events.size(); ++i) ASSERT_EQ(listener.events[i].ordinal, i);
}

TEST(Undone, OnlyOneThingIsSearchedAllTheSame) {
  Listener before;
  const SearchReport first = search(before);
  std::size_t more_nodes = 0;
  for (const std::size_t at : {std::size_t{3}, before.skips.size() / 2, before.skips.size() - 5}) {
    if (before.skips[at].bulk_skipped) continue;
    const Ordinal undone = before.skips[at].ordinal;
    Listener after;
    const SearchReport second = search(after, undone);
    ASSERT_GT(after.events.size(), undone);
    for (Ordinal i = 0; i < undone; ++i) ASSERT_EQ(after.events[i], before.events[i]);
    EXPECT_NE(after.events[undone].ordinal, undone);
    more_nodes += second.nodes != first.nodes ? 1 : 0;
  }
  EXPECT_GT(more_nodes, 0U);
}

TEST(Undone, SaysHowDeepAMoveWouldHaveBeenSearched) {
  Listener listener;
  search(listener);
  int reduced = 0;
  for (const MoveSkipped& e : listener.skips) {
    ASSERT_LE(e.first_depth, e.full_depth);
    ASSERT_GE(e.full_depth, e.depth - 1);
    ASSERT_LE(e.full_depth, e.depth);
    ASSERT_GE(e.first_depth, 0);
    reduced += e.first_depth < e.full_depth ? 1 : 0;
  }
  EXPECT_GT(reduced, 0);
}

}  // namespace
}  // namespace oknos
