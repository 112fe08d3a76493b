#include "lab/formats/epd.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "engine/chess/notation.h"
#include "support/contains.h"
#include "support/playout.h"

namespace oknos {
namespace {

constexpr std::string_view kKings = "4k3/8/8/8/8/8/4P3/4K3 w - -";

epd::Record record(std::string_view operations) {
  Result<epd::Record> r = epd::parse(std::string(kKings) + std::string(operations));
  EXPECT_TRUE(r.ok()) << operations << "\n" << (r ? "" : r.error());
  return r ? *r : epd::Record(Position::initial());
}

std::string error_of(std::string_view line) {
  const Result<epd::Record> r = epd::parse(line);
  return r ? "no error" : r.error();
}

std::string texts(const std::vector<Move>& moves) {
  std::string out;
  for (const Move m : moves) out += to_text(m, false) + ' ';
  return out;
}

TEST(Epd, OperationsInOrder) {
  const epd::Record r = record(" bm e4; id \"first; of two\"; c0 \"said\" plain;noop;");
  ASSERT_EQ(r.operations.size(), 4u);
  EXPECT_EQ(r.operations[0], (epd::Operation{"bm", {{"e4", false}}}));
  EXPECT_EQ(r.operations[1], (epd::Operation{"id", {{"first; of two", true}}}));
  EXPECT_EQ(r.operations[2], (epd::Operation{"c0", {{"said", true}, {"plain", false}}}));
  EXPECT_EQ(r.operations[3], (epd::Operation{"noop", {}}));
  EXPECT_EQ(r.id(), "first; of two");
  EXPECT_EQ(r.text("c0"), "said plain");
  EXPECT_FALSE(r.text("c1").has_value());
  EXPECT_EQ(epd::to_text(r), std::string(kKings) + " bm e4; id \"first; of two\"; c0 \"said\" plain; noop;");
}

TEST(Epd, MovesMatesAndNames) {
  const epd::Record moves = record(" bm e4 Kd1+; am Kf1!, Kf2; bm e2e4 e3;");
  EXPECT_EQ(texts(moves.best_moves()), "e2e4 e1d1 e2e3 ");
  EXPECT_EQ(texts(moves.avoid_moves()), "e1f1 e1f2 ");
  EXPECT_EQ(texts(record(" bm #15;").best_moves()), "");
  for (const auto& [operations, mate] :
       {std::pair{" bm #15;", std::optional(15)}, {" bm #-3;", -3}, {" dm 4; bm e4;", 4}, {" bm e4;", std::nullopt}})
    EXPECT_EQ(record(operations).mate_distance(), mate) << operations;
  for (const auto& [operations, id] :
       {std::pair{" AM Kf1; ID \"x\"", "x"}, {" bm e4; id test 12;", "test 12"}, {" bm e4; id last", "last"}})
    EXPECT_EQ(record(operations).id(), id) << operations;
}

TEST(Epd, OpcodesInCapitals) {
  EXPECT_EQ(texts(record(" BM e4;").best_moves()), "e2e4 ");
  EXPECT_EQ(texts(record(" AM \u2654f1; ID \"x\"").avoid_moves()), "e1f1 ");
  EXPECT_EQ(record(" d1 20;").operations[0].opcode, "D1");
}

TEST(Epd, TextAtTheEnd) {
  const epd::Record r = record(" bm e4; White wins the race");
  EXPECT_EQ(r.operations.size(), 1u);
  EXPECT_EQ(r.trailing, "White wins the race");
  EXPECT_EQ(epd::to_text(r), std::string(kKings) + " bm e4; White wins the race");
  EXPECT_EQ(record(" bm e4; Am I right").trailing, "Am I right");
}

// Of the opcodes D1, D2, ...
std::vector<std::pair<int, std::uint64_t>> perft_counts(const epd::Record& r) {
  std::vector<std::pair<int, std::uint64_t>> out;
  for (const epd::Operation& o : r.operations)
    if (o.opcode.starts_with("D")) out.emplace_back(std::stoi(o.opcode.substr(1)), std::stoull(o.operands.at(0).text));
  return out;
}

TEST(Epd, PerftCountsInBothDialects) {
  const std::vector<std::pair<int, std::uint64_t>> expected = {{1, 20}, {2, 400}, {3, 119060324000}};
  EXPECT_EQ(perft_counts(record(" 0 1 ;D1 20 ;D2 400 ;D3 119060324000")), expected);
  EXPECT_EQ(perft_counts(record(";20;400;119060324000")), expected);
  EXPECT_EQ(perft_counts(record(" 0 1;20;400;119060324000")), expected);
  EXPECT_TRUE(perft_counts(record(" bm e4;")).empty());
}

TEST(Epd, ClocksFromTheFenOrTheOperations) {
  const epd::Record in_fen = record(" 5 9 bm e4;");
  EXPECT_EQ(in_fen.position.halfmove_clock(), 5);
  EXPECT_EQ(in_fen.position.fullmove_number(), 9);
  const epd::Record as_operations = record(" hmvc 7; bm e4; fmvn 30;");
  EXPECT_EQ(as_operations.position.halfmove_clock(), 7);
  EXPECT_EQ(as_operations.position.fullmove_number(), 30);
  EXPECT_EQ(as_operations.operations.size(), 1u);
  EXPECT_EQ(epd::to_text(as_operations), std::string(kKings) + " hmvc 7; fmvn 30; bm e4;");
  // The FEN's own clocks come first.
  EXPECT_EQ(record(" 5 9 hmvc 7; fmvn 8;").position.halfmove_clock(), 5);
  EXPECT_EQ(record(" bm e4;").position.fullmove_number(), 1);
}

TEST(Epd, Errors) {
  EXPECT_TRUE(test::contains(error_of("4k3/8/8/8/8/8/4P3/4K3 x - - bm e4;"), "side to move"));
  EXPECT_TRUE(test::contains(error_of("4k3/8/8/8/8/8/4P3/8 w - - bm e4;"), "White has 0 kings"));
  for (const auto& [operations, says] : {std::pair{" bm Nf3;", "bm \"Nf3\": no knight"},
                                         {" BM Nf3;", "bm \"Nf3\": no knight"},
                                         {" am e5;", "am \"e5\""},
                                         {" id \"open;", "closing"},
                                         {" hmvc x;", "hmvc must have one whole number"},
                                         {" \"alone\";", "an opcode"}})
    EXPECT_TRUE(test::contains(error_of(std::string(kKings) + operations), says));
  EXPECT_TRUE(epd::parse("4k3/8/8/3pP3/8/5n2/8/4K3 w - d6").ok()) << "composed positions may be impossible";
}

TEST(Epd, WriterQuotesWhatNeedsIt) {
  epd::Record r = record("");
  r.add("id", "has \"quotes\"", true);
  r.add("c0", "two words");
  r.add("c1", "");
  const std::string text = epd::to_text(r);
  EXPECT_EQ(text, std::string(kKings) + " id \"has 'quotes'\"; c0 \"two words\"; c1 \"\";");
  EXPECT_EQ(epd::to_text(*epd::parse(text)), text);
}

TEST(Epd, ReaderGoesOnAfterABadLine) {
  const std::string text = "\xEF\xBB\xBF# a suite\r\n\r\n" + std::string(kKings) +
                           " bm e4;\r\nrubbish\r\n  \r\n\xEF\xBB\xBF" + std::string(kKings) + "\r\n";
  LineSource source{std::string_view(text)};
  epd::Reader reader(source, "suite.epd");
  std::optional<Result<epd::Record>> r = reader.next();
  ASSERT_TRUE(r && r->ok());
  EXPECT_EQ(texts((*r)->best_moves()), "e2e4 ");
  EXPECT_EQ(reader.place(), "suite.epd:3");
  r = reader.next();
  ASSERT_TRUE(r && !r->ok());
  EXPECT_EQ(r->error().substr(0, 13), "suite.epd:4: ");
  r = reader.next();
  ASSERT_TRUE(r && r->ok());
  EXPECT_EQ(reader.place(), "suite.epd:6");
  EXPECT_FALSE(reader.next().has_value());
}

RC_GTEST_PROP(EpdProperty, RecordsReadBack, (std::uint32_t start, const std::vector<std::uint32_t>& numbers)) {
  Position p = testing::start_position(start);
  for (const Move m : testing::playout(p, numbers)) p.play(m);
  epd::Record r(p);
  const std::string text = *rc::gen::container<std::string>(rc::gen::inRange<char>(' ', '~'));
  r.add("id", text, true);
  const Result<epd::Record> again = epd::parse(epd::to_text(r));
  if (!again) RC_FAIL(again.error());
  RC_ASSERT(fen::to_text(again->position) == fen::to_text(p));
  std::string expected = text;
  std::replace(expected.begin(), expected.end(), '"', '\'');
  RC_ASSERT(again->id() == expected);
}

RC_GTEST_PROP(EpdProperty, AnyOperationsAreSafe, (const std::string& text)) {
  const Result<epd::Record> r = epd::parse(std::string(kKings) + ' ' + text);
  if (!r) return;
  const std::string written = epd::to_text(*r);
  const Result<epd::Record> again = epd::parse(written);
  if (!again) RC_FAIL(again.error());
  RC_ASSERT(again->operations == r->operations);
  RC_ASSERT(epd::to_text(*again) == written);
}

}  // namespace
}  // namespace oknos
