// `oknos-lab match` from outside.
#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "lab/formats/pgn.h"
#include "support/lab_program.h"

namespace oknos::lab {
namespace {

using test::lab;
using test::Outcome;
using Json = nlohmann::json;
using Match = test::LabProgram;

const std::string kFake = "cmd=" OKNOS_BINARY_DIR "/oknos-fake-engine";
// Short games that end without much search.
const std::string kQuick = " --nodes 200 --hash 1 --max-moves 30 --book-plies 4 --seed 3 ";

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line[0] == '{') out.push_back(Json::parse(line));
  return out;
}

// The result of a match without what depends on time.
Json stable(Json summary) {
  for (const char* key : {"time_ms", "games_played_now"}) summary.erase(key);
  for (Json& player : summary["players"]) {
    player.erase("ms_per_move");
    player.erase("longest_ms");
  }
  return summary;
}

TEST_F(Match, TheNumberOfGamesAtATimeChangesNothing) {
  const std::string match = "match modern none --games 12 --json" + kQuick;
  const Outcome one = lab(match + "--concurrency 1 2>/dev/null");
  const Outcome three = lab(match + "--workers 3 2>/dev/null");  // another name of it
  ASSERT_EQ(one.code, 0) << one.out;
  ASSERT_EQ(three.code, 0) << three.out;
  const auto a = json_lines(one.out);
  const auto b = json_lines(three.out);
  ASSERT_EQ(a.size(), 13U) << one.out;
  ASSERT_EQ(b.size(), a.size());
  for (std::size_t i = 0; i + 1 < a.size(); ++i) EXPECT_EQ(a[i], b[i]);
  EXPECT_EQ(stable(a.back()), stable(b.back()));
  // Both games of a pair have the same opening, and the colours are swapped.
  EXPECT_EQ(a[0]["opening"], a[1]["opening"]);
  EXPECT_NE(a[0]["white"], a[1]["white"]);
  std::set<std::string> openings;
  for (std::size_t i = 0; i + 1 < a.size(); ++i) openings.insert(a[i]["opening"].get<std::string>());
  EXPECT_EQ(openings.size(), 6U);
}

TEST_F(Match, AStoppedMatchGoesOn) {
  const auto match = [this](const std::string& name) {
    return "match modern none,nodes=150 --games 8 --pgn " + path(name + ".pgn") + " --out " + path(name + ".db") +
           kQuick;
  };
  ASSERT_EQ(lab(match("whole")).code, 0);
  const Outcome killed = lab(match("killed") + " & p=$!; sleep 0.4; kill -9 $p; wait $p");
  const Outcome resumed = lab(match("killed") + "--resume");
  EXPECT_EQ(resumed.code, 0) << resumed.out;
  // The games are all in the PGN file, also those of the earlier run.
  const std::string pgn = content_of("whole.pgn"), again = content_of("killed.pgn");
  EXPECT_EQ(std::count(again.begin(), again.end(), '['), std::count(pgn.begin(), pgn.end(), '['));
  // A store is not overwritten, and not continued by another match.
  EXPECT_EQ(lab(match("whole")).code, 1);
  const Outcome other = lab(match("whole") + "--draw off --resume --force");
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.out.find("adjudication"), std::string::npos) << other.out;
}

TEST_F(Match, GamesReadBack) {
  ASSERT_EQ(lab("match modern heinz --games 4 --pgn " + path("g.pgn") + kQuick).code, 0);
  const std::string text = content_of("g.pgn");
  LineSource source{std::string_view(text)};
  pgn::Reader reader(source, "g.pgn");
  int games = 0;
  while (const auto game = reader.next()) {
    ++games;
    EXPECT_TRUE(game->complaints.empty()) << game->complaints.front();
    EXPECT_NE(game->result, pgn::GameResult::Unknown);
    EXPECT_EQ(std::to_string(game->main_line().size()), *game->tag("PlyCount"));
    EXPECT_EQ(game->nodes[1].comment, "book");
    EXPECT_NE(game->nodes.back().comment.find(", n=200"), std::string::npos) << game->nodes.back().comment;
  }
  EXPECT_EQ(games, 4);
}

