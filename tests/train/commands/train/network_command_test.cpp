#include "train/commands/train/network_command.h"

#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/eval/network/network.h"
#include "support/random_games.h"
#include "train/command_support.h"
#include "train/commands/data/data_command.h"
#include "train/network/loss_curve.h"
#include "train/network/stray.h"

namespace oknos::train::network {
namespace {

using test::contains;
using Json = nlohmann::json;

// Weights come after the words that say how they were made.
std::string weights_of(const std::string& network) {
  constexpr std::size_t kWeightBytes = 49000;
  return network.substr(network.size() - kWeightBytes);
}

class TrainNetwork : public test::TrainingTest {
 protected:
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
  std::shared_ptr<const eval::network::Network> network(const std::string& name) const {
    const auto loaded = eval::network::Network::load(path(name));
    EXPECT_TRUE(loaded) << loaded.error();
    return loaded ? *loaded : nullptr;
  }
};

TEST_F(TrainNetwork, WritesANetworkThatLearnt) {
  NetworkOptions o = options("a.oknn");
  o.schedule.first_blend = o.schedule.last_blend;  // so that the errors of the epochs can be compared
  o.schedule.rate = 0.003;
  const Json json = json_of(train_network, o), &epochs = json["epochs"];
  EXPECT_LT(epochs[2]["training"].get<double>(), epochs[0]["training"].get<double>());
  EXPECT_NEAR(json["quantised_validation"].get<double>(), epochs[2]["validation"].get<double>(), 0.001);
  EXPECT_EQ(network("a.oknn")->neurons(), 32);
  EXPECT_TRUE(contains(network("a.oknn")->provenance(), "train network", "games.pgn (sha256 ", "blend 0.5 to 0.5",
                       "positions of 120 games, 0 strays"));
  EXPECT_FALSE(std::filesystem::exists(path("a.oknn.checkpoint")));
  // The errors are a table and a picture.
  const std::string table = content_of("a.oknn.loss.tsv"), picture = content_of("a.oknn.loss.svg");
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 4) << table;
  EXPECT_TRUE(table.starts_with("epoch\ttraining\tvalidation\trate\n")) << table;
  EXPECT_TRUE(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
  for (const Json& epoch : epochs) {
    const int number = epoch["epoch"];
    const double training = epoch["training"], validation = epoch["validation"];
    EXPECT_TRUE(contains(table, fmt::format("\n{}\t{:.8f}\t{:.8f}\t", number, training, validation)));
    EXPECT_TRUE(contains(picture, fmt::format("epoch {}: {:.6f}", number, training)));
  }
  EXPECT_TRUE(contains(table, "1.0000e-05\n")) << "the rate at the end";
}

TEST_F(TrainNetwork, WritesTheSameWithAnyNumberOfThreadsAndFromACompactFile) {
  NetworkOptions o = options("a.oknn");
  const std::string one = written(train_network, o);
  o.threads = 3;
  EXPECT_EQ(written(train_network, o), one);
  DataOptions convert;
  convert.games = {games_};
  convert.out = path("all.games");
  ASSERT_EQ(run(data, convert), 0) << errors;
  o.games = {convert.out};
  EXPECT_EQ(weights_of(written(train_network, o)), weights_of(one)) << "only the words before them name another file";
}

TEST_F(TrainNetwork, ValidatesWithOtherGamesIfAsked) {
  NetworkOptions o = options("a.oknn");
  o.validation = 0;
  const Json all = json_of(train_network, o)["training_positions"];
  const std::string before = content_of("a.oknn");

  // None of the games to learn from is held out, and the strays are not judged.
  o.validation = 20;
  const std::string judges = test::self_play_text(30);
  o.validation_games = {file("judges.pgn", judges)};
  const Json judged = json_of(train_network, o);
  EXPECT_EQ(judged["training_positions"], all);
  EXPECT_GT(judged["validation_positions"], 0);
  EXPECT_LT(judged["validation_positions"], all);
  EXPECT_TRUE(contains(network("a.oknn")->provenance(), "judges.pgn (sha256 "));
  EXPECT_EQ(weights_of(content_of("a.oknn")), weights_of(before));
  o.strays = 1;
  EXPECT_EQ(json_of(train_network, o)["validation_positions"], judged["validation_positions"]);

  o.validation_games = {path("missing.pgn")};
  expect_failure(train_network, o, "--validate: ");
  EXPECT_TRUE(contains(errors, "missing.pgn"));
  o.out = o.validation_games.front() = path("judges.pgn");
  expect_failure(train_network, o, "");
  EXPECT_EQ(content_of("judges.pgn"), judges);
}

TEST(Schedule, RaisesTheRateBeforeTheCosine) {
  Schedule s;
  s.rate = 0.01;
  s.final_rate = 0.001;
  const double middle = (s.rate + s.final_rate) / 2;
  EXPECT_DOUBLE_EQ(s.rate_at(0.0), s.rate);
  EXPECT_DOUBLE_EQ(s.rate_at(0.5), middle);
  EXPECT_EQ(s.to_text().find("warm-up"), std::string::npos);
  s.warm_up = 20;
  for (const auto& [part, rate] :
       {std::pair{0.0, 0.0}, {0.1, s.rate / 2}, {0.2, s.rate}, {0.6, middle}, {1.0, s.final_rate}})
    EXPECT_DOUBLE_EQ(s.rate_at(part), rate) << part;
  EXPECT_TRUE(contains(s.to_text(), "(cosine, warm-up 20 %)"));
}

TEST_F(TrainNetwork, BeginsWithANetworkThatIsNoLarger) {
  const double first = json_of(train_network, options("a.oknn"))["quantised_validation"];
  NetworkOptions o = options("b.oknn");
  o.from = path("a.oknn");
  o.schedule.epochs = 1;
  o.schedule.rate = o.schedule.final_rate = 1e-7;  // too little to change anything
  o.schedule.first_blend = o.schedule.last_blend;
  for (const int neurons : {32, 64}) {  // more neurons say nothing at first
    o.schedule.layout.neurons = neurons;
    EXPECT_NEAR(json_of(train_network, o)["epochs"][0]["validation"].get<double>(), first, 1e-4);
    EXPECT_EQ(network("b.oknn")->neurons(), neurons);
    EXPECT_TRUE(contains(network("b.oknn")->provenance(), "from a network with checksum"));
  }
  NetworkOptions learning = o;
  learning.schedule.rate = learning.schedule.final_rate = 0.01;
  ASSERT_EQ(run(train_network, learning), 0) << errors;
  const auto learnt = network("b.oknn");
  const auto& outputs = learnt->parameters().output_weights;  // for each bucket: 64 of the own view, 64 of the other
  bool any = false;
  for (std::size_t i = 0; i < outputs.size(); ++i) any = any || (i % 64 >= 32 && outputs[i] != 0);
  EXPECT_TRUE(any) << "the new ones learn";

  o.from = path("b.oknn");
  o.out = path("c.oknn");
  o.schedule.layout.neurons = 32;
  expect_failure(train_network, o, "has 64 neurons and 2 buckets; right are at most 32 and exactly 2");
  o.from = games_;
  expect_failure(train_network, o, "it is no network of Oknos");
  o = options("hidden.oknn");
  o.schedule.layout.hidden = 8;
  ASSERT_EQ(run(train_network, o), 0) << errors;
  o.from = o.out;
  o.out = path("c.oknn");
  o.schedule.layout.hidden = 0;
  expect_failure(train_network, o, "has 8 neurons in its second hidden layer; --hidden 8 goes on with it");
  o.schedule.layout = {.neurons = 32, .buckets = 1, .hidden = 8};
  expect_failure(train_network, o, "32 neurons and 2 buckets; right are at most 32 and exactly 1");
}

TEST_F(TrainNetwork, LearnsFromStraysAndFromLaterScoresToo) {
  NetworkOptions o = options("a.oknn");
  const int without = json_of(train_network, o)["training_positions"];
  const auto own = network("a.oknn");
  EXPECT_EQ(own->provenance().find("lookahead"), std::string::npos);
  o.strays = 2;
  const int with = json_of(train_network, o)["training_positions"];
  EXPECT_GT(with, 2 * without);  // some strays are in check
  EXPECT_LE(with, 3 * without);
  EXPECT_TRUE(contains(network("a.oknn")->provenance(), "2 strays"));
  o.strays = 0;
  o.lookahead = 0.9;
  ASSERT_EQ(run(train_network, o), 0) << errors;
  EXPECT_TRUE(contains(network("a.oknn")->provenance(), "; lookahead 0.9"));
  EXPECT_NE(own->to_bytes(), network("a.oknn")->to_bytes());
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

// So do the tables and pictures of its errors.
TEST(Training, GoesOnWhereItWas) {
  const std::string text = test::self_play_text(60), name = "test";
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
  Training whole(schedule, positions, 2), first(schedule, positions, 1), second(schedule, positions, 1);
  while (!whole.finished()) whole.run_epoch(always);
  first.run_epoch(always);
  first.run_epoch(always);
  const std::string checkpoint = first.checkpoint("mine");
  ASSERT_FALSE(second.restore(checkpoint, "mine"));
  EXPECT_EQ(second.epochs_done(), 2);
  while (!second.finished()) second.run_epoch(always);
  EXPECT_EQ(std::vector<float>(whole.numbers(), whole.numbers() + schedule.layout.size()),
            std::vector<float>(second.numbers(), second.numbers() + schedule.layout.size()));
  EXPECT_EQ(loss_table(schedule, second.losses()), loss_table(schedule, whole.losses()));
  EXPECT_EQ(loss_picture(schedule, second.losses()), loss_picture(schedule, whole.losses()));

  Training third(schedule, positions, 1);
  EXPECT_TRUE(contains(third.restore(checkpoint, "yours")->message, "another training"));
  EXPECT_TRUE(contains(third.restore(checkpoint.substr(0, 500), "mine")->message, "damaged"));
  EXPECT_TRUE(contains(third.restore("something", "mine")->message, "no checkpoint"));
  EXPECT_EQ(third.epochs_done(), 0);
}

TEST_F(TrainNetwork, ACheckpointOfAnotherTrainingIsRefused) {
  NetworkOptions o = options("a.oknn");
  file("a.oknn.checkpoint", "something");
  expect_failure(train_network, o, "--resume");
  o.resume = true;
  expect_failure(train_network, o, "is not used");
  EXPECT_FALSE(std::filesystem::exists(path("a.oknn")));
}

// Values far apart, alike, and of a single epoch stay within the picture.
TEST(LossCurve, StaysWithinThePicture) {
  using Losses = std::vector<EpochLoss>;
  for (const Losses& losses : {Losses{{0.2, 0.01}, {0.02, 0.0101}, {0.0119, 0.0102}}, Losses{{0.02, 0.02}},
                               Losses(50, {0.012345, 0.012346}), Losses{{0.0, 0.0}, {1.0, 1.0}}}) {
    const std::string picture = loss_picture({}, losses);
    std::size_t dots = 0;
    for (std::size_t at = picture.find(" cx=\""); at != std::string::npos; at = picture.find(" cx=\"", at + 1)) {
      double x = 0, y = 0;
      ASSERT_EQ(std::sscanf(picture.c_str() + at, " cx=\"%lf\" cy=\"%lf\"", &x, &y), 2);
      EXPECT_TRUE(x > 0 && x < 720 && y > 0 && y < 400) << x << ", " << y;
      ++dots;
    }
    EXPECT_EQ(dots, 2 * losses.size());
  }
}

TEST_F(TrainNetwork, FiltersAreAppliedAndRecorded) {
  NetworkOptions o = options("a.oknn");
  o.schedule.epochs = 1;
  std::set<std::uint64_t> counts;
  const Filter other = {.in_check = false, .tactical = false, .after_capture = false, .decided = 2000, .early = 12};
  for (const Filter& filter : {o.filter, other}) {
    o.filter = filter;
    const Json json = json_of(train_network, o);
    const std::uint64_t positions =
        json["training_positions"].get<std::uint64_t>() + json["validation_positions"].get<std::uint64_t>();
    counts.insert(positions);
    DataOptions d;
    d.games = {games_};
    d.filter = filter;
    EXPECT_EQ(json_of(data, d)["positions"]["kept"], positions);
  }
  EXPECT_EQ(counts.size(), 2U);
  EXPECT_TRUE(contains(network("a.oknn")->provenance(), "left out: none; scores beyond 2000; first 12 plies"));
}

}  // namespace
}  // namespace oknos::train::network
