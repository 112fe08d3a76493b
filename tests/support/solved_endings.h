#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/chess/position.h"
#include "engine/tablebases/table_file.h"

// Endings of three men, solved by brute force: what tables are made of, and what they are compared with. White has the
// third man.
namespace oknos::tablebases::made {

struct Place {
  Square white_king, black_king, man;
  Color to_move;
};

class Ending {
 public:
  // `smaller`: solved endings that a pawn may promote to; what is missing there is drawn.
  explicit Ending(PieceType man, std::map<PieceType, const Ending*> smaller = {});

  PieceType man() const { return man_; }
  static constexpr int kPlaces = kSquares * kSquares * kSquares * kColors;

  static Place place(int number);
  std::optional<Position> position(const Place& p) const;

  bool is_legal(const Place& p) const { return state(p).legal; }
  Wdl wdl(const Place& p) const { return state(p).wdl; }
  // Plies to the capture, pawn move or mate; 0 for a mate on the board and for draws.
  int distance(const Place& p) const { return state(p).distance; }
  // A capture or pawn move is best: then a table may store anything that is not better.
  bool capture_is_best(const Place& p) const { return state(p).capture_is_best; }
  bool zeroing_is_best(const Place& p) const { return state(p).zeroing_is_best; }

 private:
  struct State {
    bool legal = false;
    bool mated = false;
    bool known = false;
    bool capture_is_best = false;
    bool zeroing_is_best = false;
    Wdl wdl = Wdl::Draw;
    int distance = 0;
    std::uint32_t first = 0, last = 0;  // its moves
  };
  struct Reply {
    bool zeroing;
    bool capture;
    int next;     // number of the place; negative: another ending, which has this result
    Wdl outside;  // for the side that moves there
  };

  // Mirrored so that White's king stands on a-d and, without pawns, on 1-4.
  Place normal(Place p) const;
  int number(const Place& p) const;
  const State& state(const Place& p) const { return states_[static_cast<std::size_t>(number(p))]; }

  void look_at_every_position();
  Reply reply(Place p, Move m, const Position& position) const;
  std::optional<Wdl> result_of(const Reply& r) const;  // for the side that makes the move
  void find_results();
  void find_distances();

  template <class F>
  void for_replies(const State& s, F f) const {
    for (std::uint32_t i = s.first; i < s.last; ++i) f(replies_[i]);
  }

  // The positions that `is_open` says are to be looked at.
  template <class IsOpen>
  std::vector<std::size_t> list(IsOpen is_open) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (states_[i].legal && is_open(i)) out.push_back(i);
    return out;
  }

  PieceType man_;
  std::map<PieceType, const Ending*> smaller_;
  std::vector<State> states_;
  std::vector<Reply> replies_;
};

}  // namespace oknos::tablebases::made
