#include "lab/formats/pgn.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <rapidcheck/gtest.h>

#include "lab/formats/san.h"
#include "support/contains.h"
#include "support/pgn_tree.h"
#include "support/playout.h"

namespace oknos {
namespace {

std::vector<pgn::Game> read_all(std::string_view text) {
  LineSource source(text);
  pgn::Reader reader(source, "games.pgn");
  std::vector<pgn::Game> out;
  while (auto game = reader.next()) out.push_back(std::move(*game));
  return out;
}

pgn::Game read_one(std::string_view text) {
  std::vector<pgn::Game> games = read_all(text);
  EXPECT_EQ(games.size(), 1u) << text;
  return games.empty() ? pgn::Game() : std::move(games.front());
}

std::string line_of(const pgn::Game& game) {
  return san::line_to_text(game.start, game.main_line());
}

std::string complaints_of(const pgn::Game& game) {
  std::string out;
  for (const std::string& c : game.complaints) out += c + '\n';
  return out;
}

// Each game in short: its own tags, and its tree as the writer puts it.
std::vector<std::string> outlines(std::string_view text) {
  std::vector<std::string> out;
  for (const pgn::Game& game : read_all(text)) {
    EXPECT_EQ(complaints_of(game), "") << text;
    EXPECT_EQ(game.number, static_cast<int>(out.size()) + 1);
    std::string& outline = out.emplace_back();
    for (const pgn::Tag& tag : game.tags)
      if (tag.name != "FEN" && tag.name != "Variant") outline += tag.name + "=" + tag.value + ' ';
    const std::string written = pgn::to_text(game);
    outline += written.substr(written.find("\n\n") + 2);
    while (outline.back() == '\n') outline.pop_back();
    std::replace(outline.begin(), outline.end(), '\n', ' ');
  }
  return out;
}

void expect_complaints(std::string_view text, const std::vector<std::string>& complaints, std::string_view line) {
  const pgn::Game game = read_one(text);
  EXPECT_EQ(game.complaints.size(), complaints.size()) << complaints_of(game);
  for (const std::string& complaint : complaints) EXPECT_TRUE(test::contains(complaints_of(game), complaint));
  EXPECT_EQ(line_of(game), line);
}

TEST(Pgn, TagsMovesResult) {
  const pgn::Game game = read_one(
      "[Event \"A \\\"small\\\" cup\"]\n[White \"Back\\\\slash\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
  EXPECT_EQ(complaints_of(game), "");
  EXPECT_EQ(*game.tag("Event"), "A \"small\" cup");
  EXPECT_EQ(*game.tag("White"), "Back\\slash");
  EXPECT_EQ(game.tag("Site"), nullptr);
  EXPECT_EQ(game.result, pgn::GameResult::BlackWins);
  EXPECT_EQ(line_of(game), "1. f3 e5 2. g4 Qh4#");
  EXPECT_EQ(game.number, 1);
  EXPECT_EQ(game.line, 1);
}

TEST(Pgn, GamesInEveryDress) {
  const std::string kpk = "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. ";
  const struct {
    std::vector<std::string> texts;
    std::string outline;
  } cases[] = {
      // Numbers of moves.
      {{"1.e4 e5 2.Nf3", "1. e4 1... e5 2. Nf3 *", "e4 e5 Nf3", "1 e4 e5 2 Nf3", "1.e4 1...e5 2.Nf3",
        "1. e4 ... e5 2. Nf3", "e2e4 e7e5 g1f3"},
       "1. e4 e5 2. Nf3 *"},
      // Comments, escapes and glyphs.
      {{"{before\n  all} 1. e4! {good; (yes)} $14 ; to the } end\n% 1. d4 is not read\n1... e5?! 2. Nf3 $1 $140 += *"},
       "{before all} 1. e4 $1 $14 ; good; (yes) to the } end 1... e5 $6 2. Nf3 $1 $140 $14 *"},
      {{"$5 1. e4\u00b1 ($142 1. d4) e5!+/= 2. Nf3N Nc6\u2a72 3. Bb5+- a6 N *"},
       "1. e4 $5 $16 (1. d4 $142) 1... e5 $1 $14 2. Nf3 $146 Nc6 $14 3. Bb5 $18 a6 $146 *"},
      // Variations.
      {{"1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) ({better?} 1. c4) e5 2. Nf3 *"},
       "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) ({better?} 1. c4) 1... e5 2. Nf3 *"},
      {{"1. e4 (1. d4 1-0 {resigns}) (1. c4 1-0) e5 0-1"}, "1. e4 (1. d4 {1-0 resigns}) (1. c4 {1-0}) 1... e5 0-1"},
      // Results.
      {{"1. e4 1/2-1/2", "1. e4 1/2", "1. e4 \u00bd-\u00bd"}, "1. e4 1/2-1/2"},
      {{"1. e4"}, "1. e4 *"},
      {{"1. e4 1\u20130"}, "1. e4 1-0"},
      {{"[Result \"1-0\"]\n\n1. e4", "[Result \"1-0\"]\n\n1. e4 *"}, "Result=1-0 1. e4 1-0"},
      {{"[Result \"*\"]\n\n1. e4 0-1"}, "Result=* 1. e4 0-1"},
      {{"[Event \"forfeit\"]\n\n{did not come} 0-1"}, "Event=forfeit {did not come} 0-1"},
      // Signs, as books print them, and Latin-1.
      {{"1.\u00a0e4\u2009e5\u202f2.\u3000\u2658f3 \u265ec6 3. \u2657b5\ufe0e a6\u00a0*"},
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"},
      {{"1. e4\xa0"
        "e5 *"},
       "1. e4 e5 *"},
      {{"1. \u2659e4 d5 2. e\u00d7d5 \u265b\u00d7d5 3\u2026 *"}, "1. e4 d5 2. exd5 Qxd5 *"},
      {{"[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O\u2013O Kd7 2. a8=\u2655 *"}, "1. O-O Kd7 2. a8=Q *"},
      // Moves.
      {{"1. e4 e5. 2. nf3, nc6 3. bc4 bc5 4. 0-0 nf6 5. d3+- o-o *"},
       "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 $18 O-O *"},
      {{kpk + "a8(Q) *", kpk + "a8=Q *", kpk + "a8Q *", kpk + "a8/Q *", kpk + "a8q *", kpk + "a8(q) *"}, "1. a8=Q *"},
      {{"1. e4 a6 2. e5 d5 3. exd6e.p. cxd6 *", "1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6 *"},
       "1. e4 a6 2. e5 d5 3. exd6 cxd6 *"},
      {{"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 # *"}, "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# *"},
      {{"[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n\n7... Ke7 8. 0-0 *"}, "7... Ke7 8. O-O *"},
      {{"1. e4 e5 (1... -- 2. d4 -- 3. c4) 2. Nf3 *"}, "1. e4 e5 (1... -- 2. d4 -- 3. c4) 2. Nf3 *"},
  };
  for (const auto& [texts, outline] : cases)
    for (const std::string& text : texts) EXPECT_EQ(outlines(text), std::vector<std::string>{outline}) << text;
  for (const std::string pass : {"--", "Z0", "@@@@", "<>", "0000", "null", "\u2013\u2013"})
    EXPECT_EQ(outlines("1. e4 " + pass + " 2. d4 (2. f4 2..." + pass + "! 3. Nf3) 2... d5 *"),
              std::vector<std::string>{"1. e4 -- 2. d4 (2. f4 -- $1 3. Nf3) 2... d5 *"})
        << pass;
}

TEST(Pgn, PositionsAfterTheNodes) {
  const pgn::Game game = read_one("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) e5 *");
  EXPECT_EQ(fen::to_text(test::position_after(game, 5)),
            "rnbqkb1r/pppppppp/5n2/8/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2");
  EXPECT_EQ(fen::to_text(test::position_after(read_one("1. e4 -- *"), 2)),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
}

TEST(Pgn, Chess960) {
  const pgn::Game frc = read_one(
      "[Variant \"fischerandom\"]\n[FEN \"1rk3r1/1p4p1/8/8/8/8/1P4P1/1RK3R1 w KQkq - 0 1\"]\n\n1. O-O O-O-O *");
  EXPECT_EQ(complaints_of(frc), "");
  EXPECT_EQ(line_of(frc), "1. O-O O-O-O");
  for (const auto& [variant, is_960] : {std::pair{"fischerandom", true}, {"Chess960", true}, {"Standard", false}})
    EXPECT_EQ(read_one("[Variant \"" + std::string(variant) + "\"]\n\n1. e4 *").start.chess960(), is_960) << variant;
}

using Outlines = std::vector<std::string>;

TEST(Pgn, GamesOneAfterAnother) {
  EXPECT_EQ(outlines("[Event \"x\"] 1. e4 e5 *"), Outlines{"Event=x 1. e4 e5 *"});
  EXPECT_EQ(outlines("[Event \"a\"] [White \"w\"] 1. e4 e5 1-0 [Event \"b\"] 1. d4 * 1. c4 1/2-1/2\n"
                     "[Event\n\"two\nlines\"]\n[\nSite\n\"s\"\n] ; said\n1. b3 *"),
            (Outlines{"Event=a White=w 1. e4 e5 1-0", "Event=b 1. d4 *", "1. c4 1/2-1/2",
                      "Event=two lines Site=s {said} 1. b3 *"}));
  EXPECT_EQ(outlines("[Event \"a\"]\n\n1. e4 1-0\n\n[Event \"b\"]\n[White \"w\"]\n\n[Event \"c\"]\n\n*\n"
                     "[Event \"d\"]\n1. d4\n[Event \"e\"]\n1. c4 * 1. b3 *\n{only said}\n"),
            (Outlines{"Event=a 1. e4 1-0", "Event=b White=w *", "Event=c *", "Event=d 1. d4 *", "Event=e 1. c4 *",
                      "1. b3 {only said} *"}));
  EXPECT_EQ(outlines("\ufeff[Event \"a\"]\n\n1. e4 *\n\ufeff[Event \"b\"]\n\n1. d4 *"),
            (Outlines{"Event=a 1. e4 *", "Event=b 1. d4 *"}));
  // An event after a blank line begins a game; any other tag there still belongs to the one before.
  EXPECT_EQ(outlines("[White \"a\"]\n\n[Event \"b\"]\n\n1. e4 *"), (Outlines{"White=a *", "Event=b 1. e4 *"}));
  EXPECT_EQ(outlines("[White \"a\"]\n\n[Black \"b\"]\n\n1. e4 *"), Outlines{"White=a Black=b 1. e4 *"});
  // Comments after the result belong to the game that has ended.
  EXPECT_EQ(
      outlines("1. e4 e5 1-0 {White} ; resigned\n\n{of the next}\n[Event \"b\"]\n\n1. d4 * {b}\n1. c4 *\n\n"
               "{the end}\n\n{of all}"),
      (Outlines{"1. e4 e5 {White resigned} 1-0", "Event=b {of the next} 1. d4 {b} *", "1. c4 {the end of all} *"}));
  EXPECT_EQ(read_all("1. e4 *\n\n1. d4 *")[1].line, 3);
  const pgn::Game alone = read_one("{nothing}\n\n; but words\n");
  EXPECT_EQ(alone.nodes[0].comment, "nothing but words");
  EXPECT_EQ(complaints_of(alone), "games.pgn: game 1, line 1: comments without a game\n");
}

TEST(Pgn, OtherGamesThanChessAreRefusedByName) {
  for (const std::string variant : {"Antichess", "Crazyhouse", "Three-check", "King of the Hill"}) {
    const auto games = read_all("[Variant \"" + variant + "\"]\n\n1. e4 e5 1-0\n\n[Event \"chess\"]\n\n1. d4 *");
    ASSERT_EQ(games.size(), 2u);
    EXPECT_EQ(games[0].nodes.size(), 1u);
    EXPECT_EQ(complaints_of(games[0]),
              "games.pgn: game 1, line 3: tag Variant: \"" + variant +
                  "\" is another game than standard chess or Chess960; the moves are left out\n");
    EXPECT_EQ(line_of(games[1]), "1. d4");
  }
  for (const std::string variant : {"Standard", "From Position", "normal", "", "?", "chess"})
    EXPECT_EQ(outlines("[Variant \"" + variant + "\"]\n\n1. e4 *"), Outlines{"1. e4 *"});
}

TEST(Pgn, UnusualTags) {
  EXPECT_EQ(outlines("\xEF\xBB\xBF[Event \"The \"Open\" of [2]\"]\r\n[Site \"C:\\\"]\r\n  [White \"\xC3\x89\"] "
                     "[Black \"b\"]\r\n[Round \"] \"]\r\n\r\n1. e4 *"),
            Outlines{"Event=The \"Open\" of [2] Site=C:\\ White=\xC3\x89 Black=b Round=]  1. e4 *"});
  EXPECT_EQ(*read_one("[White-Elo \"1\"]\n[ Site\"here\" ]\n\n1. e4 *").tag("Site"), "here");
}

TEST(Pgn, SameTreeSeesEveryDifference) {
  const std::string_view text = "1. e4 {a} (1. d4 $1 ({b} 1. c4) d5) e5 *";
  const pgn::Game game = read_one(text);
  EXPECT_TRUE(test::same_tree(game, read_one(pgn::to_text(game))));
  for (const std::string_view other :
       {"1. e4 {a} (1. d4 $1 ({b} 1. c4) d5) e5 2. d4 *", "1. e4 {a} (1. d4 $1 ({b} 1. c4) d5) *",
        "1. e4 {x} (1. d4 $1 ({b} 1. c4) d5) e5 *", "1. e4 {a} (1. d4 $2 ({b} 1. c4) d5) e5 *",
        "1. e4 {a} (1. d4 $1 ({x} 1. c4) d5) e5 *", "1. e4 {a} (1. d4 $1 ({b} 1. c3) d5) e5 *",
        "1. e4 {a} (1. d4 $1 d5) e5 *"})
    EXPECT_FALSE(test::same_tree(game, read_one(other))) << other;
}

TEST(PgnBroken, WhatIsWrongIsSaidAndTheRestIsRead) {
  expect_complaints("1. e4 e5\n2. Ka1 Nc6 (2... d5) {x} 3. Nf3 1-0",
                    {"games.pgn: game 1, line 2: move 2. \"Ka1\": no king of White's can go to a1"}, "1. e4 e5");
  expect_complaints("1. e4 (1. d4 Ka1 (1... x) 2. c4) e5 2. Nf3 *",
                    {"move 1... \"Ka1\": no king of Black's can go to a1; the rest of the variation is left out"},
                    "1. e4 e5 2. Nf3");
  expect_complaints("1. e4 ) e5 *", {"\")\" without a variation"}, "1. e4 e5");
  expect_complaints("(1. e4) e5 *", {"variation without a move before it", "move"}, "");
  expect_complaints("1. e4 (1. d4 *", {"the variation must end with )"}, "1. e4");
  expect_complaints("1. e4 } e5 $999 *", {"\"}\" means nothing here", "\"$999\" means nothing here"}, "1. e4 e5");
  expect_complaints("1. e4 {no end", {"the comment that begins here must end with }"}, "1. e4");
  expect_complaints("1. e4 e5 2. Bc4 Nc6 3. Bxf7+ (3. d3) -- 4. Bxe8 *",
                    {"games.pgn: game 1, line 1: move 3... \"--\": the king is in check and nobody can pass; the rest "
                     "of the game is left out"},
                    "1. e4 e5 2. Bc4 Nc6 3. Bxf7+");
  expect_complaints("[FEN \"nonsense\"]\n\n1. e4 *", {"tag FEN: FEN \"nonsense\""}, "");
  expect_complaints("[Event \"x]\n\n1. e4 *", {"tag Event must end with"}, "1. e4");
  expect_complaints("[Event \"no end]\n1. e4 e5 *", {"tag Event must end with"}, "1. e4 e5");
  expect_complaints("[White \"a\"]\n[White \"b\"]\n\n1. e4 *", {"tag White stands there twice"}, "1. e4");
  expect_complaints("[Event]\n\n1. e4 *", {"\"[Event]\" means nothing here"}, "1. e4");
  expect_complaints("[White \"a\"]\n[White Elo \"2\"]\n[Black \"b\"]\n\n1. e4 [%clk 0:01] e5 *", {"", ""}, "1. e4 e5");
  expect_complaints("[Result \"1-0\"]\n\n1. e4 0-1", {"tag Result: \"1-0\" must be 0-1, as after the moves"}, "1. e4");
  expect_complaints("[Result \"White\"]\n\n1. e4", {"tag Result: \"White\" must be *"}, "1. e4");
}

TEST(PgnBroken, TheNextGameIsRead) {
  for (const std::string text :
       {"1. e4 e5\n2. Ka1 Nc6 1-0\n\n1. d4 *", "[White \"a\"]\n\n1. e4 {no end\n\n[White \"b\"]\n\n1. d4 *"}) {
    const std::vector<pgn::Game> games = read_all(text);
    ASSERT_EQ(games.size(), 2u);
    EXPECT_EQ(games[0].complaints.size(), 1u);
    EXPECT_EQ(line_of(games[1]), "1. d4");
  }
}

TEST(PgnBroken, NullMovesInGamesThatWerePlayed) {
  LineSource source("1. e4 e5 (1... -- 2. d4) 2. -- Nc6 *");
  pgn::Reader reader(source, "games.pgn", pgn::NullMoves::Refused);
  const pgn::Game game = *reader.next();
  EXPECT_EQ(game.nodes.size(), 5u);
  EXPECT_EQ(complaints_of(game),
            "games.pgn: game 1, line 1: move 2. \"--\": a null move; moves that were played are "
            "expected; the rest of the game is left out\n");
}

TEST(PgnBroken, DeepVariationsEndlessGamesAndManyComplaintsAreCut) {
  constexpr int kDeep = 50000;
  std::string deep = "1. e4 ", endless, stray = "1. e4 ";
  for (int i = 0; i < kDeep; ++i) deep += "(1. d4 ";
  for (int i = 0; i < kDeep; ++i) deep += ") ";
  expect_complaints(deep + "e5 *", {"deeper than 100 levels"}, "1. e4 e5");
  EXPECT_EQ(read_one(deep + "e5 *").nodes.size(), 3u + pgn::kDeepestVariation);

  for (int i = 0; i < pgn::kLongestGame; ++i) endless += "Nf3 Nf6 Ng1 Ng8 ";
  const pgn::Game game = read_one(endless + " *");
  EXPECT_EQ(game.nodes.size(), 1u + pgn::kLongestGame);
  EXPECT_TRUE(test::contains(complaints_of(game), "longer than 12000 plies"));

  for (int i = 0; i < 1000; ++i) stray += "} ";
  EXPECT_LE(read_one(stray).complaints.size(), 20u);
}

TEST(PgnWriter, RosterFirstThenMoves) {
  pgn::Game game;
  game.set_tag("Annotator", "me \"myself\"");
  game.set_tag("White", "Alice");
  game.result = pgn::GameResult::Draw;
  const pgn::NodeIndex e4 = game.add_move(pgn::kRoot, Move{Square::E2, Square::E4});
  game.add_move(pgn::kRoot, Move{Square::D2, Square::D4});
  game.nodes[e4].comment = "best by test";
  game.nodes[e4].nags = {1};
  game.add_move(e4, Move{Square::E7, Square::E5});
  EXPECT_EQ(pgn::to_text(game),
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Alice\"]\n[Black \"?\"]\n"
            "[Result \"1/2-1/2\"]\n[Annotator \"me \\\"myself\\\"\"]\n\n"
            "1. e4 $1 {best by test} (1. d4) 1... e5 1/2-1/2\n\n");
}

TEST(PgnWriter, OtherStarts) {
  pgn::Game game;
  game.start = *fen::parse("1k6/8/8/8/8/8/8/1K5R w H - 0 3");
  const std::string text = pgn::to_text(game);
  EXPECT_NE(text.find("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1k6/8/8/8/8/8/8/1K5R w K - 0 3\"]\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(read_one(text).start.key(), game.start.key());
}

TEST(PgnWriter, LinesAreShortAndLookLikeNothingElse) {
  pgn::Game game;
  std::string comment;
  for (int i = 0; i < 200; ++i)
    comment += (i % 2 ? "[Event " : "%escape ") + std::string(static_cast<std::size_t>(i % 7 + 1), 'x') + ' ';
  game.nodes[pgn::kRoot].comment = comment.substr(0, comment.size() - 1);
  const pgn::NodeIndex first = game.add_move(pgn::kRoot, Move{Square::E2, Square::E4});
  game.nodes[first].comment = "with } brace " + comment + "end";
  const std::string text = pgn::to_text(game);
  LineSource source{std::string_view(text)};
  std::string_view line;
  bool in_tags = true;
  while (source.next(line)) {
    if (line.empty()) in_tags = false;
    EXPECT_LT(line.size(), 80u);
    EXPECT_TRUE(in_tags || line.empty() || (line[0] != '%' && line[0] != '[')) << line;
  }
  EXPECT_TRUE(test::same_tree(read_one(text), game));
}

// Other tags than those which are written anew: from the start and the result.
std::vector<pgn::Tag> own_tags(const pgn::Game& game) {
  std::vector<pgn::Tag> out;
  for (const pgn::Tag& tag : game.tags)
    if (tag.name != "FEN" && tag.name != "SetUp" && tag.name != "Result") out.push_back(tag);
  return out;
}

TEST(PgnWriter, FilesOfEveryKindLoseNothing) {
  const std::filesystem::path root = OKNOS_SOURCE_DIR;
  std::vector<std::filesystem::path> files = {root / "tests/lab/snapshots/games.pgn"};
  for (const auto& entry : std::filesystem::directory_iterator(root / "fuzz/seeds/pgn")) files.push_back(entry.path());
  for (const std::filesystem::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const pgn::Game& game : read_all(text)) {
      const pgn::Game again = read_one(pgn::to_text(game));
      EXPECT_TRUE(test::same_tree(again, game)) << file;
      EXPECT_EQ(again.result, game.result) << file;
      EXPECT_EQ(fen::to_text(again.start), fen::to_text(game.start)) << file;
      const std::vector<pgn::Tag> tags = own_tags(again);
      for (const pgn::Tag& tag : own_tags(game))
        EXPECT_EQ(std::count(tags.begin(), tags.end(), tag), 1) << file << tag.name;
    }
  }
}

// A random tree: each move hangs on one of the nodes so far.
pgn::Game random_game() {
  pgn::Game game;
  game.start = testing::start_position(*rc::gen::arbitrary<std::uint32_t>());
  const auto numbers = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::arbitrary<std::uint32_t>());
  const auto comment = rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab (){}%[];$1*\"\\\xC3")));
  const auto plain_text = [](const std::string& s) {  // single blanks, as the tree keeps comments
    std::string out;
    for (const char c : s)
      if (c != ' ' || (!out.empty() && out.back() != ' ')) out += c;
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
  };
  game.nodes[pgn::kRoot].comment = plain_text(*comment);
  for (const std::uint32_t number : numbers) {
    const auto size = static_cast<std::uint32_t>(game.nodes.size());
    const pgn::NodeIndex parent = number % 4 ? size - 1 : number / 4 % size;
    const MoveList moves = legal_moves(test::position_after(game, parent));
    if (moves.empty()) continue;
    const bool variation = game.nodes[parent].first_child != pgn::kNoNode;
    const pgn::NodeIndex added = game.add_move(parent, moves[number / 7 % moves.size()]);
    game.nodes[added].comment = plain_text(*comment);
    if (variation) game.nodes[added].comment_before = plain_text(*comment);
    if (number % 3 == 0) game.nodes[added].nags = {static_cast<std::uint8_t>(number / 3)};
  }
  game.result = static_cast<pgn::GameResult>(numbers.size() % 4);
  game.set_tag("Event", *comment);
  return game;
}

RC_GTEST_PROP(PgnProperty, GamesReadBack, ()) {
  const pgn::Game game = random_game();
  const std::string text = pgn::to_text(game);
  const std::vector<pgn::Game> again = read_all(text);
  RC_ASSERT(again.size() == 1u);
  if (!again[0].complaints.empty()) RC_FAIL(complaints_of(again[0]) + text);
  RC_ASSERT(test::same_tree(again[0], game));
  RC_ASSERT(again[0].result == game.result);
  RC_ASSERT(fen::to_text(again[0].start) == fen::to_text(game.start));
  RC_ASSERT(*again[0].tag("Event") == *game.tag("Event"));
  RC_ASSERT(pgn::to_text(again[0]) == text);
}

RC_GTEST_PROP(PgnProperty, AnyTextIsSafe, ()) {
  const auto words = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("e4", "e5", "Nf3", "(", ")", "{", "}", ";", "\n", "%", "1-0", "*", "[Event \"x\"]",
                                    "[", "$3", "1.", "\"", "\\", "Ka1"));
  std::string text;
  for (const std::string& w : words) text += w + (w == "\n" ? "" : " ");
  for (const pgn::Game& game : read_all(text)) {
    const pgn::Game again = read_one(pgn::to_text(game));
    RC_ASSERT(again.complaints.empty());
    RC_ASSERT(test::same_tree(again, game));
  }
}

}  // namespace
}  // namespace oknos
