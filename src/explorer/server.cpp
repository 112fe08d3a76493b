#include "explorer/server.h"

#include <arpa/inet.h>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <fmt/format.h>
#include <httplib.h>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/text.h"

namespace oknos::explorer {

namespace {

constexpr int kForbidden = 403;
constexpr int kUnsupported = 415;
// Connections that are open at a time. Most of them wait: a browser opens several and keeps them, and who connects and
// says nothing must not keep others from being served.
constexpr std::size_t kMaxThreads = 256;
constexpr int kPatience = 5;  // seconds that a connection may be silent within a request, and between two

const char* const kContentPolicy =
    "default-src 'self'; script-src 'self' 'unsafe-inline' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; worker-src 'self' blob:; frame-ancestors 'none'";

// As many threads as there are connections, up to a limit; those that have nothing to do wait for the next connection.
class GrowingPool final : public httplib::TaskQueue {
 public:
  ~GrowingPool() override = default;

  void enqueue(std::function<void()> job) override {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    if (jobs_.size() > idle_ && threads_.size() < kMaxThreads) threads_.emplace_back([this] { work(); });
    wake_.notify_one();
  }
  void shutdown() override {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();  // nobody enqueues any more
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      ++idle_;
      wake_.wait(lock, [this] { return !jobs_.empty() || ended_; });
      --idle_;
      if (jobs_.empty()) return;
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool ended_ = false;
};

bool is_address(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  return inet_pton(AF_INET, host.c_str(), bytes.data()) == 1 || inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1;
}

// "[::1]:8017" -> "::1", "localhost" -> "localhost"; empty when it names another port.
std::string host_without_port(std::string_view text, int port) {
  const std::size_t bracket = text.rfind(']');
  const std::size_t colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
  constexpr int kHttpPort = 80;  // which browsers do not write
  const std::string given(colon == std::string_view::npos ? "" : text.substr(colon + 1));
  if (given != std::to_string(port) && !(given.empty() && port == kHttpPort)) return "";
  std::string host(text.substr(0, colon));
  if (bracket != std::string_view::npos && host.size() > 2) host = host.substr(1, host.size() - 2);
  return host;
}

std::string error_body(const std::string& message) {  // no sign in it needs quoting
  return fmt::format("{{\"error\":\"{}\"}}", message);
}

// As it is: what the library would compress, it compresses as hard as it can, which takes longer than to draw the page,
// and the way to a browser on this machine is short.
void send(httplib::Response& response, std::shared_ptr<const std::string> body, const std::string& type) {
  const std::size_t size = body->size();
  response.set_content_provider(size, type,
                                [body = std::move(body)](std::size_t at, std::size_t n, httplib::DataSink& sink) {
                                  return sink.write(body->data() + at, n);
                                });
}

}  // namespace

struct Server::State {
  State(Service& s, std::string_view p) : service(s), page(std::make_shared<const std::string>(p)) {}

  bool allowed(const httplib::Request& request, httplib::Response& response) const;
  void serve();
  void answer(const httplib::Request& request, httplib::Response& response);
  void answer_in_lines(const Request& question, httplib::Response& response);

