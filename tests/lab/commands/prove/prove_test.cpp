// `oknos-lab prove`: random positions, windows and options, and no value differs; and what is printed when one does.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>

#include "engine/base/random_numbers.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/chess/notation.h"
#include "support/lab_program.h"

namespace oknos {
namespace {

using Json = nlohmann::json;
using test::lab;
using test::Outcome;

const std::string kEntries = "\"" OKNOS_SOURCE_DIR "/positions/counterexamples.epd\"";
const std::string kStalemates = "\"" OKNOS_SOURCE_DIR "/positions/stalemates.epd\"";
const std::string kBoard = "4k3/8/8/8/8/8/8/4K2R w - - ";

class Prove : public test::LabProgram {
 protected:
  int code = 0;  // of the last proof

  Json proof(const std::string& arguments) {
    const Outcome run = lab("prove " + arguments + " --json 2>/dev/null");
    code = run.code;
    return Json::parse(run.out, nullptr, false);
  }
};

// A few men anywhere, kings in corners more often than not: where stalemates, mates and promotions are near.
Position random_setup(RandomNumbers& random) {
  constexpr PieceType kMen[] = {PieceType::Pawn,   PieceType::Pawn, PieceType::Pawn, PieceType::Knight,
                                PieceType::Bishop, PieceType::Rook, PieceType::Queen};
  constexpr int kCorners[] = {0, 7, 56, 63};
  for (;;) {
    Setup setup;
    const auto put = [&](Piece p, std::uint64_t square) {
      if (setup.board[square] == Piece::None) setup.board[square] = p;
    };
    for (const Color c : {Color::White, Color::Black})
      put(make_piece(c, PieceType::King),
          random.below(2) == 0 ? static_cast<std::uint64_t>(kCorners[random.below(4)]) : random.below(64));
    for (std::uint64_t men = 1 + random.below(7); men > 0; --men) {
      const PieceType t = kMen[random.below(std::size(kMen))];
      put(make_piece(random.below(2) == 0 ? Color::White : Color::Black, t),
          t == PieceType::Pawn ? 8 + random.below(48) : random.below(64));
    }
    setup.side_to_move = random.below(2) == 0 ? Color::White : Color::Black;
    if (random.below(2) == 0) setup.halfmove_clock = 94 + static_cast<int>(random.below(6));
    setup.fullmove_number = 60;
    if (!fen::check(setup)) return Position(setup);
  }
}

Position random_game(RandomNumbers& random) {
  Position position = Position::initial();
  for (std::uint64_t plies = 6 + random.below(90); plies > 0; --plies) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) break;
    position.play(moves[random.below(moves.size())]);
  }
  return position;
}

// Back and forth, so that repetitions are near.
std::string shuffle(Position position, RandomNumbers& random) {
  std::vector<Move> played;
  std::string out;
  for (std::uint64_t plies = random.below(5); plies > 0; --plies) {
    MoveList quiets;
    generate<MoveGen::Quiets>(position, quiets);
    if (quiets.empty()) break;
    Move m = quiets[random.below(quiets.size())];
    if (played.size() >= 2) {
      const Move before = played[played.size() - 2];
      const Move back(before.to(), before.from());
      if (position.is_legal(back)) m = back;
    }
    position.play(m);
    played.push_back(m);
    out += (out.empty() ? "" : " ") + to_text(m, false);
  }
  return out.empty() ? "" : " oknos_history \"" + out + "\";";
}

TEST_F(Prove, SoundRulesChangeNoValue) {
  const std::uint64_t seed = std::random_device{}();
  constexpr int kPositions = 100;
  RandomNumbers random(seed, 0);
  for (const std::string positional : {"", "", "--positional hash", "--positional mobility"}) {
    std::string lines;
    for (int i = 0; i < kPositions; ++i) {
      const Position p = i % 3 == 0 ? random_game(random) : random_setup(random);
      lines +=
          fen::to_text(p) + shuffle(p, random) + (random.below(4) == 0 ? " oknos_evaluation material;" : "") + "\n";
    }
    const std::string width = positional.empty() ? "" : " --width " + std::to_string(random.below(151));
    const std::string options = positional + width + " --windows 10 --node-limit 3000 --seed " + std::to_string(seed);
    const Outcome run = lab("prove " + file("random.epd", lines) + " " + options);
    EXPECT_EQ(run.code, 0) << options << "\n" << run.out;
    EXPECT_NE(run.out.find("100 positions"), std::string::npos) << run.out;
  }
}

TEST_F(Prove, HalfTheMarginIsNotEnough) {
  std::string lines;
  RandomNumbers random(5, 0);
  for (int i = 0; i < 60; ++i) lines += fen::to_text(random_game(random)) + "\n";
  const std::string options = " --positional hash --width 150 --margin-scale 0.5 --node-limit 3000 --depth 1";
  EXPECT_GT(proof(file("games.epd", lines) + options)["differences"], 0);
  EXPECT_EQ(code, 1);
}

