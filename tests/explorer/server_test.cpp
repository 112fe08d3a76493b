// The server from outside, over HTTP.
#include "explorer/server.h"

#include <arpa/inet.h>
#include <chrono>
#include <gtest/gtest.h>
#include <httplib.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace oknos::explorer {
namespace {

using Json = nlohmann::json;

constexpr const char* kJson = "application/json";
constexpr const char* kPage = "<!doctype html><title>a page</title>";
constexpr int kOk = 200, kBad = 400, kForbidden = 403, kNotFound = 404, kTooLarge = 413, kUnsupported = 415;

class ServerTest : public testing::Test {
 protected:
  ServerTest() : server_(service_, kPage) {
    EXPECT_FALSE(server_.start({}).has_value());
    const std::string address = server_.address();
    host_ = address.substr(7, address.size() - 8);
    client_ = std::make_unique<httplib::Client>("http://" + host_);
    constexpr int kPatience = 60;  // seconds; a machine under load is no failure
    client_->set_read_timeout(kPatience);
  }

  int get(const std::string& path, const httplib::Headers& headers = {}) {
    const auto reply = client_->Get(path, headers);
    return reply ? reply->status : 0;
  }
  Json search(const Json& question) {
    const auto reply = client_->Post("/api/search", question.dump(), kJson);
    if (!reply) return nullptr;
    const std::size_t last = reply->body.rfind('\n', reply->body.size() - 2);
    return Json::parse(reply->body.substr(last == std::string::npos ? 0 : last + 1), nullptr, false);
  }

  Service service_;
  Server server_;
  std::string host_;
  std::unique_ptr<httplib::Client> client_;
};

TEST_F(ServerTest, GivesThePageAndNothingElse) {
  const auto page = client_->Get("/");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->body, kPage);
  EXPECT_NE(page->get_header_value("Content-Security-Policy").find("default-src 'self'"), std::string::npos);
  EXPECT_EQ(page->get_header_value("X-Content-Type-Options"), "nosniff");
  for (const char* path : {"/etc/passwd", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/api/", "/api/nothing"})
    EXPECT_EQ(get(path), kNotFound) << path;
}

// Compressing takes longer than sending to the same machine.
TEST_F(ServerTest, SendsThingsAsTheyAre) {
  for (const char* path : {"/", "/api/info"}) {
    const auto reply = client_->Get(path, {{"Accept-Encoding", "gzip, deflate, br"}});
    ASSERT_TRUE(reply) << path;
    EXPECT_EQ(reply->get_header_value("Content-Encoding"), "") << path;
    EXPECT_FALSE(reply->body.empty()) << path;
  }
}

// Under an address of the machine that it was told to listen on, in whatever way the Host is written.
TEST_F(ServerTest, OnlyItsOwnPageMayAsk) {
  const std::string port = host_.substr(host_.rfind(':')), api = "/api/info";
  EXPECT_EQ(get(api), kOk);
  EXPECT_EQ(get(api, {{"Origin", "http://" + host_}}), kOk);
  for (const std::string host : {"127.0.0.1", "localhost", "[::1]", "192.168.1.17", "[fe80::1]"})
    EXPECT_EQ(get(api, {{"Host", host + port}}), kOk) << host;
  for (const std::string origin : {"http://example.org", "null"})
    EXPECT_EQ(get(api, {{"Origin", origin}}), kForbidden) << origin;
  for (const std::string& host : {std::string("example.org"), "example.org" + port, "192.168.1.17.example.org" + port,
                                  std::string("192.168.1.17:1")})
    EXPECT_EQ(get("/", {{"Host", host}}), kForbidden) << host;
  EXPECT_EQ(get(api, {{"Host", "192.168.1.17" + port}, {"Origin", "http://192.168.1.18" + port}}), kForbidden);
  const auto plain = client_->Post("/api/moves", "{}", "text/plain");  // a form of another site could send that
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->status, kUnsupported);

  Service service;
  Server named(service, kPage);
  ASSERT_FALSE(named.start({"LocalHost", 0}).has_value());
  const std::string address = named.address(), named_port = address.substr(16, address.size() - 17);
  httplib::Client client("localhost", std::stoi(named_port.substr(1)));
  const auto reply = client.Get("/api/info", {{"Host", "localHOST" + named_port}});
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, kOk);
}

