// What the playing search claims of mates that were proved by full width, in the manner of the field's mate trackers: a
// mate that is shorter than the shortest, a losing side that mates, or a line that does not end in mate is a bug; a
// mate that is not found is a matter of strength.
#include <fstream>
#include <gtest/gtest.h>

#include "engine/chess/movegen.h"
#include "engine/search/engine.h"
#include "lab/formats/epd.h"
#include "tests/engine/search/support.h"

namespace oknos {
namespace {

bool is_mate(const Position& p) {
  return p.in_check() && legal_moves(p).empty();
}

// Keeps every claim of a search, exact or not.
class ClaimReader : public SearchListener {
 public:
  ClaimReader(const Position& position, int moves) : position_(position), moves_(moves) {}

  void on_info(const Info& info) override {
    const bool claims =
        is_win(info.score) ? info.bound != Bound::Upper : is_loss(info.score) && info.bound != Bound::Lower;
    if (!claims) return;
    const int plies = kMate.value() - std::abs(info.score.value());
    const int claimed = (plies + 1) / 2;
    if (is_win(info.score) != (moves_ > 0)) complain("the wrong side mates", info);
    // A loss may be delayed by the defender, never beyond the shortest mate; a win may take longer, never less.
    if (moves_ > 0 && claimed < moves_) complain("a mate shorter than the shortest", info);
    if (moves_ < 0 && claimed < -moves_) complain("mated sooner than must be", info);
    found_ = claimed == std::abs(moves_);
    check_line(info, plies);
  }

  bool found() const { return found_; }  // by the last claim
  const std::string& complaints() const { return complaints_; }
  int claims() const { return claims_; }

 private:
  void check_line(const Info& info, int plies) {
    ++claims_;
    Position p = position_;
    for (const Move m : info.pv) {
      if (!p.is_legal(m)) return complain("an illegal move in the line", info);
      p.play(m);
    }
    if (static_cast<int>(info.pv.size()) > plies) complain("a line longer than the mate", info);
    if (static_cast<int>(info.pv.size()) == plies && info.bound == Bound::Exact && !is_mate(p))
      complain("a line that ends without mate", info);
  }

  void complain(const std::string& what, const Info& info) {
    complaints_ +=
        what + " (depth " + std::to_string(info.depth) + ", score " + std::to_string(info.score.value()) + ") ";
  }

  const Position position_;
  const int moves_;  // positive: the side to move mates
  std::string complaints_;
  bool found_ = false;
  int claims_ = 0;
};

// In the iteration that the limit ends, the first move is mated in two and the moves that last longer are not searched.
TEST(MateClaims, OfAnUnfinishedIterationAreBounds) {
  const Position p = testing::position("8/7k/8/2r5/4q3/4p3/5P2/5K2 w - - 0 1");
  Engine engine(16, 1);
  for (std::uint64_t nodes = 500; nodes <= 6000; nodes += 100) {
    ClaimReader reader(p, -3);
    SearchRequest request;
    request.settings = testing::settings();
    request.limits.nodes = nodes;
    engine.clear();
    engine.set_position(p);
    engine.search(request, &reader);
    EXPECT_EQ(reader.complaints(), "") << nodes << " nodes";
  }
}

TEST(MateClaims, AreTrue) {
  constexpr int kStep = 3;
  constexpr std::uint64_t kNodes = 20'000;
  Engine engine(16, 1);
  std::ifstream file(std::string(OKNOS_SOURCE_DIR) + "/positions/mates.epd");
  int asked = 0, found = 0, claims = 0, number = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#' || number++ % kStep != 0) continue;
    const Result<epd::Record> record = epd::parse(line);
    ASSERT_TRUE(record.ok()) << record.error();
    ClaimReader reader(record->position, *record->mate_distance());
    SearchRequest request;
    request.settings = testing::settings();
    request.limits.nodes = kNodes;
    engine.clear();
    engine.set_position(record->position);
    engine.search(request, &reader);
    EXPECT_EQ(reader.complaints(), "") << line;
    ++asked;
    found += reader.found();
    claims += reader.claims();
  }
  EXPECT_GE(asked, 200);
  EXPECT_GT(claims, 10 * asked) << "too few to say anything";
  // 20,000 nodes are little for the longer ones.
  EXPECT_GE(found * 10, asked * 8);
  std::printf("%d of %d mates found in the shortest way, %d claims\n", found, asked, claims);
}

}  // namespace
}  // namespace oknos
