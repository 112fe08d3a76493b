// Checks the reading of Syzygy tablebases on a folder of real tables (see docs/tablebases.md):
//
//   check_tablebases FOLDER probe < FENS                   result and distance of each position, "-" for unknown
//   check_tablebases FOLDER consistency [EVERY] [NAME...]  every position of these tables (of all tables) against its
//                                                          moves; distances of every EVERY-th position (default 1)
//   check_tablebases FOLDER play [GAMES] [NODES] [SEED]    random positions played out by the engine against the tables
//   check_tablebases FOLDER speed [PROBES]                 look-ups per second
//
// The exit code is 1 when something is wrong. Build: cmake --build --preset release, then
//   g++ -std=c++20 -O2 -march=x86-64-v3 -Isrc -Iinclude tools/check_tablebases.cpp build/release/lib/liboknos.a -o
//   check_tablebases -pthread
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "engine/base/text.h"
#include "engine/chess/fen.h"
#include "engine/chess/movegen.h"
#include "engine/pruning/presets/preset.h"
#include "engine/search/engine.h"
#include "engine/tablebases/root_moves.h"

namespace oknos {
namespace {

using tablebases::Material;
using tablebases::Tablebases;
using tablebases::Wdl;

constexpr int kMaxShown = 10;

int sign(int n) {
  return (n > 0) - (n < 0);
}

std::vector<Piece> men_of(const Material& material) {
  std::vector<Piece> out;
  for (const Color c : {Color::White, Color::Black})
    for (const PieceType t :
         {PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn})
      out.insert(out.end(), static_cast<std::size_t>(material.count(c, t)), make_piece(c, t));
  return out;
}

std::string text_of(const auto& number) {
  return number ? std::to_string(static_cast<int>(*number)) : "-";
}

int probe(const Tablebases& tables) {
  for (std::string line; std::getline(std::cin, line);) {
    auto position = fen::parse(line, fen::Origin::Composed);
    if (!position) {
      std::printf("%s\n", position.error().c_str());
      return 1;
    }
    std::printf("%s %s\n", text_of(tables.wdl(*position)).c_str(), text_of(tables.dtz(*position)).c_str());
  }
  return 0;
}

// --- consistency ----------------------------------------------------------------------------------------------------

class Consistency {
 public:
  Consistency(const Tablebases& tables, const std::string& name, std::uint64_t every)
      : tables_(tables),
        men_(men_of(*Material::parse(name))),
        pawns_(Material::parse(name)->has_pawns()),
        every_(every) {}

  // Every placement, mirrored ones once, with either side to move.
  bool check() {
    place(0, Setup{});
    return wrong_ == 0;
  }
  std::uint64_t positions = 0;
  std::uint64_t distances = 0;
  std::uint64_t exact = 0;  // distances that are not rounded

 private:
  void place(std::size_t man, const Setup& setup, int after = -1) {
    if (man == men_.size()) return both_sides(setup);
    const bool same = man > 0 && men_[man] == men_[man - 1];
    for (int s = same ? after + 1 : 0; s < kSquares; ++s) {
      const Square square = square_at(s);
      const int file = index(file_of(square));
      const int rank = index(rank_of(square));
      if (man == 0 && (file > 3 || (!pawns_ && (rank > 3 || rank > file)))) continue;
      if (setup.board[static_cast<std::size_t>(s)] != Piece::None) continue;
      if (type_of(men_[man]) == PieceType::Pawn && (rank == 0 || rank == kRanks - 1)) continue;
      Setup next = setup;
      next.board[static_cast<std::size_t>(s)] = men_[man];
      place(man + 1, next, s);
    }
  }

  void both_sides(Setup setup) {
    for (const Color c : {Color::White, Color::Black}) {
      setup.side_to_move = c;
      setup.en_passant = Square::None;
      if (fen::check(setup, fen::Origin::Composed)) continue;
      check_position(setup);
      for (int file = 0; pawns_ && file < kFiles; ++file) {
        setup.en_passant = make_square(static_cast<File>(file), c == Color::White ? Rank::R6 : Rank::R3);
        if (!fen::check(setup, fen::Origin::Composed)) check_position(setup);
      }
    }
  }

  void check_position(const Setup& setup) {
    Position position(setup);
    if (setup.en_passant != Square::None && position.en_passant() == Square::None) return;  // no capture: seen before
    const auto wdl = tables_.wdl(position);
    const MoveList moves = legal_moves(position);
    int best = moves.empty() ? (position.in_check() ? -1 : 0) : -1;
    for (const Move m : moves) {
      const MadeMove made(position, m);
      const auto reply = tables_.wdl(position);
      if (!reply) return report(position, "a move leads to no table");
      best = std::max(best, -sign(static_cast<int>(*reply)));
    }
    if (!wdl || sign(static_cast<int>(*wdl)) != best) report(position, "the result is not that of the best move");
    if (++positions % every_ == 0 && wdl && !moves.empty()) check_distance(position, *wdl, moves);
  }

