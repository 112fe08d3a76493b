#include "engine/eval/network/accumulators.h"

#include <algorithm>
#include <cassert>

#include "engine/eval/network/kernels.h"
#include "engine/platform/cache_line.h"

namespace oknos::eval::network {

Accumulators::Accumulators(std::shared_ptr<const Network> network, int plies)
    : network_(std::move(network)), plies_(static_cast<std::size_t>(plies)) {
  constexpr std::size_t kLine = platform::kCacheLine / sizeof(std::int16_t);
  const auto n = static_cast<std::size_t>(network_->neurons());
  const auto views = 2 * static_cast<std::size_t>(network_->king_buckets());  // of the cache, for each side
  const std::size_t stack = plies_.size() * kColors * n;
  memory_.resize(stack + kColors * views * n + kLine);
  const auto misfit = reinterpret_cast<std::uintptr_t>(memory_.data()) % platform::kCacheLine / sizeof(std::int16_t);
  sums_ = memory_.data() + (kLine - misfit) % kLine;
  std::int16_t* next = sums_ + stack;
  for (auto& of_side : cache_) {
    for (std::size_t view = 0; view < views; ++view) {
      of_side[view].sums = next;
      std::copy_n(network_->biases(), n, next);  // an empty board
      next += n;
    }
  }
}

void Accumulators::start(const Position& position, int ply) {
  for (const Color view : {Color::White, Color::Black}) refresh(view, position, ply);
}

void Accumulators::note(Ply& to, const Position& position, Move move) const {
  const Color us = position.side_to_move();
  const Piece mover = position.piece_on(move.from());
  Square target = move.to();
  to.additions = to.removals = 1;
  to.removed[0] = {mover, move.from()};
  if (move.is_castling()) {
    const Piece rook = make_piece(us, PieceType::Rook);
    const CastlingSide side = castling_side(move);
    target = castled_king(us, side);
    to.removed[to.removals++] = {rook, move.to()};
    to.added[to.additions++] = {rook, castled_rook(us, side)};
  } else if (move.is_en_passant()) {
    to.removed[to.removals++] = {make_piece(~us, PieceType::Pawn), offset(move.to(), -pawn_push(us))};
  } else if (const Piece victim = position.piece_on(target); victim != Piece::None) {
    to.removed[to.removals++] = {victim, target};
  }
  to.added[0] = {move.is_promotion() ? make_piece(us, move.promoted()) : mover, target};
  if (type_of(mover) == PieceType::King)
    to.crossed[at(us)] = network_->view_of(us, move.from()) != network_->view_of(us, target);
}

void Accumulators::push(const Position& position, Move move, int ply) {
  Ply& to = ply_at(ply);
  to.additions = to.removals = 0;
  to.known = {};
  to.crossed = {};
  if (move) note(to, position, move);
}

Score Accumulators::value(const Position& position, Score material, int ply) {
  const Color us = position.side_to_move();
  for (const Color view : {Color::White, Color::Black})
    if (!ply_at(ply).known[at(view)]) ensure(view, position, ply);
  const Score out =
      value_of(material, network_->output(sums_of(us, ply), sums_of(~us, ply), popcount(position.pieces())));
  assert(out == plain_value(*network_, position));
  return out;
}

void Accumulators::ensure(Color view, const Position& position, int ply) {
  const Ply* p = &ply_at(ply);
  int from = ply;
  do {
    if (p->crossed[at(view)]) return refresh(view, position, ply);
    --p;
    --from;
  } while (!p->known[at(view)]);
  const Perspective perspective(view, network_->view_of(view, position.king(view)));
  while (from < ply) apply(view, perspective, ++from);
}

void Accumulators::apply(Color view, const Perspective& perspective, int ply) {
  Ply& p = ply_at(ply);
  const auto row = [&](const Man& man) { return network_->weights_of(perspective.input_of(man.piece, man.square)); };
  const int n = network_->neurons();
  std::int16_t* to = sums_of(view, ply);
  const std::int16_t* from = to - kColors * n;  // of the ply before
  p.known[at(view)] = true;
  if (p.additions == 0) {
    std::copy_n(from, n, to);
    return;
  }
  const std::int16_t* plus[2] = {row(p.added[0]), nullptr};
  const std::int16_t* minus[2] = {row(p.removed[0]), nullptr};
  if (p.removals == 1) return update<1, 1>(to, from, plus, minus, n);
  minus[1] = row(p.removed[1]);
  if (p.additions == 1) return update<1, 2>(to, from, plus, minus, n);
  plus[1] = row(p.added[1]);
  update<2, 2>(to, from, plus, minus, n);
}

void Accumulators::refresh(Color view, const Position& position, int ply) {
  const KingView king = network_->view_of(view, position.king(view));
  Cached& cached = cache_[at(view)][king.number()];
  const int n = network_->neurons();
  const Perspective perspective(view, king);
  const auto row = [&](Piece piece, Square s) { return network_->weights_of(perspective.input_of(piece, s)); };
  for (const Color c : {Color::White, Color::Black}) {
    for (int t = 0; t < kPieceTypes; ++t) {
      const auto type = static_cast<PieceType>(t);
      const Bitboard now = position.pieces(c, type);
      Bitboard& before = cached.men[at(c)][static_cast<std::size_t>(t)];
      if (before == now) continue;
      const Piece piece = make_piece(c, type);
      for_each_square(before & ~now, [&](Square s) { change<false>(cached.sums, row(piece, s), n); });
      for_each_square(now & ~before, [&](Square s) { change<true>(cached.sums, row(piece, s), n); });
      before = now;
    }
  }
  std::copy_n(cached.sums, static_cast<std::size_t>(n), sums_of(view, ply));
  ply_at(ply).known[at(view)] = true;
}

}  // namespace oknos::eval::network
