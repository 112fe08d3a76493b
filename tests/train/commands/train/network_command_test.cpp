#include "train/commands/train/network_command.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/eval/network/network.h"
#include "lab/formats/epd.h"
#include "lab/terminal/exit_code.h"
#include "support/random_games.h"
#include "support/test_folder.h"
#include "train/commands/data/data_command.h"
#include "train/network/loss_curve.h"
#include "train/network/stray.h"
#include "train/sample_support.h"

namespace oknos::train::network {
namespace {

class TrainNetwork : public test::TestWithFolder {
 protected:
  void SetUp() override {
    TestWithFolder::SetUp();
    games_ = file("games.pgn", test::self_play_text(120));
  }
  NetworkOptions options(const std::string& out) const {
    NetworkOptions o;
    o.games = {games_};
    o.out = path(out);
    o.force = true;
    o.schedule.layout = {.neurons = 32, .buckets = 2};
    o.schedule.epochs = 3;
    o.schedule.batch = 500;
    o.validation = 20;
    return o;
  }
  template <class Options>
  int run(int (*command)(const Options&), const Options& options) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = command(options);
    said = testing::internal::GetCapturedStdout();
    errors = testing::internal::GetCapturedStderr();
    return code;
  }
  std::string said;
  std::string errors;
  std::string games_;
};

TEST_F(TrainNetwork, WritesANetworkThatLearnt) {
  NetworkOptions o = options("a.oknn");
  o.json = true;
  o.schedule.first_blend = o.schedule.last_blend;  // so that the errors of the epochs can be compared
  o.schedule.rate = 0.003;
  ASSERT_EQ(run(train_network, o), 0) << errors;
  const auto json = nlohmann::json::parse(said);
  EXPECT_LT(json["epochs"][2]["training"].get<double>(), json["epochs"][0]["training"].get<double>());
  EXPECT_NEAR(json["quantised_validation"].get<double>(), json["epochs"][2]["validation"].get<double>(), 0.001);
  const auto network = eval::network::Network::load(path("a.oknn"));
  ASSERT_TRUE(network) << network.error();
  EXPECT_EQ((*network)->neurons(), 32);
  for (const char* word :
       {"train network", "games.pgn (sha256 ", "blend 0.5 to 0.5", "positions of 120 games, 0 strays"})
    EXPECT_NE((*network)->provenance().find(word), std::string::npos) << (*network)->provenance();
  EXPECT_FALSE(std::filesystem::exists(path("a.oknn.checkpoint")));
}

TEST_F(TrainNetwork, WritesTheSameWithAnyNumberOfThreadsAndFromACompactFile) {
  NetworkOptions o = options("a.oknn");
  ASSERT_EQ(run(train_network, o), 0) << errors;
  const std::string one = content_of("a.oknn");
  o.threads = 3;
  ASSERT_EQ(run(train_network, o), 0) << errors;
  EXPECT_EQ(content_of("a.oknn"), one);
  DataOptions convert;
  convert.games = {games_};
  convert.out = path("all.games");
  ASSERT_EQ(run(data, convert), 0) << errors;
  o.games = {convert.out};
  ASSERT_EQ(run(train_network, o), 0) << errors;
  const std::string compact = content_of("a.oknn");
  ASSERT_EQ(compact.size() % 2, one.size() % 2);
  // The numbers are the same; the words before them name another file.
  EXPECT_EQ(compact.substr(compact.size() - 49000), one.substr(one.size() - 49000));
}

TEST_F(TrainNetwork, ValidatesWithOtherGamesIfAsked) {
  NetworkOptions o = options("a.oknn");
  o.json = true;
  o.validation = 0;
  ASSERT_EQ(run(train_network, o), 0) << errors;
  const auto all = nlohmann::json::parse(said)["training_positions"].get<std::uint64_t>();
  const std::string weights = content_of("a.oknn");

  // None of the games to learn from is held out, and the strays are not judged.
  o.validation = 20;
  o.validation_games = {file("judges.pgn", test::self_play_text(30))};
  ASSERT_EQ(run(train_network, o), 0) << errors;
  const auto judged = nlohmann::json::parse(said);
  EXPECT_EQ(judged["training_positions"], all);
  EXPECT_GT(judged["validation_positions"], 0);
  EXPECT_LT(judged["validation_positions"], all);
  const auto network = eval::network::Network::load(path("a.oknn"));
  ASSERT_TRUE(network) << network.error();
  EXPECT_NE((*network)->provenance().find("judges.pgn (sha256 "), std::string::npos) << (*network)->provenance();
  constexpr std::size_t kWeightBytes = 49000;  // after the words, which differ
  EXPECT_EQ(content_of("a.oknn").substr(content_of("a.oknn").size() - kWeightBytes),
            weights.substr(weights.size() - kWeightBytes));
  const auto positions = judged["validation_positions"];
  o.strays = 1;
  ASSERT_EQ(run(train_network, o), 0) << errors;
  EXPECT_EQ(nlohmann::json::parse(said)["validation_positions"], positions);

  o.validation_games = {path("missing.pgn")};
  EXPECT_EQ(run(train_network, o), lab::kFailure);
  EXPECT_NE(errors.find("--validate: "), std::string::npos) << errors;
  EXPECT_NE(errors.find("missing.pgn"), std::string::npos) << errors;
  o.out = o.validation_games.front() = path("judges.pgn");
  EXPECT_EQ(run(train_network, o), lab::kFailure);
  EXPECT_EQ(content_of("judges.pgn"), test::self_play_text(30));
}

TEST(Schedule, RaisesTheRateBeforeTheCosine) {
  Schedule s;
  s.rate = 0.01;
  s.final_rate = 0.001;
  EXPECT_DOUBLE_EQ(s.rate_at(0.0), s.rate);
  EXPECT_DOUBLE_EQ(s.rate_at(0.5), (s.rate + s.final_rate) / 2);
  EXPECT_EQ(s.to_text().find("warm-up"), std::string::npos);
  s.warm_up = 20;
  EXPECT_DOUBLE_EQ(s.rate_at(0.0), 0.0);
  EXPECT_DOUBLE_EQ(s.rate_at(0.1), s.rate / 2);
  EXPECT_DOUBLE_EQ(s.rate_at(0.2), s.rate);
  EXPECT_DOUBLE_EQ(s.rate_at(0.6), (s.rate + s.final_rate) / 2);
  EXPECT_DOUBLE_EQ(s.rate_at(1.0), s.final_rate);
  EXPECT_NE(s.to_text().find("(cosine, warm-up 20 %)"), std::string::npos) << s.to_text();
}

TEST_F(TrainNetwork, BeginsWithANetworkThatIsNoLarger) {
  NetworkOptions o = options("a.oknn");
  o.json = true;
  ASSERT_EQ(run(train_network, o), 0) << errors;
  const auto first = nlohmann::json::parse(said);
  o = options("b.oknn");
  o.json = true;
  o.from = path("a.oknn");
  o.schedule.epochs = 1;
  o.schedule.rate = o.schedule.final_rate = 1e-7;  // too little to change anything
  o.schedule.first_blend = o.schedule.last_blend;
  ASSERT_EQ(run(train_network, o), 0) << errors;
  const auto second = nlohmann::json::parse(said);
  EXPECT_NEAR(second["epochs"][0]["validation"].get<double>(), first["quantised_validation"].get<double>(), 1e-4);
  const auto network = eval::network::Network::load(path("b.oknn"));
  ASSERT_TRUE(network) << network.error();
  EXPECT_NE((*network)->provenance().find("from a network with checksum"), std::string::npos)
      << (*network)->provenance();

  // More neurons say nothing at first, and learn.
  o.schedule.layout.neurons = 64;
  ASSERT_EQ(run(train_network, o), 0) << errors;
  const auto wider = nlohmann::json::parse(said);
  EXPECT_NEAR(wider["epochs"][0]["validation"].get<double>(), first["quantised_validation"].get<double>(), 1e-4);
  EXPECT_EQ(eval::network::Network::load(path("b.oknn")).value()->neurons(), 64);
  NetworkOptions learning = o;
  learning.schedule.rate = learning.schedule.final_rate = 0.01;
  ASSERT_EQ(run(train_network, learning), 0) << errors;
  const auto learnt = eval::network::Network::load(path("b.oknn"));
  ASSERT_TRUE(learnt) << learnt.error();
  const auto& outputs = (*learnt)->parameters().output_weights;  // for each bucket: 64 of the own view, 64 of the other
  bool any = false;
  for (std::size_t i = 0; i < outputs.size(); ++i) any = any || (i % 64 >= 32 && outputs[i] != 0);
  EXPECT_TRUE(any);

  o.from = path("b.oknn");
  o.out = path("c.oknn");
  o.schedule.layout.neurons = 32;
  EXPECT_EQ(run(train_network, o), lab::kFailure);
  EXPECT_NE(errors.find("has 64 neurons and 2 buckets; right are at most 32 and exactly 2"), std::string::npos)
      << errors;
  o.from = games_;
  EXPECT_EQ(run(train_network, o), lab::kFailure);
  EXPECT_NE(errors.find("it is no network of Oknos"), std::string::npos) << errors;
}

TEST_F(TrainNetwork, LearnsFromStraysToo) {
  NetworkOptions o = options("a.oknn");
  o.json = true;
  ASSERT_EQ(run(train_network, o), 0) << errors;
  const auto without = nlohmann::json::parse(said)["training_positions"].get<int>();
  o.strays = 2;
  ASSERT_EQ(run(train_network, o), 0) << errors;
  const auto with = nlohmann::json::parse(said)["training_positions"].get<int>();
  EXPECT_GT(with, 2 * without);  // some strays are in check
  EXPECT_LE(with, 3 * without);
  EXPECT_NE(eval::network::Network::load(path("a.oknn")).value()->provenance().find("2 strays"), std::string::npos);
}

TEST_F(TrainNetwork, LearnsFromLaterScoresToo) {
  NetworkOptions o = options("a.oknn");
  ASSERT_EQ(run(train_network, o), 0) << errors;
  const auto own = eval::network::Network::load(path("a.oknn")).value();
  o.lookahead = 0.9;
  ASSERT_EQ(run(train_network, o), 0) << errors;
  const auto later = eval::network::Network::load(path("a.oknn")).value();
  EXPECT_EQ(own->provenance().find("lookahead"), std::string::npos);
  EXPECT_NE(later->provenance().find("; lookahead 0.9"), std::string::npos);
  EXPECT_NE(own->to_bytes(), later->to_bytes());
}

TEST(Stray, IsNearAndKnowsItsValue) {
  RandomNumbers random(11);
  int found = 0;
  test::random_positions(12, 40, [&](const Position& p) {
    const auto stray = stray_from(p, random);
    if (!stray) return;
    ++found;
    EXPECT_LE(popcount(stray->occupied ^ p.pieces()), 8);
    EXPECT_NE(stray->occupied, p.pieces());
    const Target target{1.0, 200.0};
    EXPECT_NEAR(target.of(*stray), 1.0 / (1.0 + std::exp(-stray->score / 200.0)), 1e-6);
  });
  EXPECT_GT(found, 100);
}

TEST(Training, GoesOnWhereItWas) {
  const std::string text = test::self_play_text(60);
  const std::string name = "test";
  Positions positions;
  for_each_game({&name, text, 0, false}, positions.tally, [&](const GameRecord& game, std::uint64_t) {
    walk(game, {}, positions.tally, [&](const Sighting& s) {
      if (s.fate == Fate::Kept) positions.training.push_back(pack(s.position, s.score, s.half_points));
    });
  });
  Schedule schedule;
  schedule.layout = {.neurons = 32, .buckets = 1};
  schedule.epochs = 4;
  schedule.batch = 300;
  const auto always = [](double) { return true; };
  Training whole(schedule, positions, 2);
  while (!whole.finished()) whole.run_epoch(always);
  Training first(schedule, positions, 1);
  first.run_epoch(always);
  first.run_epoch(always);
  const std::string checkpoint = first.checkpoint("mine");
  Training second(schedule, positions, 1);
  ASSERT_FALSE(second.restore(checkpoint, "mine"));
  EXPECT_EQ(second.epochs_done(), 2);
  while (!second.finished()) second.run_epoch(always);
  EXPECT_EQ(std::vector<float>(whole.numbers(), whole.numbers() + schedule.layout.size()),
            std::vector<float>(second.numbers(), second.numbers() + schedule.layout.size()));

  Training third(schedule, positions, 1);
  EXPECT_NE(third.restore(checkpoint, "yours")->message.find("another training"), std::string::npos);
  EXPECT_NE(third.restore(checkpoint.substr(0, 500), "mine")->message.find("damaged"), std::string::npos);
  EXPECT_NE(third.restore("something", "mine")->message.find("no checkpoint"), std::string::npos);
  EXPECT_EQ(third.epochs_done(), 0);
}

TEST_F(TrainNetwork, ACheckpointOfAnotherTrainingIsRefused) {
  NetworkOptions o = options("a.oknn");
  file("a.oknn.checkpoint", "something");
  EXPECT_EQ(run(train_network, o), lab::kFailure);
  EXPECT_NE(errors.find("--resume"), std::string::npos) << errors;
  o.resume = true;
  EXPECT_EQ(run(train_network, o), lab::kFailure);
  EXPECT_NE(errors.find("is not used"), std::string::npos) << errors;
  EXPECT_FALSE(std::filesystem::exists(path("a.oknn")));
}

TEST_F(TrainNetwork, TheErrorsAreATableAndAPicture) {
  NetworkOptions o = options("a.oknn");
  o.json = true;
  ASSERT_EQ(run(train_network, o), 0) << errors;
  const auto json = nlohmann::json::parse(said);
  const std::string table = content_of("a.oknn.loss.tsv");
  const std::string picture = content_of("a.oknn.loss.svg");
  ASSERT_EQ(std::count(table.begin(), table.end(), '\n'), 4) << table;
  EXPECT_TRUE(table.starts_with("epoch\ttraining\tvalidation\trate\n")) << table;
  for (const auto& epoch : json["epochs"]) {
    const std::string line = fmt::format("\n{}\t{:.8f}\t{:.8f}\t", epoch["epoch"].get<int>(),
                                         epoch["training"].get<double>(), epoch["validation"].get<double>());
    EXPECT_NE(table.find(line), std::string::npos) << table << line;
    EXPECT_NE(picture.find(fmt::format("epoch {}: {:.6f}", epoch["epoch"].get<int>(), epoch["training"].get<double>())),
              std::string::npos);
  }
  EXPECT_NE(table.find("1.0000e-05\n"), std::string::npos) << table;  // the rate at the end
  EXPECT_TRUE(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
}

// Values far apart, alike, and of a single epoch stay within the picture.
TEST(LossCurve, StaysWithinThePicture) {
  Schedule schedule;
  for (const std::vector<EpochLoss>& losses :
       {std::vector<EpochLoss>{{0.2, 0.01}, {0.02, 0.0101}, {0.0119, 0.0102}}, std::vector<EpochLoss>{{0.02, 0.02}},
        std::vector<EpochLoss>(50, {0.012345, 0.012346}), std::vector<EpochLoss>{{0.0, 0.0}, {1.0, 1.0}}}) {
    const std::string picture = loss_picture(schedule, losses);
    std::size_t dots = 0;
    for (std::size_t at = picture.find(" cx=\""); at != std::string::npos; at = picture.find(" cx=\"", at + 1)) {
      double x = 0;
      double y = 0;
      ASSERT_EQ(std::sscanf(picture.c_str() + at, " cx=\"%lf\" cy=\"%lf\"", &x, &y), 2);
      EXPECT_TRUE(x > 0 && x < 720 && y > 0 && y < 400) << x << ", " << y;
      ++dots;
    }
    EXPECT_EQ(dots, 2 * losses.size());
  }
}

// A run that goes on from a checkpoint shows the epochs before it, too.
TEST(LossCurve, GoesOnWithTheTraining) {
  const std::string text = test::self_play_text(40);
  const std::string name = "test";
  Positions positions;
  for_each_game({&name, text, 0, false}, positions.tally, [&](const GameRecord& game, std::uint64_t) {
    walk(game, {}, positions.tally, [&](const Sighting& s) {
      if (s.fate == Fate::Kept) positions.training.push_back(pack(s.position, s.score, s.half_points));
    });
  });
  Schedule schedule;
  schedule.layout = {.neurons = 32, .buckets = 1};
  schedule.epochs = 3;
  const auto always = [](double) { return true; };
  Training whole(schedule, positions, 1);
  whole.run_epoch(always);
  Training rest(schedule, positions, 1);
  ASSERT_FALSE(rest.restore(whole.checkpoint("mine"), "mine"));
  while (!whole.finished()) whole.run_epoch(always);
  while (!rest.finished()) rest.run_epoch(always);
  EXPECT_EQ(loss_table(schedule, rest.losses()), loss_table(schedule, whole.losses()));
  EXPECT_EQ(loss_picture(schedule, rest.losses()), loss_picture(schedule, whole.losses()));
}

TEST_F(TrainNetwork, FiltersAreAppliedAndRecorded) {
  NetworkOptions o = options("a.oknn");
  o.json = true;
  o.schedule.epochs = 1;
  const auto positions = [&] {
    EXPECT_EQ(run(train_network, o), 0) << errors;
    const auto json = nlohmann::json::parse(said);
    return json["training_positions"].get<std::uint64_t>() + json["validation_positions"].get<std::uint64_t>();
  };
  const auto counted = [&] {
    DataOptions d;
    d.games = {games_};
    d.json = true;
    d.filter = o.filter;
    EXPECT_EQ(run(data, d), 0) << errors;
    return nlohmann::json::parse(said)["positions"]["kept"].get<std::uint64_t>();
  };
  const auto provenance = [&] { return eval::network::Network::load(path("a.oknn")).value()->provenance(); };
  const std::uint64_t usual = positions();
  EXPECT_EQ(usual, counted());
  EXPECT_EQ(provenance().find("left out"), std::string::npos);
  o.filter = {.in_check = false, .tactical = false, .after_capture = false, .decided = 2000, .early = 12};
  const std::uint64_t other = positions();
  EXPECT_EQ(other, counted());
  EXPECT_NE(other, usual);
  EXPECT_NE(provenance().find("left out: none; scores beyond 2000; first 12 plies"), std::string::npos) << provenance();
}

class Convert : public TrainNetwork {
 protected:
  DataOptions sample(std::size_t size, const std::string& out = "") const {
    DataOptions o;
    o.games = {games_};
    o.sample = size;
    if (!out.empty()) o.out = path(out);
    o.force = true;
    return o;
  }
};

TEST_F(Convert, ASampleDependsOnTheSeedAlone) {
  DataOptions o = sample(20);
  ASSERT_EQ(run(data, o), 0) << errors;
  const std::string one = said;
  EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 20);
  o.threads = 3;
  ASSERT_EQ(run(data, o), 0) << errors;
  EXPECT_EQ(said, one);
  o.seed = 2;
  ASSERT_EQ(run(data, o), 0) << errors;
  EXPECT_NE(said, one);
  o.json = true;
  ASSERT_EQ(run(data, o), 0) << errors;
  EXPECT_EQ(nlohmann::json::parse(said)["sample"].size(), 20U);
  o = sample(20, "a.epd");
  ASSERT_EQ(run(data, o), 0) << errors;
  EXPECT_EQ(content_of("a.epd"), one);
  LineSource source(one);
  epd::Reader reader(source, "sample");
  while (const auto record = reader.next()) {
    ASSERT_TRUE(*record) << record->error();
    EXPECT_TRUE((*record)->find("ce") && (*record)->find("c0"));
    EXPECT_NE((*record)->id().find(" game "), std::string::npos);
    EXPECT_FALSE((*record)->position.in_check());
  }
  o = sample(1'000'000);  // more than there are: all
  ASSERT_EQ(run(data, o), 0) << errors;
  o.sample = 0;
  const auto lines = std::count(said.begin(), said.end(), '\n');
  o.json = true;
  ASSERT_EQ(run(data, o), 0) << errors;
  EXPECT_EQ(nlohmann::json::parse(said)["positions"]["kept"], lines);
}

TEST_F(Convert, EveryPositionIsDrawnAboutAsOften) {
  std::array<int, 10> tenths{};
  DataOptions o = sample(50);
  for (o.seed = 0; o.seed < 20; ++o.seed) {
    ASSERT_EQ(run(data, o), 0) << errors;
    for (std::size_t at = said.find(" game "); at != std::string::npos; at = said.find(" game ", at + 1))
      ++tenths[static_cast<std::size_t>(std::atoi(said.c_str() + at + 6) - 1) / 12];  // of 120 games
  }
  for (const int count : tenths) EXPECT_NEAR(count, 100, 50);
}

TEST_F(Convert, SampledGamesAreWrittenInBothFormats) {
  ASSERT_EQ(run(data, sample(7, "some.games")), 0) << errors;
  EXPECT_NE(said.find("some.games: 7 games"), std::string::npos) << said;
  ASSERT_EQ(run(data, sample(7, "some.pgn")), 0) << errors;
  DataOptions back;
  back.games = {path("some.pgn")};
  back.out = path("back.games");
  ASSERT_EQ(run(data, back), 0) << errors;
  const std::string some = content_of("some.games");
  const std::string again = content_of("back.games");
  constexpr std::size_t kTail = 1000;  // the heads differ
  EXPECT_EQ(some.substr(some.size() - kTail), again.substr(again.size() - kTail));
}

TEST_F(Convert, OnlyCompactFilesAreAppendedTo) {
  DataOptions o = sample(0, "all.pgn");
  o.append = true;
  EXPECT_EQ(run(data, o), lab::kFailure);
  EXPECT_NE(errors.find("--append"), std::string::npos) << errors;
}

TEST_F(Convert, AppendsNoFileToItself) {
  DataOptions o;
  o.games = {games_};
  o.out = path("all.games");
  ASSERT_EQ(run(data, o), 0) << errors;
  std::filesystem::create_symlink(o.out, path("link.games"));
  std::filesystem::create_hard_link(o.out, path("hard.games"));
  const std::string before = content_of("all.games");
  o.append = true;
  for (const char* read : {"all.games", "link.games", "hard.games"})
    for (const char* written : {"all.games", "link.games", "hard.games"}) {
      o.games = {games_, path(read)};
      o.out = path(written);
      EXPECT_EQ(run(data, o), lab::kFailure) << read << " to " << written;
      EXPECT_NE(errors.find("--append"), std::string::npos) << errors;
    }
  EXPECT_EQ(content_of("all.games"), before);
}

TEST_F(Convert, MergesAndAppends) {
  DataOptions o;
  o.games = {games_, file("more.pgn", test::self_play_text(30))};
  o.out = path("all.games");
  o.force = true;
  o.threads = 2;
  ASSERT_EQ(run(data, o), 0) << errors;
  EXPECT_NE(said.find("all.games: 150 games"), std::string::npos) << said;
  const std::string whole = content_of("all.games");
  o.games = {games_};
  ASSERT_EQ(run(data, o), 0) << errors;
  o.games = {path("more.pgn")};
  o.append = true;
  ASSERT_EQ(run(data, o), 0) << errors;
  EXPECT_NE(said.find("all.games: 150 games"), std::string::npos) << said;
  // But for the head, which says where the first games came from.
  const std::string added = content_of("all.games");
  EXPECT_EQ(added.substr(added.size() - 5000), whole.substr(whole.size() - 5000));
  DataOptions show;
  show.games = {o.out};
  show.json = true;
  ASSERT_EQ(run(data, show), 0) << errors;
  EXPECT_EQ(nlohmann::json::parse(said)["games"], 150);
}

TEST_F(Convert, AppendingToSomethingElseFails) {
  DataOptions o;
  o.games = {games_};
  o.out = file("other", "[Event \"x\"]\n");
  o.append = true;
  EXPECT_EQ(run(data, o), lab::kFailure);
  EXPECT_NE(errors.find("other"), std::string::npos) << errors;
}

TEST_F(TrainNetwork, SaysWhichNetworkItCannotStartFrom) {
  NetworkOptions o = options("a.oknn");
  o.schedule.layout.hidden = 8;
  ASSERT_EQ(run(train_network, o), 0) << errors;
  o.from = o.out;
  o.out = path("b.oknn");
  o.schedule.layout.hidden = 0;
  EXPECT_EQ(run(train_network, o), lab::kFailure);
  EXPECT_NE(errors.find("has 8 neurons in its second hidden layer; --hidden 8 goes on with it"), std::string::npos)
      << errors;
  o.schedule.layout = {.neurons = 32, .buckets = 1, .hidden = 8};
  EXPECT_EQ(run(train_network, o), lab::kFailure);
  EXPECT_NE(errors.find("32 neurons and 2 buckets; right are at most 32 and exactly 1"), std::string::npos) << errors;
}

}  // namespace
}  // namespace oknos::train::network
