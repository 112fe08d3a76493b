#pragma once

#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace oknos::test {

// Are all these parts in the text? If not, the failure shows both.
template <class... Parts>
testing::AssertionResult contains(std::string_view text, const Parts&... parts) {
  for (const std::string_view part : {std::string_view(parts)...})
    if (text.find(part) == std::string_view::npos)
      return testing::AssertionFailure() << "there is no \"" << part << "\" in:\n" << text;
  return testing::AssertionSuccess();
}

}  // namespace oknos::test