  void check_distance(Position& position, Wdl wdl, const MoveList& moves) {
    const auto distance = tables_.dtz(position);
    if (!distance || sign(*distance) != sign(static_cast<int>(wdl)))
      return report(position, "no distance of that sign");
    ++distances;
    if (wdl == Wdl::Draw) return void(++exact);
    int shortest = 1000;
    int longest = 0;
    for (const Move m : moves) {
      const bool zeroing = position.is_capture(m) || type_of(position.piece_on(m.from())) == PieceType::Pawn;
      const MadeMove made(position, m);
      if (-*tables_.wdl(position) != wdl) continue;
      const bool mate = position.in_check() && !has_legal_move(position);
      const auto rest = zeroing || mate ? std::optional(0) : tables_.dtz(position);
      if (!rest) return report(position, "a move leads to no distance");
      shortest = std::min(shortest, std::abs(*rest) + 1);
      longest = std::max(longest, std::abs(*rest) + 1);
    }
    const int off = std::abs(*distance) - (wdl > Wdl::Draw ? shortest : longest);
    exact += off == 0;
    if (std::abs(off) > 1) report(position, "the distance is not that of the best move");
    if ((std::abs(*distance) > 100) != (std::abs(static_cast<int>(wdl)) == 1)) report(position, "late, or not late");
  }

  void report(const Position& position, const char* what) {
    if (++wrong_ <= kMaxShown) std::printf("  %s: %s\n", fen::to_text(position).c_str(), what);
  }