  Service& service;
  const std::shared_ptr<const std::string> page;
  ServerOptions options;
  int port = 0;
  std::atomic<bool> stopping{false}, ended{false};
  httplib::Server http;
  std::thread thread;
};

// A name that resolves to this machine is no permission (DNS rebinding), and neither is a page of another site.
bool Server::State::allowed(const httplib::Request& request, httplib::Response& response) const {
  // An address, other than a name, can lead nowhere but to the machine that has it.
  const auto is_own = [&](std::string_view text) {
    const std::string host = host_without_port(text, port);
    return !host.empty() && (text::equal_ignoring_case(host, options.host) || host == "localhost" || is_address(host));
  };
  const auto refuse = [&](int status, const char* why) {
    response.status = status;
    response.set_content(error_body(why), "application/json");
    return false;
  };
  const std::string own = request.get_header_value("Host");
  if (!is_own(own))
    return refuse(kForbidden,
                  "the Host of the request is not this server; --host NAME says under which name it is asked");
  const std::string origin = request.get_header_value("Origin");
  constexpr std::string_view kScheme = "http://";
  if (!origin.empty() && origin != std::string(kScheme) + own)
    return refuse(kForbidden, "a page of another origin may not ask");
  if (request.method == "POST" && !request.get_header_value("Content-Type").starts_with("application/json"))
    return refuse(kUnsupported, "application/json is expected");
  return true;
}

void Server::State::answer_in_lines(const Request& question, httplib::Response& response) {
  response.set_chunked_content_provider("application/x-ndjson", [this, question](std::size_t, httplib::DataSink& sink) {
    service.answer_in_lines(question, [&](const std::string& line) {
      if (stopping.load(std::memory_order_relaxed) || !sink.is_writable()) return false;
      const std::string text = line + '\n';
      return sink.write(text.data(), text.size());
    });
    sink.done();
    return true;
  });
}

void Server::State::answer(const httplib::Request& request, httplib::Response& response) {
  const Request question{request.method, request.path, request.body};
  if (Service::comes_in_lines(question)) return answer_in_lines(question, response);
  Reply reply = service.answer(question);
  response.status = reply.status;
  constexpr int kFirstError = 400;
  if (reply.status >= kFirstError) {  // the error handler looks whether there is a body
    response.set_content(reply.body, reply.type);
    return;
  }
  send(response, std::make_shared<const std::string>(std::move(reply.body)), reply.type);
}

void Server::State::serve() {
  http.new_task_queue = [] { return new GrowingPool; };
  http.set_read_timeout(kPatience);
  http.set_keep_alive_timeout(kPatience);
  http.set_payload_max_length(service.limits().body);
  http.set_tcp_nodelay(true);
  // The library's own choice would let a second server listen on the same port.
  http.set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  http.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                            {"Referrer-Policy", "no-referrer"},
                            {"Cache-Control", "no-store"},
                            {"Content-Security-Policy", kContentPolicy}});
  http.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
    return allowed(request, response) ? httplib::Server::HandlerResponse::Unhandled
                                      : httplib::Server::HandlerResponse::Handled;
  });
  http.set_error_handler([](const httplib::Request&, httplib::Response& response) {
    if (!response.body.empty()) return;
    response.set_content(error_body(fmt::format("the request was not understood (HTTP {})", response.status)),
                         "application/json");
  });
  http.Get("/", [this](const httplib::Request&, httplib::Response& response) {
    send(response, page, "text/html; charset=utf-8");
  });
  const auto handler = [this](const httplib::Request& request, httplib::Response& response) {
    answer(request, response);
  };
  http.Get("/api/.*", handler);
  http.Post("/api/.*", handler);
}

Server::Server(Service& service, std::string_view page) : state_(std::make_unique<State>(service, page)) {}

Server::~Server() {
  stop();
}

std::optional<Error> Server::start(const ServerOptions& options) {
  state_->options = options;
  state_->serve();
  if (options.port == 0)
    state_->port = state_->http.bind_to_any_port(options.host);
  else if (state_->http.bind_to_port(options.host, options.port))
    state_->port = options.port;
  if (state_->port <= 0)
    return Error{options.port == 0
                     ? fmt::format("no port of {} can be had", options.host)
                     : fmt::format("port {} of {} is taken or may not be used; another one is chosen with "
                                   "--port N, or any free one with --port 0",
                                   options.port, options.host)};
  state_->thread = std::thread([this] {
    state_->http.listen_after_bind();
    state_->ended.store(true, std::memory_order_relaxed);
  });
  // Before it runs it cannot be stopped.
  while (!state_->http.is_running() && !state_->ended.load(std::memory_order_relaxed))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return std::nullopt;
}

std::string Server::address() const {
  return fmt::format("http://{}:{}/", state_->options.host, state_->port);
}

void Server::stop() {
  state_->stopping.store(true, std::memory_order_relaxed);
  state_->http.stop();
  if (state_->thread.joinable()) state_->thread.join();
}

}  // namespace oknos::explorer
