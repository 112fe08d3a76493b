// What do the pruning rules skip? First the search's own counts; then an observer hears of each skipped move.
//
//   count_skips [RULE [FEN]]
#include <cstdlib>
#include <iostream>
#include <map>
#include <oknos/oknos.h>
#include <string>

// Counts, by depth, the moves that one rule skips.
class SkipsByDepth : public oknos::Observer {
 public:
  explicit SkipsByDepth(std::string rule) : rule_(std::move(rule)) {}

  void move_skipped(const oknos::MoveSkipped& skip) override {
    if (oknos::rule_name(skip.rule) != rule_) return;
    ++by_depth[skip.depth];
    if (skip.slack >= most_slack) {
      most_slack = skip.slack;
      example = oknos::move_text(skip.move) + " in " + oknos::position_text(*skip.position);
    }
  }

  std::map<int, int> by_depth;
  int most_slack = 0;
  std::string example;

 private:
  std::string rule_;
};

int main(int argc, char** argv) {
  try {
    const std::string rule = argc > 1 ? argv[1] : "frontier_futility";
    const oknos::Game game = argc > 2 ? oknos::Game(argv[2])
                                      : oknos::Game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -");
    oknos::Searcher searcher;
    const oknos::SearchResult counted = searcher.search(game, {.depth = 8, .count_rules = true});
    std::cout << counted.moves_skipped << " moves skipped, " << counted.moves_made << " searched\n";
    for (const oknos::RuleUse& r : counted.rules)
      if (r.moves_skipped > 0) std::cout << "  " << r.rule << ' ' << r.moves_skipped << '\n';

    searcher.clear();  // the same search again, with somebody listening
    SkipsByDepth observer(rule);
    searcher.search(game, {.depth = 8, .observer = &observer});
    std::cout << rule << " by depth:";
    for (const auto& [depth, skips] : observer.by_depth) std::cout << "  " << depth << ": " << skips;
    std::cout << "\nmost certain (" << observer.most_slack << " centipawns to spare): " << observer.example << '\n';
  } catch (const std::exception& e) {
    std::cerr << "count_skips: " << e.what() << '\n';
    return EXIT_FAILURE;
  }
}