// In Latin-1, as it may stand in an old file.
TEST_F(Match, ANameMayBeInAnyEncoding) {
  const std::string match = "match 'none,name=Fran\xe7ois' none --games 2 --depth 1 --max-moves 2 ";
  const Outcome played = lab(match + "--json --out " + path("run.db") + " 2>/dev/null");
  ASSERT_EQ(played.code, 0) << played.out;
  EXPECT_NE(played.out.find("Fran\xef\xbf\xbdois"), std::string::npos) << played.out;
  const Outcome shown = lab("show --json " + path("run.db"));
  EXPECT_EQ(shown.code, 0);
  EXPECT_NE(shown.out.find("Fran\xef\xbf\xbdois"), std::string::npos) << shown.out;
}

TEST_F(Match, AMisbehavingEngineLosesThatGameAndPlaysTheNext) {
  struct Case {
    std::string mode;
    std::string ending;
    std::string clock;
  };
  // Each start of the engine misbehaves at its second move; it loses and is started again.
  for (const Case& c :
       {Case{"crash", "crash", ""}, Case{"exit", "crash", ""}, Case{"illegal", "illegal move", ""},
        Case{"garbage", "illegal move", ""}, Case{"none", "illegal move", ""}, Case{"close-stdout", "crash", ""},
        Case{"silent", "no answer", ""}, Case{"flood", "no answer", ""}}) {
    const std::string store = path(c.mode + ".db");
    const Outcome run = lab("match none \"" + kFake + ",args=" + c.mode + " --at 2,name=Bad\" --games 2 --depth 1" +
                            " --patience 300ms --concurrency 1 --json --out " + store);
    EXPECT_EQ(run.code, 0) << c.mode << run.out;
    EXPECT_NE(run.out.find("Bad"), std::string::npos) << run.out;
    const auto lines = json_lines(run.out);
    ASSERT_EQ(lines.size(), 3U) << run.out;
    EXPECT_EQ(lines[2]["wins"], 2) << run.out;
    EXPECT_EQ(lines[2]["players"][1]["faults"][c.ending], 2) << c.mode << run.out;
  }
}

TEST_F(Match, OversteppingTheClockLoses) {
  const Outcome run =
      lab("match none,depth=1 \"" + kFake + ",args=--delay 400,tc=0.1+0.01,time_margin=10\" --games 2 --json");
  ASSERT_EQ(run.code, 0) << run.out;
  EXPECT_EQ(json_lines(run.out).back()["players"][1]["faults"]["loss on time"], 2) << run.out;
}

TEST_F(Match, AnEngineThatCannotStartIsNamedAtOnce) {
  const Outcome none = lab("match modern cmd=/no/such/engine --games 2");
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.out.find("/no/such/engine"), std::string::npos) << none.out;
  const Outcome ends = lab("match modern \"" + kFake + ",args=exit-at-start\" --games 2");
  EXPECT_EQ(ends.code, 1) << ends.out;
  // Well at first, and never again: the match ends with an error instead of losing a thousand games.
  const std::string once = file("once", "#!/bin/sh\nrm \"$0\"\nexec " OKNOS_BINARY_DIR "/oknos-fake-engine crash\n");
  std::filesystem::permissions(once, std::filesystem::perms::owner_all);
  const Outcome later = lab("match none cmd=" + once + ",name=Once --games 1000 --depth 1 --concurrency 1 --json");
  EXPECT_EQ(later.code, 1) << later.out;
  EXPECT_NE(later.out.find(once), std::string::npos) << later.out;
  const auto lines = json_lines(later.out);
  EXPECT_LT(lines.size(), 10U);
  EXPECT_EQ(lines.back()["players"][1]["faults"]["crash"], 1) << later.out;
}

TEST_F(Match, TheSequentialTestStopsAndDecides) {
  const Outcome run = lab("match modern none,nodes=1 --sprt 0,100 --json" + kQuick + "2>/dev/null");
  ASSERT_EQ(run.code, 0) << run.out;
  const Json summary = json_lines(run.out).back();
  EXPECT_EQ(summary["sprt"]["state"], "H1");
  EXPECT_GE(summary["sprt"]["llr"], summary["sprt"]["upper_bound"]);
  EXPECT_LT(summary["games"], 400);
  // Decided by the pairs in their order: with other concurrency after the same games.
  const Outcome more = lab("match modern none,nodes=1 --sprt 0,100 --json --concurrency 4" + kQuick + "2>/dev/null");
  EXPECT_EQ(stable(json_lines(more.out).back()), stable(summary));
}