// No move of the initial position wins material, but some improve the piece-square terms.
TEST_F(Prove, UnsoundRulesAreFoundOut) {
  const Json found = proof(file("start.fen", std::string(fen::to_text(Position::initial())) + "\n") +
                           " --set estimate=material --rule frontier_futility --depth 1-2");
  ASSERT_FALSE(found["explained"].empty());
  EXPECT_TRUE(
      test::contains(found["explained"][0]["explanation"].get<std::string>(), "frontier futility is wrong at depth 1"));
}

// A line that prove prints for a difference asks for that difference.
TEST_F(Prove, PrintsPositionsForItself) {
  const Json found = proof(kEntries + " --without-guard legal-move");
  ASSERT_FALSE(found["explained"].empty());
  const std::string epd = found["explained"][0]["epd"];
  EXPECT_NE(epd.find("oknos_evaluation material;"), std::string::npos) << epd;
  file("again.epd", epd + "\n");
  EXPECT_EQ(proof(path("again.epd"))["searches"], 1);
  EXPECT_EQ(code, 0);
  EXPECT_EQ(proof(path("again.epd") + " --without-guard legal-move")["differences"], 1);
  EXPECT_EQ(code, 1);
}

TEST_F(Prove, DropsWhatIsTooLarge) {
  const Json summary = proof(kStalemates + " --depth 1 --node-limit 1");
  EXPECT_EQ(code, 0);
  EXPECT_EQ(summary["searches"], 0);
  EXPECT_EQ(summary["dropped"], summary["cases"]);
}

TEST_F(Prove, PositionsAskForTheirOwnSearches) {
  file("own.epd", kBoard +
                      "oknos_depth 2; oknos_window -12 40; oknos_search null_move; oknos_rule over_kill;"
                      " oknos_history \"h1h2 e8e7\";\n" +
                      kBoard + "oknos_depth 1; oknos_window -inf inf; oknos_search plain;\n");
  const Json rows = proof(path("own.epd"))["rows"];
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0]["search"], "plain");
  EXPECT_FALSE(rows[0]["full"]);
  EXPECT_TRUE(rows[1]["full"]);
  EXPECT_EQ(rows[2]["search"], "null_move");
  EXPECT_EQ(rows[2]["depth"], 2);
  EXPECT_EQ(rows[2]["searches"], 1);
  EXPECT_GT(proof("\"" OKNOS_SOURCE_DIR "/positions/counterexamples.epd\" --each")["searches"], 300);
}

TEST_F(Prove, RefusesPositionsThatAskForNonsense) {
  const char* wrong[] = {"oknos_depth 3 4;",
                         "oknos_depth x;",
                         "oknos_depth -1;",
                         "oknos_window 0 1;",
                         "oknos_window 1 1; oknos_depth 1;",
                         "oknos_window 5; oknos_depth 1;",
                         "oknos_window 0 99999; oknos_depth 1;",
                         "oknos_search both;",
                         "oknos_history \"e1e5\";",
                         "oknos_rule magic;",
                         "oknos_guard \"magic\";",
                         "oknos_evaluation magic;"};
  std::string lines;
  for (const char* operation : wrong) lines += kBoard + operation + "\n";
  const Outcome run = lab("prove " + file("wrong.epd", lines));
  EXPECT_EQ(run.code, 1);
  int line = 0;
  for (const std::string operation : wrong)
    EXPECT_TRUE(test::contains(
        run.out, "wrong.epd:" + std::to_string(++line) + ": " + operation.substr(0, operation.find(' '))));
}

TEST_F(Prove, TheoremsAndRules) {
  const std::string one = file("one.fen", kBoard + "0 1\n") + " --depth 1 --windows 1";
  for (const std::string name : {"T1", "t2", "T3", "T4", "T4p", "T5"}) {
    const bool needs_null_move = name == "T3" || name == "T4";
    EXPECT_EQ(proof(one + " --theorem " + name)["searches"], needs_null_move ? 1 : 2) << name;
  }
  EXPECT_EQ(proof(one + " --theorem T3 --search both")["searches"], 2);
  const Json rows = proof(one + " --each --search plain")["rows"];
  EXPECT_GT(rows.size(), 16U);
  EXPECT_EQ(rows.back()["rules"], "all");
}

TEST_F(Prove, CommandLinesThatMakeNoSense) {
  for (const char* options :
       {"", "--rule magic", "--depth 0", "--depth 3-2", "--search triplet", "--theorem T9", "--positional sleep",
        "--without-guard magic", "--width 10", "--each --theorem T1", "--margin-scale 2"})
    EXPECT_EQ(lab("prove " + (*options ? kEntries : "") + " " + options).code, 2) << options;
  EXPECT_EQ(lab("prove " + path("missing.epd")).code, 1);
}

}  // namespace
}  // namespace oknos
