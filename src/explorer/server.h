#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "explorer/service.h"

namespace oknos::explorer {

struct ServerOptions {
  std::string host = "127.0.0.1";  // the address that is listened on
  int port = 0;                    // 0: any that is free
};

// The explorer's page and its service over HTTP. Only pages of this very address may ask: the Host and the Origin of
// every request are looked at, so that neither another site nor another name for this address reaches the engine.
class Server {
 public:
  // The page is one HTML file. The service must outlive the server.
  Server(Service& service, std::string_view page);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Returns once it listens; the error names the address.
  std::optional<Error> start(const ServerOptions& options);
  std::string address() const;  // "http://127.0.0.1:8017/"
  // Ends what runs and returns when all connections are closed.
  void stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace oknos::explorer
