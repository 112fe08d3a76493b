#include "explorer/trace_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "engine/pruning/registry/registry.h"

namespace oknos::explorer {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kAlignment = 8;  // of every column, so that a page can look at it in place
constexpr std::size_t kPrologue = 16;  // magic, version, length of the header
constexpr std::size_t kMaxHeader = std::size_t{64} << 20;
constexpr std::size_t kMaxNames = 255;
constexpr std::size_t kMaxSets = 65536;
constexpr auto kLastEnd = static_cast<std::uint8_t>(NodeEnd::Tablebase);

// A column: its name and where its numbers go. The first kShown are what a page needs; the first kNeeded must be there.
template <class F>
void for_each_column(F&& f) {
  f("size", &TraceEntry::size);
  f("move", &TraceEntry::move);
  f("kind", &TraceEntry::kind);
  f("depth", &TraceEntry::depth);
  f("alpha", &TraceEntry::alpha);
  f("beta", &TraceEntry::beta);
  f("score", &TraceEntry::score);
  f("rule", &TraceEntry::rule);
  f("end", &TraceEntry::end);
  f("flags", &TraceEntry::flags);
  f("static_value", &TraceEntry::static_eval);
  f("rule_set", &TraceEntry::rule_set);
  f("spare", &TraceEntry::spare);
  f("history", &TraceEntry::history);
  f("correction", &TraceEntry::correction);
  f("full_depth", &TraceEntry::full_depth);
  f("first_depth", &TraceEntry::first_depth);
  f("reduced_depth", &TraceEntry::reduced_depth);
  f("searched", &TraceEntry::searched);
  f("exemptions", &TraceEntry::exemptions);
}
constexpr int kNeeded = 8;
constexpr int kShown = 13;

template <class T>
constexpr auto number_in_file() {
  if constexpr (std::is_enum_v<T>)
    return std::underlying_type_t<T>{};
  else
    return T{};
}
template <class T>
using InFile = decltype(number_in_file<T>());

template <class T>
std::string type_name() {
  return fmt::format("{}{}", std::is_signed_v<T> ? 'i' : 'u', 8 * sizeof(T));
}

std::size_t padded(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

template <class T>
void append_number(std::string& out, T value) {  // least significant byte first
  for (std::size_t i = 0; i < sizeof(T); ++i)
    out += static_cast<char>(static_cast<std::make_unsigned_t<T>>(value) >> 8 * i & 0xff);
}

template <class T>
T number_at(std::string_view bytes, std::size_t at) {
  std::make_unsigned_t<T> value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value = static_cast<std::make_unsigned_t<T>>(
        value | static_cast<std::make_unsigned_t<T>>(
                    static_cast<std::make_unsigned_t<T>>(static_cast<unsigned char>(bytes[at + i])) << 8 * i));
  return static_cast<T>(value);
}

// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo).
std::uint32_t hash_of(std::string_view name) {
  std::uint32_t hash = 2166136261U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash;
}

// Of each rule the family, which gives it its colour. Other engines' rules that have the name of one of ours get its
// colour; unknown ones get one by their name, and colours that are still free first.
Json families_of(const Trace& t) {
  constexpr std::size_t kFamilies = pruning::kRuleFamilies.size();
  std::map<std::string, std::size_t>
      families;  // in the order of the names, so that the order in the trace does not matter
  std::array<bool, kFamilies> taken{};
  for (const std::string& name : t.rules) {
    const auto rule = pruning::find_rule(name);
    const auto family = rule ? pruning::kRuleInfos[*rule].family : pruning::RuleFamily::Other;
    families[name] = rule || !t.foreign() ? static_cast<std::size_t>(family) : kFamilies;
    if (families[name] < kFamilies) taken[families[name]] = true;
  }
  for (auto& [name, family] : families) {
    if (family < kFamilies) continue;
    const bool all = std::find(taken.begin(), taken.end(), false) == taken.end();
    for (family = hash_of(name) % kFamilies; !all && taken[family];) family = (family + 1) % kFamilies;
    taken[family] = true;
  }
  Json out = Json::array();
  for (const std::string& name : t.rules) out.push_back(pruning::kRuleFamilies[families[name]].name);
  return out;
}

Json header_of(const Trace& t, int columns) {
  Json j;
  j["engine"] = t.engine;
  j["fen"] = t.fen;
  j["chess960"] = t.chess960;
  j["moves"] = t.moves;
  j["preset"] = t.preset;
  j["settings"] = Json::object();
  for (const auto& [name, value] : t.settings) j["settings"][name] = value;
  j["depth"] = t.depth;
  j["nodes"] = t.nodes;
  j["time_ms"] = t.time;
  j["best"] = t.best;
  j["score"] = t.score;
  j["rules"] = t.rules;
  j["families"] = families_of(t);
  j["guards"] = t.guards;
  j["rule_sets"] = Json::array();
  for (const RuleSet set : t.rule_sets) {
    Json rules = Json::array();
    for (std::size_t i = 0; i < t.rules.size(); ++i)
      if (i < 64 && (set >> i & 1)) rules.push_back(i);
    j["rule_sets"].push_back(std::move(rules));
  }
  j["held"] = Json::array();
  if (columns > kShown)
    for (const HeldEntry& h : t.held) j["held"].push_back({h.entry, h.rule, h.guard});
  j["count"] = t.entries.size();
  j["columns"] = Json::array();
  int n = 0;
  for_each_column([&]<class T>(const char* name, T TraceEntry::*) {
    if (n++ < columns) j["columns"].push_back({{"name", name}, {"type", type_name<InFile<T>>()}});
  });
  return j;
}

// Reading. What is missing is left as it is; what is of another kind is an error.
class HeaderReader {
 public:
  explicit HeaderReader(const Json& j) : j_(j) {}

  template <class T>
  void get(const char* key, T& out) {
    const auto it = j_.find(key);
    if (it == j_.end() || error_) return;
    if (!fits<T>(*it)) return fail(key);
    out = it->get<T>();
  }
  void names(const char* key, std::vector<std::string>& out, std::size_t most) {
    const auto it = j_.find(key);
    if (it == j_.end() || error_) return;
    if (!it->is_array() || it->size() > most) return fail(key);
    for (const Json& name : *it) {
      if (!name.is_string()) return fail(key);
      out.push_back(name.get<std::string>());
    }
  }
  void fail(const char* key) {
    if (!error_) error_ = Error{fmt::format("trace: the header's \"{}\" is not what docs/trace.md says", key)};
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  template <class T>
  static bool fits(const Json& j) {
    if constexpr (std::is_same_v<T, bool>) return j.is_boolean();
    if constexpr (std::is_same_v<T, std::string>) return j.is_string();
    if constexpr (std::is_unsigned_v<T>) return j.is_number_unsigned();
    return j.is_number_integer() && (!j.is_number_unsigned() || j.get<std::uint64_t>() <= INT32_MAX) &&
           j.get<std::int64_t>() >= INT32_MIN;
  }

  const Json& j_;
  std::optional<Error> error_;
};

std::optional<Error> read_header(const Json& j, Trace& t) {
  constexpr std::size_t kMaxPlayed = 10'000;
  HeaderReader reader(j);
  reader.get("engine", t.engine);
  reader.get("fen", t.fen);
  reader.get("chess960", t.chess960);
  reader.names("moves", t.moves, kMaxPlayed);
  reader.get("preset", t.preset);
  reader.get("depth", t.depth);
  reader.get("nodes", t.nodes);
  reader.get("time_ms", t.time);
  reader.get("best", t.best);
  reader.get("score", t.score);
  reader.names("rules", t.rules, kMaxNames);
  reader.names("guards", t.guards, kMaxNames);
  if (const auto it = j.find("settings"); it != j.end()) {
    if (!it->is_object()) reader.fail("settings");
    for (const auto& [name, value] : it->items()) {
      if (!value.is_string()) reader.fail("settings");
      if (value.is_string()) t.settings.emplace_back(name, value.get<std::string>());
    }
  }
  if (const auto it = j.find("rule_sets"); it != j.end()) {
    if (!it->is_array() || it->size() > kMaxSets) reader.fail("rule_sets");
    if (reader.error()) return reader.error();
    for (const Json& rules : *it) {
      RuleSet set = 0;
      if (!rules.is_array()) reader.fail("rule_sets");
      for (const Json& rule : rules) {
        if (!rule.is_number_unsigned() || rule.get<std::uint64_t>() >= std::min<std::size_t>(t.rules.size(), 64)) {
          reader.fail("rule_sets");
          break;
        }
        set |= RuleSet{1} << rule.get<std::uint64_t>();
      }
      t.rule_sets.push_back(set);
    }
  }
  return reader.error();
}

std::optional<Error> read_held(const Json& j, Trace& t) {
  const auto it = j.find("held");
  if (it == j.end()) return std::nullopt;
  const Error error{"trace: the header's \"held\" is not what docs/trace.md says"};
  if (!it->is_array()) return error;
  for (const Json& h : *it) {
    if (!h.is_array() || h.size() != 3) return error;
    for (const Json& number : h)
      if (!number.is_number_unsigned()) return error;
    const auto entry = h[0].get<std::uint64_t>(), rule = h[1].get<std::uint64_t>(), guard = h[2].get<std::uint64_t>();
    if (entry >= t.entries.size() || rule >= t.rules.size() || guard >= t.guards.size()) return error;
    t.held.push_back(
        {static_cast<std::uint32_t>(entry), static_cast<std::uint8_t>(rule), static_cast<std::uint8_t>(guard)});
  }
  return std::nullopt;
}

std::optional<std::size_t> width_of(const std::string& type) {
  if (type.size() < 2 || (type[0] != 'u' && type[0] != 'i' && type[0] != 'f')) return std::nullopt;
  for (const std::size_t bytes : {1, 2, 4, 8})
    if (type.substr(1) == std::to_string(8 * bytes)) return bytes;
  return std::nullopt;
}

// Fills the entries. Columns of other names are passed over.
std::optional<Error> read_columns(const Json& j, std::string_view bytes, std::size_t at, Trace& t) {
  const auto columns = j.find("columns");
  if (columns == j.end() || !columns->is_array()) return Error{"trace: the header lists no \"columns\""};
  std::vector<std::string> found;
  for (const Json& column : *columns) {
    const auto name_in = column.is_object() ? column.find("name") : column.end();
    const auto type_in = column.is_object() ? column.find("type") : column.end();
    if (!column.is_object() || name_in == column.end() || type_in == column.end() || !name_in->is_string() ||
        !type_in->is_string())
      return Error{"trace: a column needs a \"name\" and a \"type\""};
    const std::string name = *name_in, type = *type_in;
    const auto width = width_of(type);
    if (!width) return Error{fmt::format("trace: column \"{}\": \"{}\" is no type; u8, i16, u32 ... are", name, type)};
    const std::size_t length = *width * t.entries.size();
    if (bytes.size() - at < length)
      return Error{fmt::format("trace: the file ends within column \"{}\": {} bytes are there of {}", name,
                               bytes.size() - at, length)};
    std::optional<Error> error;
    for_each_column([&]<class T>(const char* known, T TraceEntry::*member) {
      if (name != known) return;
      if (type != type_name<InFile<T>>()) {
        error = Error{fmt::format("trace: column \"{}\" has type {}, not {}", name, type, type_name<InFile<T>>())};
        return;
      }
      for (std::size_t i = 0; i < t.entries.size(); ++i)
        t.entries[i].*member = static_cast<T>(number_at<InFile<T>>(bytes, at + i * sizeof(T)));
    });
    if (error) return error;
    found.push_back(name);
    at += std::min(padded(length), bytes.size() - at);
  }
  int n = 0;
  std::optional<Error> error;
  for_each_column([&](const char* name, auto) {
    if (n++ < kNeeded && !error && std::find(found.begin(), found.end(), name) == found.end())
      error = Error{fmt::format("trace: column \"{}\" is missing", name)};
  });
  return error;
}

std::optional<Error> check_entries(Trace& t) {
  const auto bad = [](std::size_t i, const std::string& what) {
    return Error{fmt::format("trace: entry {}: {}", i, what)};
  };
  if (t.entries.empty() || t.entries[0].kind != EntryKind::Tree || t.entries[0].size != t.entries.size())
    return bad(0, "the first entry is of kind 0 and its size is the number of entries");
  std::vector<std::size_t> ends;  // of the entries that are open
  for (std::size_t i = 0; i < t.entries.size(); ++i) {
    TraceEntry& e = t.entries[i];
    while (!ends.empty() && ends.back() <= i) ends.pop_back();
    if (i > 0 && (e.kind != EntryKind::Visit && e.kind != EntryKind::Skipped)) return bad(i, "its kind is 1 or 2");
    if (e.size == 0 || i + e.size > (ends.empty() ? t.entries.size() : ends.back()))
      return bad(i, fmt::format("size {} reaches out of its parent", e.size));
    if (e.skipped() && e.size != 1) return bad(i, "nothing lies below a move that was skipped: its size is 1");
    if (static_cast<std::uint8_t>(e.end) > kLastEnd) return bad(i, fmt::format("its end is 0 to {}", kLastEnd));
    if (e.rule != kNoRule && e.rule >= t.rules.size()) return bad(i, fmt::format("there is no rule {}", e.rule));
    if (e.rule_set != 0 && e.rule_set >= t.rule_sets.size())
      return bad(i, fmt::format("there is no set of rules {}", e.rule_set));
    e.flags &= flag::kAll;
    ends.push_back(i + e.size);
  }
  if (t.rule_sets.empty()) t.rule_sets.push_back(0);
  return std::nullopt;
}

}  // namespace

std::string trace_bytes(const Trace& t, TraceParts parts, const std::string& more) {
  constexpr int kEvery = 1000;
  const int columns = parts == TraceParts::All ? kEvery : kShown;
  Json j = header_of(t, columns);
  if (!more.empty()) j.update(Json::parse(more));
  std::string header = j.dump(-1, ' ', false, Json::error_handler_t::replace);
  header.resize(padded(kPrologue + header.size()) - kPrologue, ' ');
  std::string out(kTraceMagic);
  append_number(out, kTraceVersion);
  append_number(out, static_cast<std::uint32_t>(header.size()));
  out += header;
  int n = 0;
  for_each_column([&]<class T>(const char*, T TraceEntry::*member) {
    if (n++ >= columns) return;
    using Number = InFile<T>;
    for (const TraceEntry& e : t.entries) append_number(out, static_cast<Number>(e.*member));
    out.resize(padded(out.size()));
  });
  return out;
}

Result<Trace> read_trace(std::string_view bytes) {
  if (bytes.size() < kPrologue || bytes.substr(0, kTraceMagic.size()) != kTraceMagic)
    return Error{fmt::format("trace: a trace begins with \"{}\"; this is none", kTraceMagic)};
  const auto version = number_at<std::uint32_t>(bytes, kTraceMagic.size());
  if (version != kTraceVersion)
    return Error{fmt::format("trace: version {} is not known; {} is", version, kTraceVersion)};
  const std::size_t length = number_at<std::uint32_t>(bytes, kTraceMagic.size() + sizeof version);
  if (length > kMaxHeader || length > bytes.size() - kPrologue)
    return Error{fmt::format("trace: a header of {} bytes does not fit into {}", length, bytes.size())};
  const Json j = Json::parse(bytes.substr(kPrologue, length), nullptr, false);
  if (!j.is_object()) return Error{"trace: the header is not a JSON object"};
  const auto count = j.find("count");
  if (count == j.end() || !count->is_number_unsigned() || count->get<std::uint64_t>() > kMaxEntries)
    return Error{fmt::format("trace: the header's \"count\" is the number of entries, at most {}", kMaxEntries)};
  Trace t;
  if (auto error = read_header(j, t)) return *std::move(error);
  // Every entry takes bytes, so that a small file cannot ask for much memory.
  if (count->get<std::uint64_t>() > bytes.size()) return Error{"trace: there are fewer bytes than entries"};
  t.entries.resize(count->get<std::size_t>());
  if (auto error = read_columns(j, bytes, kPrologue + length, t)) return *std::move(error);
  if (auto error = check_entries(t)) return *std::move(error);
  if (auto error = read_held(j, t)) return *std::move(error);
  return t;
}

}  // namespace oknos::explorer
