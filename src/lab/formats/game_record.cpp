#include "lab/formats/game_record.h"

#include <algorithm>

#include "engine/base/bytes.h"
#include "engine/base/score.h"
#include "engine/chess/fen.h"

namespace oknos::compact {

namespace {

enum Flag : std::uint8_t { kHasStart = 1, kChess960 = 2 };
constexpr std::uint8_t kAllFlags = kHasStart | kChess960;
constexpr int kMaxHalfPoints = 2;
constexpr std::int16_t kNotSearched = INT16_MIN;

std::int16_t stored(const std::optional<int>& score) {
  if (!score) return kNotSearched;
  return static_cast<std::int16_t>(std::clamp(*score, -kMate.value(), kMate.value()));
}

Result<Position> decode_start(bytes::Reader& in, std::uint8_t flags) {
  if (!(flags & kHasStart)) return Position::initial();
  const auto size = in.number<std::uint8_t>();
  const auto text = size ? in.take(*size) : std::nullopt;
  if (!text) return Error{"it ends within the position it starts from"};
  auto start = fen::parse(*text);
  if (start && flags & kChess960) start->set_chess960(true);
  return start;
}

}  // namespace

std::string encode(const GameRecord& game) {
  const std::string fen = fen::to_text(game.start, fen::CastlingStyle::Shredder);
  const bool elsewhere = game.start.chess960() || fen::to_text(game.start) != fen::kInitial;
  const std::size_t plies = std::min(game.moves.size(), kLongestRecord);
  std::string out;
  bytes::append(out, static_cast<std::uint8_t>((elsewhere ? kHasStart : 0) | (game.start.chess960() ? kChess960 : 0)));
  bytes::append(out, static_cast<std::uint8_t>(game.half_points));
  bytes::append(out, static_cast<std::uint16_t>(std::clamp(game.opening_plies, 0, static_cast<int>(plies))));
  bytes::append(out, static_cast<std::uint16_t>(plies));
  if (elsewhere) {
    bytes::append(out, static_cast<std::uint8_t>(fen.size()));
    out += fen;
  }
  for (std::size_t i = 0; i < plies; ++i) {
    bytes::append(out, game.moves[i].move.bits());
    bytes::append(out, stored(game.moves[i].score));
  }
  return out;
}

Result<GameRecord> decode(std::string_view payload) {
  bytes::Reader in(payload);
  const auto flags = in.number<std::uint8_t>();
  const auto half_points = in.number<std::uint8_t>();
  const auto opening = in.number<std::uint16_t>();
  const auto plies = in.number<std::uint16_t>();
  if (!plies) return Error{"it ends within its head"};
  if (*flags & ~kAllFlags)
    return Error{"its flags are " + std::to_string(*flags) + "; this program knows 0 to " + std::to_string(kAllFlags)};
  if (*half_points > kMaxHalfPoints)
    return Error{"White's half points are " + std::to_string(*half_points) + "; 0, 1 or 2 are possible"};
  if (*opening > *plies)
    return Error{std::to_string(*opening) + " of its " + std::to_string(*plies) + " plies are of the opening"};
  const auto start = decode_start(in, *flags);
  if (!start) return Error{start.error()};
  constexpr std::size_t kPly = 4;  // bytes
  if (in.left() != *plies * kPly)
    return Error{std::to_string(in.left()) + " bytes of moves are there; " + std::to_string(*plies) + " plies take " +
                 std::to_string(*plies * kPly)};

  GameRecord out;
  out.start = *start;
  out.half_points = *half_points;
  out.opening_plies = *opening;
  out.moves.reserve(*plies);
  Position position = out.start;
  for (int ply = 0; ply < *plies; ++ply) {
    const Move move = Move::from_bits(*in.number<std::uint16_t>());
    const auto score = *in.number<std::int16_t>();
    if (!position.is_legal(move)) return Error{"the move of ply " + std::to_string(ply + 1) + " is not legal"};
    if (score != kNotSearched && (score > kMate.value() || score < -kMate.value()))
      return Error{"the score of ply " + std::to_string(ply + 1) + " is " + std::to_string(score)};
    out.moves.push_back({move, score == kNotSearched ? std::nullopt : std::optional<int>(score)});
    position.play(move);
  }
  return out;
}

}  // namespace oknos::compact
