// What the playing search claims of mates that were proved by full width, in the manner of the field's mate trackers: a
// mate that is shorter than the shortest, a losing side that mates, or a line that does not end in mate is a bug; a
// mate that is not found is a matter of strength.
#include <array>
#include <fstream>
#include <gtest/gtest.h>
#include <random>

#include "engine/chess/game_over.h"
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

// Follows the line of a mate: nowhere before its end is the game drawn, and it ends with the mate.
class LineReader : public SearchListener {
 public:
  explicit LineReader(const Position& position) : position_(position) {}

  void on_info(const Info& info) override {
    if (!oknos::is_mate(info.score) || info.bound != Bound::Exact) return;
    ++claims_;
    const int plies = kMate.value() - std::abs(info.score.value());
    Position p = position_;
    for (const Move m : info.pv) {
      if (const GameOver over = game_over(p); over != GameOver::No) return complain("drawn on the way", info);
      p.play(m);
    }
    const GameOver end = game_over(p);
    if (end != GameOver::No && end != GameOver::Checkmate) complain("a draw", info);
    if (static_cast<int>(info.pv.size()) == plies && end != GameOver::Checkmate) complain("no mate", info);
  }

  const std::string& complaints() const { return complaints_; }
  int claims() const { return claims_; }

 private:
  void complain(const std::string& what, const Info& info) {
    complaints_ +=
        what + " (depth " + std::to_string(info.depth) + ", score " + std::to_string(info.score.value()) + ") ";
  }

  const Position position_;
  std::string complaints_;
  int claims_ = 0;
};

// Both sides play a quiet move and take it back: a repetition, where the four moves are legal.
void shuffle(Position& position, std::mt19937& random) {
  Position p = position;
  std::array<Move, 2> made;
  for (Move& m : made) {
    MoveList quiet;
    for (const Move candidate : legal_moves(p))
      if (!p.is_tactical(candidate) && candidate.kind() == MoveKind::Normal &&
          type_of(p.piece_on(candidate.from())) != PieceType::Pawn)
        quiet.push_back(candidate);
    if (quiet.empty()) return;
    p.play(m = quiet[random() % quiet.size()]);
  }
  for (const Move m : made) {
    const Move back{m.to(), m.from()};
    if (!p.is_legal(back)) return;
    p.play(back);
  }
  position = p;
}

// Thousands of searches with the fifty-move limit near, or with positions on the board before.
TEST(MateClaims, AreTrueNearDraws) {
  constexpr std::uint64_t kNodes = 3000;
  constexpr int kLeastClock = 86, kMostClock = 99;
  constexpr unsigned kSeed = 20261128;
  std::printf("seed %u\n", kSeed);
  std::mt19937 random(kSeed);
  Engine engine(4, 1);
  std::ifstream file(std::string(OKNOS_SOURCE_DIR) + "/positions/mates.epd");
  int searches = 0, claims = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const Result<epd::Record> record = epd::parse(line);
    ASSERT_TRUE(record.ok()) << record.error();
    std::string fen = fen::to_text(record->position);
    fen.erase(fen.rfind(' '));
    fen.erase(fen.rfind(' ') + 1);
    for (int variant = 0; variant < 4; ++variant) {
      const int clock = kLeastClock + static_cast<int>(random() % (kMostClock - kLeastClock + 1));
      Position p = testing::position(fen + std::to_string(variant % 2 == 0 ? clock : 0) + " 90");
      for (int i = 0; i < variant; ++i) shuffle(p, random);
      if (game_over(p) != GameOver::No) continue;
      LineReader reader(p);
      SearchRequest request;
      request.settings = testing::settings();
      request.limits.nodes = kNodes;
      if (random() % 2 == 0) engine.clear();  // else the table knows what holds with another clock
      engine.set_position(p);
      engine.search(request, &reader);
      EXPECT_EQ(reader.complaints(), "") << fen::to_text(p);
      ++searches;
      claims += reader.claims();
    }
  }
  EXPECT_GT(searches, 1500);
  EXPECT_GT(claims, searches) << "too few to say anything";
}

// Quiescence finds mates, so it has to know what is drawn before.
TEST(MateClaims, OfQuiescenceKnowTheDraws) {
  const auto score = [](Position p, int depth) {
    Engine engine(1, 1);
    engine.set_position(p);
    return engine.search(testing::to_depth(depth)).lines.front().score;
  };
  EXPECT_EQ(score(testing::position("6k1/5ppp/8/4Q3/8/8/5PPP/2r3K1 w - - 99 73"), 1), kDraw);
  Position p = testing::position("2r3k1/5ppp/8/8/8/8/1Q3PPP/6K1 w - - 0 70");
  for (const char* m : {"b2e5", "c8c1", "e5e1", "c1c8", "e1e5", "c8c1", "e5e1", "c1c8", "e1e5", "c8c1"})
    p.play(*move_from_text(p, m));
  EXPECT_EQ(score(p, 1), kDraw);
}

// Locked positions, in which a null move would hide that the side to move is in zugzwang.
TEST(MateClaims, AreNotHiddenByNullMoves) {
  constexpr std::uint64_t kNodes = 4'000'000;
  for (const auto& [fen, moves] : {std::pair{"8/8/B3p3/1p2P3/PP4p1/p4pKp/rp3P1p/bR4nk w - - 0 1", 8},
                                   std::pair{"4N3/6p1/6P1/3p3B/1p6/1p1PpPP1/pP2P1pp/R3K1kq b Q - 0 1", -7},
                                   std::pair{"8/8/8/7p/5p1p/1p1B1P2/ppp5/qkbR3K w - - 0 1", 12}}) {
    ClaimReader reader(testing::position(fen), moves);
    SearchRequest request;
    request.settings = testing::settings();
    request.limits.nodes = kNodes;
    Engine engine(16, 1);
    engine.set_position(testing::position(fen));
    engine.search(request, &reader);
    EXPECT_GT(reader.claims(), 0) << fen;
    EXPECT_EQ(reader.complaints(), "") << fen;
  }
}

}  // namespace
}  // namespace oknos
