#include "lab/commands/positions.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "engine/base/random_numbers.h"
#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/pruning/presets/preset.h"
#include "engine/search/engine.h"
#include "engine/uci/identity.h"
#include "lab/arguments/arguments.h"
#include "lab/commands/datagen.h"
#include "lab/experiment/ordered_parallel_for.h"
#include "lab/formats/epd.h"
#include "lab/formats/san.h"
#include "lab/store/run_store.h"
#include "lab/terminal/exit_code.h"
#include "lab/terminal/input.h"
#include "lab/terminal/interrupt.h"
#include "lab/terminal/output_file.h"
#include "lab/terminal/progress.h"
#include "lab/terminal/words.h"

namespace oknos::lab {

namespace {

using Records = std::vector<epd::Record>;

// The file depends on everything but the last three members.
struct Question {
  std::string kind;
  std::string games;        // path of a PGN file; empty: none was given
  int count = 0;            // positions wanted; fewer may be found. 0, here and below: as the kind has it
  std::uint64_t nodes = 0;  // of the search that decides
  int balance = 0;          // centipawns: the largest |score|
  std::uint64_t seed = 1;
  std::string out;
  bool force = false;  // replace that file if it exists
  int workers = 1;
};

struct Game : compact::GameRecord {
  int number = 0;  // in its file, from 1
};
using Games = std::vector<Game>;

struct Kind {
  std::string_view name;
  std::string_view help;  // one line: what is found
  bool from_games;
  int count;            // unless --count says so
  std::uint64_t nodes;  // unless --nodes says so; 0: nothing is searched
  int balance;          // unless --balance says so; 0: scores do not matter
  // Different positions in which the game is not over; when interrupted() becomes true, what there is so far.
  Records (*mine)(const Question& question, const Games& games);
};

// --- what the kinds have in common ----------------------------------------------------------------------------------

// Without clocks and history: what the file will say, and so what has to be searched.
Position bare(const Position& position) {
  const std::string fen = fen::to_text(position);
  const std::size_t clocks = fen.rfind(' ', fen.rfind(' ') - 1);
  return *fen::parse(fen.substr(0, clocks));
}

bool is_over(const Position& position) {
  return position.is_dead() || position.is_fifty_move_draw() || !has_legal_move(position);
}

// Short searches with the default preset and an empty table: they depend on nothing but what is asked.
class Searcher {
 public:
  Searcher() : settings_(pruning::default_preset().settings) {
    settings_.conventions.evaluator = pruning::Evaluator::Classical;  // not other positions for every network
  }
  SearchReport search(const Position& position, const Limits& limits, int multi_pv = 1,
                      SearchListener* listener = nullptr) {
    SearchRequest request;
    request.limits = limits;
    request.settings = settings_;
    request.multi_pv = multi_pv;
    engine_.clear();
    engine_.set_position(position);
    return engine_.search(request, listener);
  }
  SearchReport nodes(const Position& position, std::uint64_t nodes, int multi_pv = 1,
                     SearchListener* listener = nullptr) {
    Limits limits;
    limits.nodes = nodes;
    return search(position, limits, multi_pv, listener);
  }

 private:
  static constexpr std::size_t kHash = 16;  // MiB: what a search of a million nodes fills

