#include "lab/play/uci_messages.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <limits>

#include "tests/support/positions.h"

namespace oknos::lab {
namespace {

InfoLine heard(std::string_view line, std::string_view position = fen::kInitial) {
  return parse_info(line, test::position_from(position));
}

std::string names(const std::vector<Move>& line) {
  std::string out;
  for (const Move m : line) out += (out.empty() ? "" : " ") + to_text(m, true);
  return out;
}

TEST(UciMessages, IdNames) {
  EXPECT_EQ(parse_id_name("id name Deep Thought 2"), "Deep Thought 2");
  EXPECT_EQ(parse_id_name("\tid   name  X \r"), "X");
  EXPECT_FALSE(parse_id_name("id author Deep Thought"));
  EXPECT_FALSE(parse_id_name("id name "));
  EXPECT_FALSE(parse_id_name(""));
}

// -1 often stands for a value that the engine chooses itself; 0 is a number like others.
TEST(UciMessages, ADefaultMayStandForNoValue) {
  const auto own = parse_option("option name Margin type spin default -1 min -1 max 900");
  const auto zero = parse_option("option name Margin type spin default 0 min 0 max 900");
  const auto negative = parse_option("option name Margin type spin default -1 min -50 max 900");
  ASSERT_TRUE(own && zero && negative);
  EXPECT_TRUE(may_be_unset({}, *own));
  EXPECT_FALSE(may_be_unset({{"margin", "100"}}, *own));
  EXPECT_FALSE(may_be_unset({}, *zero));
  EXPECT_FALSE(may_be_unset({}, *negative));
  EXPECT_NE(unset_in_words(*own).find("say option.Margin=VALUE in the player"), std::string::npos);
}

TEST(UciMessages, OptionsOfEveryKind) {
  const auto spin = parse_option("option name Hash type spin default 16 min 1 max 1024");
  ASSERT_TRUE(spin);
  EXPECT_EQ(spin->name, "Hash");
  EXPECT_EQ(spin->kind, uci::OptionKind::Spin);
  EXPECT_EQ(spin->default_value, "16");
  EXPECT_EQ(spin->min, 1);
  EXPECT_EQ(spin->max, 1024);

  const auto combo = parse_option("option name Style type combo default Very Solid var Very Solid var Wild");
  ASSERT_TRUE(combo);
  EXPECT_EQ(combo->kind, uci::OptionKind::Combo);
  EXPECT_EQ(combo->default_value, "Very Solid");
  EXPECT_EQ(combo->values, (std::vector<std::string>{"Very Solid", "Wild"}));

  const auto button = parse_option("option name Clear Hash type button");
  ASSERT_TRUE(button);
  EXPECT_EQ(button->name, "Clear Hash");
  EXPECT_EQ(button->kind, uci::OptionKind::Button);

  const auto text = parse_option("option name Book type string default /var/min max.bin");
  ASSERT_TRUE(text);
  EXPECT_EQ(text->default_value, "/var/min max.bin");
  EXPECT_EQ(parse_option("option name Book type string default <empty>")->default_value, "<empty>");
  EXPECT_EQ(parse_option("option name Net type file default x")->kind, uci::OptionKind::String);
  EXPECT_EQ(parse_option("option name max depth type check default true")->name, "max depth");
}

TEST(UciMessages, OddOptions) {
  const auto wide = parse_option("option name X type spin default 3 max 99999999999999999999");
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->min, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(wide->max, std::numeric_limits<std::int64_t>::max());
  EXPECT_FALSE(parse_option("option name"));
  EXPECT_FALSE(parse_option("option type spin"));
  EXPECT_FALSE(parse_option("optional name X"));
  EXPECT_TRUE(parse_option("option name X"));
}

TEST(UciMessages, BestMoves) {
  EXPECT_EQ(parse_best_move("bestmove e2e4 ponder e7e5"), "e2e4");
  EXPECT_EQ(parse_best_move(" bestmove\te7e8q \r"), "e7e8q");
  EXPECT_EQ(parse_best_move("bestmove"), "");
  EXPECT_FALSE(parse_best_move("bestmoves e2e4"));
  EXPECT_TRUE(is_no_move("(none)"));
  EXPECT_TRUE(is_no_move("0000"));
  EXPECT_FALSE(is_no_move("e2e4"));
}

TEST(UciMessages, AnInfoLine) {
  const InfoLine said = heard(
      "info depth 12 seldepth 20 multipv 2 score cp -31 upperbound nodes 123456 nps 1000000 hashfull 512 tbhits 0 "
      "time 123 pv e2e4 e7e5 g1f3");
  ASSERT_TRUE(said.info);
  EXPECT_EQ(said.info->depth, 12);
  EXPECT_EQ(said.info->seldepth, 20);
  EXPECT_EQ(said.info->multi_pv, 2);
  EXPECT_EQ(said.info->score, Score{-31});
  EXPECT_EQ(said.info->bound, Bound::Upper);
  EXPECT_EQ(said.info->nodes, 123456U);
  EXPECT_EQ(said.info->hashfull, 512);
  EXPECT_EQ(said.info->time, 123);
  EXPECT_EQ(names(said.info->pv), "e2e4 e7e5 g1f3");
  EXPECT_EQ(said.nodes, 123456U);
  EXPECT_EQ(said.depth, 12);
}

TEST(UciMessages, FieldsInAnyOrder) {
  const InfoLine said = heard("info pv d2d4 depth 3 score lowerbound cp +5 time 7");
  ASSERT_TRUE(said.info);
  EXPECT_EQ(said.info->depth, 3);
  EXPECT_EQ(said.info->score, Score{5});
  EXPECT_EQ(said.info->bound, Bound::Lower);
  EXPECT_EQ(said.info->time, 7);
  EXPECT_EQ(names(said.info->pv), "d2d4");
}

TEST(UciMessages, MovesBecomePlies) {
  EXPECT_EQ(heard("info score mate 1").info->score, mate_in(1));
  EXPECT_EQ(heard("info score mate 3").info->score, mate_in(5));
  EXPECT_EQ(heard("info score mate -3").info->score, mated_in(6));
  EXPECT_EQ(heard("info score mate 0").info->score, mated_in(0));
  EXPECT_TRUE(is_win(heard("info score mate 999999999999999999999").info->score));
  EXPECT_TRUE(is_loss(heard("info score mate -5000").info->score));
}

TEST(UciMessages, LinesWithoutAScore) {
  const InfoLine said = heard("info nodes 77 nps 5 currmove e2e4 currmovenumber 1 depth 9");
  EXPECT_FALSE(said.info);
  EXPECT_EQ(said.nodes, 77U);
  EXPECT_EQ(said.depth, 9);
  EXPECT_FALSE(heard("info string score cp 5").info);
  EXPECT_FALSE(heard("information score cp 5").info);
  EXPECT_FALSE(heard("").info);
}

TEST(UciMessages, NonsenseIsClampedOrLeftOut) {
  const InfoLine said = heard(
      "info depth 99999999999999999999 seldepth -5 multipv 0 score cp 99999999999 nodes -1 time 1e9 hashfull 5000");
  ASSERT_TRUE(said.info);
  EXPECT_EQ(said.info->score, kMaxEvaluation);
  EXPECT_EQ(heard("info score cp -99999999999").info->score, -kMaxEvaluation);
  EXPECT_GE(said.info->depth, 0);
  EXPECT_EQ(said.info->seldepth, 0);
  EXPECT_EQ(said.info->multi_pv, 1);
  EXPECT_EQ(said.info->nodes, 0U);
  EXPECT_EQ(said.info->time, 0);
  EXPECT_EQ(said.info->hashfull, 1000);
  EXPECT_FALSE(heard("info depth score cp nodes time pv score mate").info);
}

TEST(UciMessages, TheLineEndsBeforeAnIllegalMove) {
  EXPECT_EQ(names(heard("info score cp 1 pv e2e4 e7e5 e4e5 g1f3").info->pv), "e2e4 e7e5");
  EXPECT_EQ(names(heard("info score cp 1 pv zz").info->pv), "");
}

TEST(UciMessages, CastlingIsReadInBothManners) {
  EXPECT_EQ(names(heard("info score cp 1 pv e1g1 e8c8", test::kKiwipete).info->pv), "e1h1 e8a8");
  EXPECT_EQ(names(heard("info score cp 1 pv e1h1 e8a8", test::kKiwipete).info->pv), "e1h1 e8a8");
}

TEST(UciMessages, CommentsForTheGame) {
  EXPECT_EQ(heard("info string pgncomment a plan: h2h4").comment, "a plan: h2h4");
  EXPECT_EQ(heard("info string pgncomment a\x01plan").comment, "a plan");
  EXPECT_FALSE(heard("info string hello pgncomment x").comment);
  EXPECT_FALSE(heard("info depth 1 score cp 3 string pgncomment x").comment);
}

std::vector<uci::Option> options() {
  std::vector<uci::Option> out;
  for (const char* line : {"option name Hash type spin default 16 min 1 max 64", "option name Use Book type check",
                           "option name Style type combo default Calm var Calm var Wild",
                           "option name Clear Hash type button", "option name File type string default <empty>"})
    out.push_back(*parse_option(line));
  return out;
}
std::string set(const std::string& name, const std::string& value) {
  const auto line = set_option_line(options(), name, value);
  return line ? *line : "error: " + line.error();
}

TEST(UciMessages, OptionsAreSetInTheirOwnSpelling) {
  EXPECT_EQ(set("hash", "32"), "setoption name Hash value 32");
  EXPECT_EQ(set("USE BOOK", "True"), "setoption name Use Book value true");
  EXPECT_EQ(set("Style", "wild"), "setoption name Style value Wild");
  EXPECT_EQ(set("Clear Hash", ""), "setoption name Clear Hash");
  EXPECT_EQ(set("File", "/a b"), "setoption name File value /a b");
  EXPECT_EQ(set("File", ""), "setoption name File value <empty>");
}

TEST(UciMessages, OptionsAreRefusedWithWhatIsAllowed) {
  EXPECT_EQ(set("Hsah", "32"), "error: there is no option \"Hsah\"; it has Hash, Use Book, Style, Clear Hash, File");
  EXPECT_EQ(set("Hash", "65"), "error: option Hash: \"65\" is not allowed; allowed: 1 to 64");
  EXPECT_EQ(set("Hash", "many"), "error: option Hash: \"many\" is not allowed; allowed: 1 to 64");
  EXPECT_EQ(set("Use Book", "1"), "error: option Use Book: \"1\" is not allowed; allowed: true, false");
  EXPECT_EQ(set("Style", "Dull"), "error: option Style: \"Dull\" is not allowed; allowed: Calm, Wild");
  EXPECT_EQ(set("Clear Hash", "true"), "error: option Clear Hash is a button and takes no value");
  EXPECT_EQ(set("File", "a\nquit"), "error: option File: \"a?quit\" is not allowed; allowed: one line");
  EXPECT_EQ(set_option_line({}, "Hash", "1").error(), "there is no option \"Hash\"; it has none");
}

TEST(UciMessages, Positions) {
  GameLine game(Position::initial());
  EXPECT_EQ(position_line(game, false), "position startpos");
  game.play(test::move_in(game.current, "e2e4"));
  game.play(test::move_in(game.current, "e7e5"));
  EXPECT_EQ(position_line(game, false), "position startpos moves e2e4 e7e5");

  GameLine castling(test::position_from(test::kKiwipete));
  castling.play(test::move_in(castling.current, "e1g1"));
  EXPECT_EQ(position_line(castling, false), "position fen " + std::string(test::kKiwipete) + " moves e1g1");
  EXPECT_EQ(position_line(castling, true),
            "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 0 1 moves e1h1");
}

TEST(UciMessages, Go) {
  Limits limits;
  EXPECT_EQ(go_line(limits, false), "go infinite");
  limits.nodes = 2000;
  EXPECT_EQ(go_line(limits, false), "go nodes 2000");
  limits.depth = 5;
  EXPECT_EQ(go_line(limits, false), "go depth 5 nodes 2000");
  Limits clock;
  clock.time = {1000, -20};
  clock.increment = {10, 20};
  clock.moves_to_go = 7;
  EXPECT_EQ(go_line(clock, false), "go wtime 1000 btime 1 winc 10 binc 20 movestogo 7");
  Limits chosen;
  chosen.move_time = 50;
  chosen.search_moves = {test::move_in(test::position_from(test::kKiwipete), "e1g1")};
  EXPECT_EQ(go_line(chosen, false), "go movetime 50 searchmoves e1g1");
  EXPECT_EQ(go_line(chosen, true), "go movetime 50 searchmoves e1h1");
}

}  // namespace
}  // namespace oknos::lab
