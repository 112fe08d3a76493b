#include "train/report.h"

#include <cstdio>
#include <fmt/format.h>

#include "engine/uci/identity.h"
#include "lab/terminal/words.h"

namespace oknos::train {

namespace {

constexpr std::size_t kLabelWidth = 12;

}  // namespace

Json json_of_run(const std::string& command, const std::vector<GameFile>& files) {
  Json out = {{"oknos", uci::kVersion}, {"command", command}};
  out["files"] = Json::array();
  for (const GameFile& file : files) out["files"].push_back({{"name", file.name}, {"sha256", file.hash}});
  return out;
}

Json json_of(const GameTally& tally) {
  Json fates = Json::object();
  for (std::size_t i = 0; i < kFates; ++i) fates[std::string(explain(static_cast<Fate>(i)))] = tally.fates[i];
  return {{"games", tally.games},
          {"chess960", tally.chess960},
          {"skipped", {{"without_result", tally.without_result}}},
          {"damaged", tally.complaints},
          {"white_wins", tally.results[2]},
          {"draws", tally.results[1]},
          {"black_wins", tally.results[0]},
          {"plies", tally.plies},
          {"positions", std::move(fates)}};
}

void print(const Json& json) {
  constexpr int kIndent = 2;
  std::printf("%s\n", json.dump(kIndent, ' ', false, Json::error_handler_t::replace).c_str());
}

std::string text_of(const GameTally& tally) {
  const auto result = [&](std::size_t half_points) { return lab::percent(tally.results[half_points], tally.games); };
  std::string out = labelled("games", fmt::format("{}: White wins {}, draws {}, Black wins {}",
                                                  lab::grouped(tally.games), result(2), result(1), result(0)));
  if (tally.chess960 > 0)
    out += labelled("", fmt::format("{} of them Chess960 ({})", lab::grouped(tally.chess960),
                                    lab::percent(tally.chess960, tally.games)));
  if (tally.without_result > 0)
    out += labelled("left out", fmt::format("{} games without a result", lab::grouped(tally.without_result)));
  if (tally.complaints > 0)
    out += labelled("damaged", fmt::format("{} games are read in part, the first: {}", lab::grouped(tally.complaints),
                                           tally.first_complaint));
  const std::uint64_t kept = tally.fates[static_cast<std::size_t>(Fate::Kept)];
  return out + labelled("positions", fmt::format("{} of {} are kept ({})", lab::grouped(kept),
                                                 lab::grouped(tally.plies), lab::percent(kept, tally.plies)));
}

std::string labelled(const std::string& label, const std::string& text) {
  return lab::padded_right(label, kLabelWidth) + text + "\n";
}

std::string objection(const GameTally& tally) {
  if (tally.games == 0)
    return fmt::format("no game can be used: {} without a result; games of oknos-lab datagen are expected",
                       tally.without_result);
  if (tally.fates[static_cast<std::size_t>(Fate::Kept)] == 0)
    return fmt::format(
        "none of {} positions can be used ({} without a score); comments like {{+0.45/7, n=2000}}, as "
        "oknos-lab datagen writes them, are expected",
        tally.plies, tally.fates[static_cast<std::size_t>(Fate::NoScore)]);
  return "";
}

std::vector<std::string> remark_lines(const std::string& text) {
  constexpr std::size_t kWidth = 117;  // with "// " before it: 120
  std::vector<std::string> out;
  const std::string broken = lab::wrapped(text, kWidth);
  for (std::size_t from = 0; from < broken.size();) {
    const std::size_t end = broken.find('\n', from);
    out.push_back(broken.substr(from, end - from));
    from = end + 1;
  }
  return out;
}

std::string write_whole(const lab::OutputPath& path, const std::string& text) {
  lab::OutputFile file;
  if (const auto error = file.open(path)) return error->message;
  file.write(text);
  if (const auto error = file.finish()) return error->message;
  return "";
}

}  // namespace oknos::train