  pruning::Settings settings_;
  Engine engine_{kHash};
};

struct FoundPosition {
  epd::Record record;
  std::string group;  // positions of one group are alike
  std::string name;   // a second one of the same name is dropped
};

FoundPosition found_in(const Position& position) {
  epd::Record record(position);
  std::string name = epd::to_text(record);
  return {std::move(record), "", std::move(name)};
}

using Find = std::function<std::vector<FoundPosition>(Searcher& searcher, WorkUnitNumber work_unit)>;

// What several workers find in work units 0, 1, 2, ... (games, or random lines), in this order until there is enough.
// Of each group there are at most `most_alike`.
Records gather(const Question& question, WorkUnitNumber work_units, int most_alike, const Find& find) {
  std::vector<std::unique_ptr<Searcher>> searchers;
  for (int i = 0; i < question.workers; ++i) searchers.push_back(std::make_unique<Searcher>());
  Records out;
  std::map<std::string, int> groups;
  std::set<std::string> names;
  Progress progress;
  OrderedParallelFor<FoundPosition> loop;
  loop.find = [&](int worker, WorkUnitNumber work_unit) {
    return find(*searchers[static_cast<std::size_t>(worker)], work_unit);
  };
  loop.keep = [&](FoundPosition found) {
    int& alike = groups[found.group];
    if (alike >= most_alike || !names.insert(std::move(found.name)).second) return true;
    ++alike;
    out.push_back(std::move(found.record));
    return static_cast<int>(out.size()) < question.count;
  };
  loop.progress = [&](WorkUnitNumber done) {
    const std::string of =
        fmt::format("{} of {} found", grouped(out.size()), grouped(static_cast<std::uint64_t>(question.count)));
    const std::string tried = grouped(static_cast<std::uint64_t>(done));
    const std::string all = grouped(static_cast<std::uint64_t>(work_units));
    progress.show(static_cast<double>(out.size()) / question.count,
                  question.games.empty() ? fmt::format("{} in {} random lines", of, tried)
                                         : fmt::format("{}, {} of {} games", of, tried, all));
  };
  loop.run(work_units, question.workers);
  return out;
}

Records gather_from(const Games& games, const Question& question, int most_alike,
                    const std::function<std::vector<FoundPosition>(Searcher& searcher, const Game& game)>& find) {
  return gather(question, static_cast<WorkUnitNumber>(games.size()), most_alike,
                [&](Searcher& searcher, WorkUnitNumber work_unit) {
                  return find(searcher, games[static_cast<std::size_t>(work_unit)]);
                });
}

struct PieceUnits {
  PieceType type;
  int units;  // of the textbooks: 31 for each side at the start of a game
  char letter;
};
constexpr std::array kUnits = {PieceUnits{PieceType::Queen, 9, 'Q'}, PieceUnits{PieceType::Rook, 5, 'R'},
                               PieceUnits{PieceType::Bishop, 3, 'B'}, PieceUnits{PieceType::Knight, 3, 'N'}};

int piece_units(const Position& position, Color c) {
  int sum = 0;
  for (const PieceUnits& p : kUnits) sum += p.units * popcount(position.pieces(c, p.type));
  return sum;
}

// --- openings: balanced random lines, for matches -------------------------------------------------------------------

struct RandomLine {
  Position position = Position::initial();
  std::uint32_t first_moves = 0;  // the two plies it begins with
};

// Nothing: the line ends the game.
std::optional<RandomLine> draw_line(std::uint64_t seed, WorkUnitNumber work_unit) {
  constexpr int kPlies = 8;
  constexpr int kMoveBits = 16;
  constexpr int kFirst = 2;
  RandomNumbers random(seed, static_cast<std::uint64_t>(work_unit));
  RandomLine out;
  for (int ply = 0; ply < kPlies; ++ply) {
    const MoveList moves = legal_moves(out.position);
    const Move m = moves[random.below(moves.size())];
    if (ply < kFirst) out.first_moves = out.first_moves << kMoveBits | m.bits();
    out.position.play(m);
    if (is_over(out.position)) return std::nullopt;
  }
  out.position = bare(out.position);
  return out;
}

std::vector<FoundPosition> balanced_line(const Question& question, WorkUnitNumber work_unit, Searcher& searcher) {
  constexpr std::uint64_t kFirstLook = 20;  // part of the nodes; most lines are lost for a piece
  constexpr int kWide = 2;
  const auto line = draw_line(question.seed, work_unit);
  if (!line || line->position.in_check()) return {};
  const auto score = [&](std::uint64_t nodes) {
    return searcher.nodes(line->position, nodes).lines.front().score.value();
  };
  if (std::abs(score(std::max<std::uint64_t>(question.nodes / kFirstLook, 1))) > kWide * question.balance) return {};
  const int value = score(question.nodes);
  if (std::abs(value) > question.balance) return {};
  FoundPosition out = found_in(line->position);
  out.record.add("ce", std::to_string(value));
  out.group = std::to_string(line->first_moves);
  out.name.resize(out.name.find(' '));  // no placement twice, whatever the rights
  return {std::move(out)};
}

Records mine_openings(const Question& question, const Games&) {
  constexpr int kDrawn = 100;       // lines for each opening wanted: far more than it takes, unless --balance is tiny
  constexpr int kFirstMoves = 400;  // two plies can be played in so many ways
  constexpr int kUneven = 3;        // times the average that the most frequent may have
  const int most_alike = std::max(2, kUneven * question.count / kFirstMoves);
  return gather(
      question, WorkUnitNumber{kDrawn} * question.count, most_alike,
      [&](Searcher& searcher, WorkUnitNumber work_unit) { return balanced_line(question, work_unit, searcher); });
}

// --- middlegames and endings: picked from games by what is on the board and by one search ---------------------------

struct Phase {
  bool (*fits)(const Position& position, const Game& game, int ply);  // cheap: is it worth a search?
  bool quiet;                                                         // the best move neither captures nor promotes
};

bool is_middlegame(const Position& position, const Game& game, int ply) {
  constexpr int kAfterOpening = 8;  // plies after those that nobody chose
  constexpr int kFirst = 20;        // ply of the game
  constexpr int kUnitsOfBoth = 36;
  constexpr int kUnitsOfEach = 15;
  if (ply < std::max(kFirst, game.opening_plies + kAfterOpening) || position.in_check()) return false;
  const int white = piece_units(position, Color::White);
  const int black = piece_units(position, Color::Black);
  return white + black >= kUnitsOfBoth && std::min(white, black) >= kUnitsOfEach;
}

bool is_ending(const Position& position, const Game&, int) {
  constexpr int kUnitsOfBoth = 20;
  return !position.in_check() && position.pieces(PieceType::Pawn) != 0 &&
         piece_units(position, Color::White) + piece_units(position, Color::Black) <= kUnitsOfBoth;
}

struct Candidate {
  int ply;
  Position position;
};

// In an order drawn from the seed.
std::vector<Candidate> candidates_of(const Game& game, const Phase& phase, std::uint64_t seed) {
  std::vector<Candidate> out;
  Position position = game.start;
  int ply = 0;
  for (const compact::RecordedMove& made : game.moves) {
    if (phase.fits(position, game, ply)) out.push_back({ply, bare(position)});
    position.play(made.move);
    ++ply;
  }
  RandomNumbers random(seed, static_cast<std::uint64_t>(game.number));
  for (std::size_t i = out.size(); i > 1; --i) std::swap(out[i - 1], out[random.below(i)]);
  return out;
}

std::vector<FoundPosition> pick(const Game& game, const Phase& phase, const Question& question, Searcher& searcher) {
  constexpr std::size_t kPerGame = 2;
  constexpr int kApart = 20;  // plies at least between two of a game
  constexpr int kTries = 8;   // searches a game
  std::vector<FoundPosition> out;
  std::vector<int> plies;
  int tries = 0;
  for (const auto& [ply, position] : candidates_of(game, phase, question.seed)) {
    if (out.size() == kPerGame || tries == kTries || interrupted()) break;
    const auto is_near = [ply = ply](int other) { return std::abs(other - ply) < kApart; };
    if (is_over(position) || std::any_of(plies.begin(), plies.end(), is_near)) continue;
    ++tries;
    const SearchReport report = searcher.nodes(position, question.nodes);
    const int score = report.lines.front().score.value();
    if (std::abs(score) > question.balance || (phase.quiet && position.is_tactical(report.best))) continue;
    plies.push_back(ply);
    out.push_back(found_in(position));
    out.back().record.add("ce", std::to_string(score));
  }
  return out;
}

Records mine_middlegames(const Question& question, const Games& games) {
  const Phase phase{is_middlegame, true};
  return gather_from(games, question, question.count,
                     [&](Searcher& searcher, const Game& game) { return pick(game, phase, question, searcher); });
}

Records mine_endings(const Question& question, const Games& games) {
  constexpr int kGroups = 20;  // at least, when all are wanted
  const Phase phase{is_ending, false};
  return gather_from(games, question, std::max(1, question.count / kGroups), [&](Searcher& searcher, const Game& game) {
    std::vector<FoundPosition> out = pick(game, phase, question, searcher);
    for (FoundPosition& found : out) found.group = material_kind(found.record.position);
    return out;
  });
}

// --- tactics: one best move that has to be found, from games in which a side went wrong ------------------------------

constexpr int kLines = 2;
constexpr int kMargin = 150;  // centipawns that the best move is better than the second

// Keeps the two lines as they were when half of the nodes were used: a search of half the nodes ends like that.
class HalfTime : public SearchListener {
 public:
  explicit HalfTime(std::uint64_t nodes) : half_(nodes / 2) {}
  void on_info(const Info& info) override {
    if (info.nodes > half_ || info.bound != Bound::Exact || info.multi_pv > kLines) return;
    if (info.multi_pv == 1) lines_.clear();
    if (static_cast<int>(lines_.size()) != info.multi_pv - 1) return;
    lines_.push_back(info);
    if (info.multi_pv == kLines) complete_ = lines_;
  }
  const std::vector<Info>& lines() const { return complete_; }

