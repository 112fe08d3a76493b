#pragma once

#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <ranges>
#include <string>
#include <string_view>

#include "engine/base/score.h"
#include "engine/base/types.h"

// Numbers and paragraphs as people read them.
namespace oknos::lab {

std::string grouped(std::uint64_t n);  // "1,234,567"
// "1 position", "2,000 positions"; without `more` the plural adds an s.
std::string counted(std::uint64_t n, std::string_view one, std::string_view more = "");
std::string compact(std::uint64_t n);  // "987", "1.23M", "45.6k", "12.3G": at most 5 characters below 10^15
double share(std::uint64_t part, std::uint64_t whole);         // 0 to 1; 0 when there is no whole
std::string percent(std::uint64_t part, std::uint64_t whole);  // "41.2 %", "<0.1 %", "-" when part is 0
std::string rate_text(double rate);                            // "0.123 %", "12.3 %": three digits that say something
std::string seconds(std::int64_t milliseconds);                // "530 ms", "1.53 s", "12.4 s", "3:05 min", "2:03:05 h"

// "one, two, three": what `text_of` (a member or a function) gives for each element; empty texts are left out.
template <std::ranges::range Range, class TextOf = std::identity>
std::string listed(const Range& range, TextOf text_of = {}, std::string_view between = ", ") {
  std::string out;
  for (const auto& element : range) {
    const std::string text = fmt::format("{}", std::invoke(text_of, element));
    if (!out.empty() && !text.empty()) out += between;
    out += text;
  }
  return out;
}

// From White's view, whoever moves.
Score white_view(Score score, Color side_to_move);
// "+0.35", "-12.40", "0.00", "#5", "#-3" (moves). For a score from White's view: # with minus is a mate by Black.
std::string score_text(Score score);
// Moves to mate, negative when the side with the score is mated. Precondition: is_mate(score).
int mate_moves(Score score);

std::size_t display_width(std::string_view utf8);  // signs, each taken as one column wide
std::string padded_left(std::string_view text, std::size_t width);
std::string padded_right(std::string_view text, std::size_t width);
std::string shortened(std::string_view text, std::size_t width, std::string_view ellipsis);
// Broken at blanks into lines of at most `width` columns; all but the first begin with `indent` blanks. Ends with a
// line end.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

std::string plain_name(
    std::string_view rule);  // "frontier_futility" -> "frontier futility", "quiescence_see" -> "quiescence SEE"
std::string capitalised(std::string text);
std::string repeated(std::string_view sign, std::size_t count);

}  // namespace oknos::lab
