// The engine's UCI protocol as WebAssembly, in the same module as the explorer's service (explorer_wasm.cpp).

#include <cstddef>
#include <string>
#include <string_view>

#include "apps/wasm.h"
#include "engine/base/build_identity.h"
#include "engine/uci/session.h"

namespace oknos::uci {

namespace {

class PageSink : public Sink {
 public:
  void write(std::string_view line) override { page_line(line.data(), line.size()); }
};

Session& session() {
  static PageSink page;
  static Session only(page, page, std::string("wasm32-simd128, ") + oknos_build_identity(),
                      oknos_development_version());
  return only;
}

}  // namespace

}  // namespace oknos::uci

// Carries out a line of the protocol, without its end, and tells the page the answers; 0 after `quit`.
OKNOS_EXPORT(oknos_uci) int oknos_uci(const char* text, std::size_t size) {
  return oknos::uci::session().carry_out(std::string(text, size), [] { return page_interrupted() != 0; }) ? 1 : 0;
}