// What is wrong is said, not that something is.
TEST_F(ServerTest, ErrorsSayWhatIsWrong) {
  const auto error_of = [](const httplib::Result& reply) {
    return reply ? Json::parse(reply->body, nullptr, false).value("error", "") : "no answer";
  };
  const std::string no_fen = error_of(client_->Post("/api/moves", R"({"fen":"nonsense"})", kJson));
  EXPECT_NE(no_fen.find("nonsense"), std::string::npos) << no_fen;
  const std::string no_tree = error_of(client_->Get("/api/node/17/3"));
  EXPECT_NE(no_tree.find("tree 17"), std::string::npos) << no_tree;
}

// Whoever connects and says nothing does not keep others from being served.
TEST_F(ServerTest, SilentConnectionsDoNotBlockIt) {
  constexpr int kSilent = 100;
  const int port = std::stoi(host_.substr(host_.rfind(':') + 1));
  std::vector<int> sockets;
  for (int i = 0; i < kSilent; ++i) {
    const int s = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    ASSERT_EQ(connect(s, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    sockets.push_back(s);
    // Those that are not accepted in time are tried again by the system after seconds.
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_EQ(get("/api/info"), kOk);
  for (const int s : sockets) close(s);
}

TEST_F(ServerTest, LivesOnAfterBadQuestions) {
  EXPECT_TRUE(search({{"fen", "nonsense"}, {"depth", 3}}).contains("error"));
  EXPECT_TRUE(search({{"fen", "startpos"}, {"depth", 3}, {"preset", "nobody"}}).contains("error"));
  const auto broken = client_->Post("/api/moves", "{\"fen\":", kJson);
  ASSERT_TRUE(broken);
  EXPECT_EQ(broken->status, kBad);
  const auto large = client_->Post("/api/moves", std::string(2 << 20, ' '), kJson);
  EXPECT_TRUE(!large || large->status == kTooLarge);
  EXPECT_TRUE(search({{"fen", "startpos"}, {"depth", 3}}).contains("done"));
}

// A page that is closed takes its search along, or its check, which may take long: a search without rules, as deep as
// the move would have been searched. The place is free for another one.
TEST_F(ServerTest, AClosedPageStopsItsSearchOrItsCheck) {
  const Json done = search({{"fen", "startpos"}, {"depth", 12}, {"entries", 1000}})["done"];
  ASSERT_TRUE(done.is_object());
  const std::pair<std::string, Json> questions[] = {
      {"/api/search", {{"fen", "startpos"}, {"depth", 40}, {"preset", "none"}}},
      {"/api/audit/" + done["id"].dump(), {{"sample", 100000}}}};
  for (const auto& [path, question] : questions) {
    for (int i = 0; i < ServiceLimits{}.searches; ++i) {
      httplib::Client page("http://" + host_);
      httplib::Request request;
      request.method = "POST";
      request.path = path;
      request.headers = {{"Content-Type", kJson}};
      request.body = question.dump();
      request.content_receiver = [](const char*, std::size_t, std::uint64_t, std::uint64_t) { return false; };
      EXPECT_FALSE(page.send(request)) << "closed after the first line";
    }
    Json answer;
    for (int tries = 0; tries < 300 && !answer.contains("done"); ++tries) {
      answer = search({{"fen", "startpos"}, {"depth", 2}});
      if (!answer.contains("done")) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_TRUE(answer.contains("done")) << path << answer.dump();
  }
}

TEST_F(ServerTest, ATakenPortIsNamed) {
  Service other;
  Server second(other, kPage);
  const int port = std::stoi(host_.substr(host_.rfind(':') + 1));
  const auto error = second.start({"127.0.0.1", port});
  ASSERT_TRUE(error.has_value());
  EXPECT_NE(error->message.find("port " + std::to_string(port)), std::string::npos) << error->message;
}

}  // namespace
}  // namespace oknos::explorer