  const Tablebases& tables_;
  std::vector<Piece> men_;
  bool pawns_;
  std::uint64_t every_;
  std::uint64_t wrong_ = 0;
};

int consistency(const Tablebases& tables, std::uint64_t every, const std::vector<std::string>& names) {
  bool good = true;
  for (const std::string& name : names) {
    Consistency c(tables, name, every);
    const bool right = c.check();
    std::printf("%-6s %9llu positions, %9llu distances (%llu exact, the others rounded by 1): %s\n", name.c_str(),
                static_cast<unsigned long long>(c.positions), static_cast<unsigned long long>(c.distances),
                static_cast<unsigned long long>(c.exact), right ? "consistent" : "WRONG");
    std::fflush(stdout);
    good = good && right;
  }
  return good ? 0 : 1;
}

// --- games ----------------------------------------------------------------------------------------------------------

using Random = std::mt19937_64;

std::optional<Setup> random_setup(const Material& material, Random& random) {
  Setup setup;
  for (const Piece piece : men_of(material)) {
    const Square s = square_at(static_cast<int>(random() % kSquares));
    if (setup.board[static_cast<std::size_t>(index(s))] != Piece::None) return std::nullopt;
    setup.board[static_cast<std::size_t>(index(s))] = piece;
  }
  setup.side_to_move = random() % 2 ? Color::White : Color::Black;
  if (fen::check(setup, fen::Origin::Composed)) return std::nullopt;
  return setup;
}

enum class End { Going, Mate, Draw };

End end_of(const Position& p) {
  constexpr int kThreefold = 2;  // earlier occurrences
  if (!has_legal_move(p)) return p.in_check() ? End::Mate : End::Draw;
  return p.is_dead() || p.is_fifty_move_draw() || p.repetitions() >= kThreefold ? End::Draw : End::Going;
}

// The tables' own side: of the moves that keep the result it makes the one that delays most, or any for a draw.
Move table_move(const Tablebases& tables, Position& position, Random& random) {
  const MoveList moves = legal_moves(position);
  Move best;
  int most = -1;
  const auto wdl = tables.wdl(position);
  for (const Move m : moves) {
    const MadeMove made(position, m);
    if (-*tables.wdl(position) != *wdl) continue;
    const auto rest = tables.dtz(position);
    const int delay = *wdl == Wdl::Draw ? static_cast<int>(random() % 1000) : std::abs(*rest);
    if (delay > most) best = m, most = delay;
  }
  return best;
}

struct Games {
  int won = 0, drawn = 0, failed = 0;
  std::uint64_t plies = 0;
};

// The engine plays the side to move, which is not lost. The clock starts so that a win is just in time, or at 0.
void play(const Tablebases& tables, Engine& engine, const SearchRequest& request, Setup setup, Random& random,
          Games& games) {
  Position start(setup);
  const auto wdl = *tables.wdl(start);
  const int distance = *tables.dtz(start);
  constexpr int kLast = 99;  // plies on the clock at which a win is still certain
  if (random() % 2)
    setup.halfmove_clock = wdl == Wdl::Win ? std::max(0, kLast - distance) : static_cast<int>(random() % 100);
  Position position(setup);
  const Color us = position.side_to_move();
  constexpr int kMaxPlies = 400;
  End end = end_of(position);
  for (int ply = 0; ply < kMaxPlies && end == End::Going; ++ply, ++games.plies) {
    engine.set_position(position);
    const Move m = position.side_to_move() == us ? engine.search(request).best : table_move(tables, position, random);
    position.play(m);
    end = end_of(position);
  }
  const bool won = end == End::Mate && position.side_to_move() != us;
  const bool lost = end == End::Mate && !won;
  const bool kept = wdl == Wdl::Win ? won : !lost && (end == End::Draw || *tables.wdl(position) == Wdl::Draw || won);
  ++(!kept ? games.failed : wdl == Wdl::Win ? games.won : games.drawn);
  if (!kept)
    std::printf("  not kept: %s, ends in %s\n", fen::to_text(Position(setup)).c_str(), fen::to_text(position).c_str());
}

int play(std::shared_ptr<const Tablebases> tables, const std::vector<std::string>& names, int count,
         std::uint64_t nodes, std::uint64_t seed) {
  Random random(seed);
  Engine engine(4, 1);
  engine.set_tablebases(tables);
  SearchRequest request;
  request.settings = pruning::find_preset("modern")->settings;
  request.limits.nodes = nodes;
  Games games;
  for (int game = 0; game < count;) {
    const auto setup = random_setup(*Material::parse(names[random() % names.size()]), random);
    if (!setup) continue;
    Position start(*setup);
    const auto wdl = tables->wdl(start);
    if (!wdl || *wdl < Wdl::Draw || !tables->dtz(start) || end_of(start) != End::Going) continue;
    engine.clear();
    play(*tables, engine, request, *setup, random, games);
    ++game;
  }
  std::printf("%d positions: %d wins kept, %d draws held, %d not; %.1f plies a game\n", count, games.won, games.drawn,
              games.failed, static_cast<double>(games.plies) / count);
  return games.failed == 0 ? 0 : 1;
}

// --- speed ----------------------------------------------------------------------------------------------------------

int speed(const Tablebases& tables, const std::vector<std::string>& names, std::size_t count) {
  Random random(1);
  std::vector<Position> positions;
  while (positions.size() < count)
    if (const auto setup = random_setup(*Material::parse(names[random() % names.size()]), random))
      positions.emplace_back(*setup);
  const auto time = [&](const char* what, auto ask) {
    const std::clock_t begin = std::clock();  // of the processor: the machine may be busy with other things
    std::int64_t sum = 0;
    for (Position& p : positions) sum += ask(p);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    std::printf("%s: %zu in %.3f s, %.0f a second (sum %lld)\n", what, count, seconds,
                static_cast<double>(count) / seconds, static_cast<long long>(sum));
  };
  for (int round = 0; round < 2; ++round) {  // the second reads nothing from the disk
    time("results", [&](Position& p) { return static_cast<int>(*tables.wdl(p)); });
    time("distances", [&](Position& p) { return *tables.dtz(p); });
  }
  return 0;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".rtbw") out.push_back(entry.path().stem().string());
  std::sort(out.begin(), out.end());
  return out;
}

int run(const std::vector<std::string>& words) {
  const auto word = [&](std::size_t i, std::uint64_t otherwise) {
    return i < words.size() ? text::parse_int<std::uint64_t>(words[i]).value_or(otherwise) : otherwise;
  };
  if (words.size() < 2) {
    std::fprintf(stderr, "check_tablebases FOLDER probe|consistency|play|speed ...; the source says more\n");
    return 2;
  }
  const auto loaded = Tablebases::load({words[0]});
  for (const std::string& problem : loaded.problems) std::fprintf(stderr, "left out %s\n", problem.c_str());
  const Tablebases& tables = *loaded.tables;
  const std::vector<std::string> names = names_in(words[0]);
  if (tables.empty()) {
    std::fprintf(stderr, "no tables in %s\n", words[0].c_str());
    return 2;
  }
  if (words[1] == "probe") return probe(tables);
  if (words[1] == "play") return play(loaded.tables, names, static_cast<int>(word(2, 2000)), word(3, 2000), word(4, 1));
  if (words[1] == "speed") return speed(tables, names, word(2, 1'000'000));
  if (words[1] == "consistency")
    return consistency(tables, std::max<std::uint64_t>(word(2, 1), 1),
                       words.size() > 3 ? std::vector(words.begin() + 3, words.end()) : names);
  std::fprintf(stderr, "unknown: %s\n", words[1].c_str());
  return 2;
}

}  // namespace
}  // namespace oknos

int main(int argc, char** argv) {
  return oknos::run(std::vector<std::string>(argv + 1, argv + argc));
}