 private:
  std::uint64_t half_;
  std::vector<Info> lines_;
  std::vector<Info> complete_;
};

// Opponents that have just gone wrong leave tactics behind. When the game has no scores, every position may be one.
bool went_wrong(const Game& game, std::size_t ply) {
  constexpr int kError = 80;  // centipawns that the two players' views differ
  if (ply == 0 || !game.moves[ply].score || !game.moves[ply - 1].score) return true;
  return *game.moves[ply].score + *game.moves[ply - 1].score >= kError;
}

// The same best move, by the margin, for a search of half of the nodes and of all, and not for a shallow one. Most
// positions are dismissed by smaller searches.
std::optional<FoundPosition> find_tactic(const Position& position, std::uint64_t nodes, Searcher& searcher) {
  constexpr int kLooseMargin = 100;  // for the first look
  constexpr std::uint64_t kFirstLook = 64;
  constexpr std::uint64_t kSecondLook = 8;
  constexpr int kShallow = 4;  // plies
  if (count_legal_moves(position) < kLines || is_over(position)) return std::nullopt;
  // Without pawns a score says too little: rook and knight against rook looks like a win and is a draw.
  if (position.pieces(PieceType::Pawn) == 0) return std::nullopt;
  const auto two_lines = [&](std::uint64_t part, SearchListener* listener = nullptr) {
    return searcher.nodes(position, std::max<std::uint64_t>(nodes / part, 1), kLines, listener).lines;
  };
  const auto first_look = two_lines(kFirstLook);
  if (!is_tactic(first_look, kLooseMargin)) return std::nullopt;
  Limits limits;
  limits.depth = kShallow;
  const Move shallow = searcher.search(position, limits).best;
  if (shallow == first_look[0].pv[0]) return std::nullopt;
  const auto second_look = two_lines(kSecondLook);
  if (!is_tactic(second_look, kMargin)) return std::nullopt;
  const Move best = second_look[0].pv[0];
  if (best == shallow) return std::nullopt;
  HalfTime half(nodes);
  const auto lines = two_lines(1, &half);
  for (const auto* look : {&half.lines(), &lines})
    if (!is_tactic(*look, kMargin) || (*look)[0].pv[0] != best) return std::nullopt;
  FoundPosition out = found_in(position);
  out.record.add("bm", san::to_text(position, best));
  // EPD has `dm` for mates, but that asks for the shortest.
  if (!is_mate(lines[0].score)) out.record.add("ce", std::to_string(lines[0].score.value()));
  return out;
}

std::vector<FoundPosition> tactics_of(const Game& game, std::uint64_t nodes, Searcher& searcher) {
  constexpr std::size_t kPerGame = 2;
  std::vector<FoundPosition> out;
  Position position = game.start;
  for (std::size_t ply = 0; ply < game.moves.size() && out.size() < kPerGame && !interrupted(); ++ply) {
    if (static_cast<int>(ply) >= game.opening_plies && went_wrong(game, ply))
      if (auto found = find_tactic(bare(position), nodes, searcher)) out.push_back(*std::move(found));
    position.play(game.moves[ply].move);
  }
  return out;
}

Records mine_tactics(const Question& question, const Games& games) {
  Records out = gather_from(games, question, question.count, [&](Searcher& searcher, const Game& game) {
    return tactics_of(game, question.nodes, searcher);
  });
  for (std::size_t i = 0; i < out.size(); ++i) out[i].add("id", fmt::format("oknos-tactics.{:03}", i + 1), true);
  return out;
}

// --- sampled: positions of games as they come, quiet or not ---------------------------------------------------------

std::vector<FoundPosition> sample(const Game& game, std::uint64_t seed) {
  constexpr std::size_t kEvery = 4;  // plies; where in the game they begin is drawn
  RandomNumbers random(seed, static_cast<std::uint64_t>(game.number));
  const std::size_t first = random.below(kEvery);
  std::vector<FoundPosition> out;
  Position position = game.start;
  for (std::size_t ply = 0; ply < game.moves.size(); ++ply) {
    if (ply % kEvery == first && !is_over(position)) out.push_back(found_in(bare(position)));
    position.play(game.moves[ply].move);
  }
  return out;
}

Records mine_sampled(const Question& question, const Games& games) {
  return gather_from(games, question, question.count,
                     [&](Searcher&, const Game& game) { return sample(game, question.seed); });
}

// --- the command ----------------------------------------------------------------------------------------------------

constexpr std::array kKinds = {
    Kind{"openings", "random lines of 8 plies; balanced, no check, no duplicates, few with the same first two plies",
         false, 3000, 200'000, 40, mine_openings},
    Kind{"middlegames",
         "from games; no check, the best move neither captures nor promotes, 36 units of pieces and 15 on each side",
         true, 1000, 20'000, 300, mine_middlegames},
    Kind{"endings",
         "from games; no check, pawns and at most 20 units of pieces; at most a twentieth share the same material",
         true, 1000, 20'000, 500, mine_endings},
    Kind{"tactics",
         "from games; one move is 150 centipawns better than all others, and a search of 4 plies prefers another", true,
         500, 2'000'000, 0, mine_tactics},
    Kind{"sampled", "from games; every fourth position, quiet or not", true, 5000, 0, 0, mine_sampled},
};

// What is wrong with the command line, or nothing.
std::optional<std::string> objection(const Question& question, const Kind& kind) {
  if (kind.from_games && question.games.empty())
    return fmt::format("positions {}: --from GAMES.pgn is required; 'oknos-lab datagen' makes games", kind.name);
  if (!kind.from_games && !question.games.empty())
    return fmt::format("positions {}: --from has no meaning here, these positions are made without games", kind.name);
  if (question.balance != 0 && kind.balance == 0)
    return fmt::format("positions {}: --balance has no meaning for this kind", kind.name);
  if (question.nodes != 0 && kind.nodes == 0)
    return fmt::format("positions {}: --nodes has no meaning for this kind: nothing is searched", kind.name);
  return std::nullopt;
}

// The readable part of every game of standard chess. The error says that the file cannot be opened or holds no game.
Result<Games> read_games(const std::string& path) {
  auto input = find_input({path});
  if (!input) return Error{input.error()};
  if (input->kind != InputKind::Games)
    return Error{fmt::format("{} is not a file of games: PGN is expected", text::quoted(path))};
  LineSource source(input->file.get());
  pgn::Reader reader(source, input->name, pgn::NullMoves::Refused);
  Games out;
  while (const auto game = reader.next()) {
    for (const std::string& complaint : game->complaints) complain(0, complaint);
    if (!game->start.chess960() && game->nodes.size() > 1) out.push_back({record_of(*game), game->number});
  }
  if (out.empty()) return Error{fmt::format("{} holds no game of standard chess with moves", text::quoted(path))};
  return out;
}

// The lines that the file begins with, each with '#': the command that makes it and what it is.
std::string heading(const Kind& kind, const Question& question, const std::string& games_hash) {
  const std::string games = std::filesystem::path(question.games).filename().string();
  std::string out = fmt::format("# oknos-lab positions {}", kind.name);
  if (!games.empty()) out += " --from " + games;
  out += fmt::format(" --count {}", question.count);
  if (kind.nodes > 0) out += fmt::format(" --nodes {}", question.nodes);
  if (kind.balance > 0) out += fmt::format(" --balance {}", question.balance);
  out += fmt::format(" --seed {}\n# oknos-lab {}: {}\n", question.seed, uci::kVersion, kind.help);
  if (!games.empty()) out += fmt::format("# {}: SHA-256 {}\n", games, games_hash);
  return out;
}

int write(const Kind& kind, const Question& question, const std::string& games_hash, OutputFile& out) {
  Result<Games> games = Games{};
  if (kind.from_games) games = read_games(question.games);
  if (!games) {
    out.discard();
    return complain(kFailure, games.error());
  }
  const Records records = kind.mine(question, *games);
  out.write(heading(kind, question, games_hash));
  for (const epd::Record& record : records) out.write(epd::to_text(record) + '\n');
  const std::string found = fmt::format("{} {}", grouped(records.size()), kind.name);
  if (interrupted()) return complain(kInterruptedExit, fmt::format("{} found so far are in {}", found, out.abandon()));
  if (const auto error = out.finish()) return complain(kFailure, error->message);
  std::printf("%s", found.c_str());
  if (static_cast<int>(records.size()) < question.count)
    std::printf("; there are no more (%s wanted)", grouped(static_cast<std::uint64_t>(question.count)).c_str());
  std::printf("\n");
  return 0;
}

int positions(Question question) {
  const auto kind = std::find_if(kKinds.begin(), kKinds.end(), [&](const Kind& k) { return k.name == question.kind; });
  if (kind == kKinds.end())
    return complain(kUsage, fmt::format("{} is not a kind of positions; there are: {}", text::quoted(question.kind),
                                        listed(kKinds, &Kind::name)));
  if (const auto wrong = objection(question, *kind)) return complain(kUsage, *wrong);
  if (question.count == 0) question.count = kind->count;
  if (question.nodes == 0) question.nodes = kind->nodes;
  if (question.balance == 0) question.balance = kind->balance;
  std::string games_hash;
  if (kind->from_games) {
    const auto hash = store::hash_of_file(question.games);
    if (!hash) return complain(kFailure, hash.error());
    games_hash = *hash;
  }
  OutputFile out;
  if (const auto error = out.open({question.out, question.force, {question.games}}))
    return complain(kFailure, error->message);
  catch_interrupts();
  return write(*kind, question, games_hash, out);
}

std::string footer() {
  std::string out = "Kinds:\n";
  for (const Kind& kind : kKinds) out += fmt::format("  {}: {}\n", kind.name, kind.help);
  return out +
         "\nIn units of pieces, a knight or bishop counts 3, a rook 5, a queen 9; pawns and kings do not count.\n"
         "\nExamples:\n"
         "  oknos-lab positions openings --count 100 --out openings.epd\n"
         "  oknos-lab positions tactics --from games.pgn --nodes 200000 --out tactics.epd";
}

}  // namespace

bool is_tactic(const std::vector<Info>& lines, int margin) {
  constexpr int kSecondAtMost = 400;  // otherwise any move wins
  constexpr int kBestAtLeast = -100;  // otherwise any move loses
  if (static_cast<int>(lines.size()) < kLines || lines[0].pv.empty() || lines[1].pv.empty()) return false;
  const int best = lines[0].score.value();
  const int second = lines[1].score.value();
  return best - second >= margin && second <= kSecondAtMost && best >= kBestAtLeast;
}

std::string material_kind(const Position& position) {
  std::array<std::pair<int, std::string>, kColors> sides;
  for (const Color c : {Color::White, Color::Black}) {
    auto& [units, letters] = sides[static_cast<std::size_t>(index(c))];
    units = piece_units(position, c);
    for (const PieceUnits& p : kUnits)
      letters.append(static_cast<std::size_t>(popcount(position.pieces(c, p.type))), p.letter);
  }
  std::sort(sides.begin(), sides.end(), std::greater<>());
  return sides[0].second + '-' + sides[1].second;
}

void add_positions(CLI::App& app, int& exit_code) {
  constexpr int kMaxPositions = 10'000'000;
  constexpr std::uint64_t kMaxNodes = std::uint64_t{1} << 62;
  constexpr int kWidestBalance = 10'000;  // centipawns
  constexpr int kMaxWorkers = 1024;
  const auto question = std::make_shared<Question>();
  CLI::App* command = app.add_subcommand("positions", "Find positions of a given kind and write them as EPD");
  command->footer(footer());
  command->add_option("kind", question->kind, "Kind of position, see below")->required()->type_name("KIND");
  command->add_option("--out", question->out, "File to write")->required()->type_name("FILE.epd");
  add_force(*command, question->force);
  command->add_option("--from", question->games, "Games to take the positions from")->type_name("GAMES.pgn");
  add_number(*command, "--count", question->count, 1, kMaxPositions, "positions",
             "Number of positions (default: depends on the kind)");
  add_number(*command, "--nodes", question->nodes, std::uint64_t{1}, kMaxNodes, "nodes",
             "Nodes of the search that decides whether a position qualifies (default: depends on the kind)");
  add_number(*command, "--balance", question->balance, 1, kWidestBalance, "centipawns",
             "Largest score allowed, in centipawns (default: depends on the kind)");
  add_number(*command, "--seed", question->seed, std::uint64_t{0}, ~std::uint64_t{0}, "", "Random seed (default: 1)");
  add_number(*command, "--workers", question->workers, 1, kMaxWorkers, "threads",
             "Worker threads (default: 1); the file does not depend on their number");
  command->callback([question, &exit_code] { exit_code = positions(*question); });
}

}  // namespace oknos::lab