// Hypotheses that are chosen after the games prove nothing.
TEST_F(Match, ASequentialTestIsContinuedAsItBegan) {
  const std::string run = "match modern none,nodes=1 --games 4 --out " + path("t.db") + kQuick;
  ASSERT_EQ(lab(run + "--sprt 0,5").code, 0);
  const Outcome other = lab(run + "--sprt 0,200 --resume");
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.out.find("this is another run: sprt is \"0,5\" there and \"0,200\" here"), std::string::npos)
      << other.out;
  EXPECT_EQ(lab(run + "--resume").code, 1);
  EXPECT_EQ(lab(run + "--sprt 0,5 --resume").code, 0);
  const std::string precious = file("g.pgn", "precious\n");
  EXPECT_EQ(lab(run + "--sprt 0,5 --resume --pgn " + precious).code, 1);
  EXPECT_EQ(content_of("g.pgn"), "precious\n");
}

TEST_F(Match, InterruptPrintsWhatThereIs) {
  const std::string out = file("out", "");
  const Outcome run =
      lab("match modern heinz --games 100000 --json" + kQuick + " --out " + path("m.db") + " --pgn " + path("m.pgn") +
          " > " + out + " & p=$!; until grep -q game " + out + "; do sleep 0.1; done; kill -INT $p; wait $p");
  EXPECT_EQ(run.code, 130) << run.out;
  EXPECT_EQ(json_lines(content_of("out")).back()["interrupted"], true);
  EXPECT_NE(run.out.find("--resume"), std::string::npos) << run.out;
  // The same command can be resumed: the games are not under their name yet.
  EXPECT_FALSE(std::filesystem::exists(path("m.pgn")));
  EXPECT_NE(content_of("m.pgn.part").find("[Event"), std::string::npos);
}

TEST_F(Match, WrongArgumentsAreNamedWithTheRightOnes) {
  struct Case {
    std::string arguments;
    int code;
    std::string says;
  };
  const Case cases[] = {
      {"modern", 2, "two players are expected"},
      {"modern nosuch", 2, "nosuch"},
      {"modern none,nodez=3", 2, "nodez"},
      {"modern none,nodes=0", 2, "nodes"},
      {"modern none,tc=x", 2, "10+0.1"},
      {"modern none,tc=1+1,nodes=5", 2, "tc="},
      {"modern none,option.Hash=4", 2, "cmd="},
      {"modern cmd=stockfish,null_move=off", 2, "option.NAME"},
      {"modern \"" + kFake + ",option.Nonsense=4\"", 1, "Nonsense"},
      {"modern none --games 3", 2, "even"},
      {"modern none --games 0", 2, "--games"},
      {"modern none --tc 1+1 --nodes 5", 2, "--tc"},
      {"modern none --sprt 5", 2, "--sprt"},
      {"modern none --sprt 5,0", 2, "--sprt"},
      {"modern none --sprt 0,5 --shard 1/2", 2, "--shard"},
      {"modern none --resign maybe", 2, "--resign"},
      {"modern none --draw moves=x", 2, "--draw"},
      {"modern none --book nosuch.epd", 1, "nosuch.epd"},
      {"modern none --resume", 2, "--out"},
      {"modern none --pgn /no/such/folder/g.pgn", 1, "/no/such/folder"},
      {"modern none --hash 100000000", 2, "--hash"},
      {"modern none --games 4 --games 8", 2, "--games is given more than once"},
      {"--queue nosuch.toml", 2, "\"nosuch.toml\" cannot be read: No such file or directory"},
      {"--queue q.toml --json", 2, "--json: cannot be combined with --queue\n"},
  };
  for (const Case& c : cases) {
    const Outcome run = lab("match " + c.arguments);
    EXPECT_EQ(run.code, c.code) << c.arguments << "\n" << run.out;
    EXPECT_NE(run.out.find(c.says), std::string::npos) << c.arguments << "\n" << run.out;
  }
}

}  // namespace
}  // namespace oknos::lab
