#include "lab/store/parcel.h"

#include <nlohmann/json.hpp>

namespace oknos::lab::store {

namespace {

nlohmann::json packed(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string>(&value)) return nlohmann::json::binary({text->begin(), text->end()});
  return nullptr;
}

std::optional<Value> value_of(const nlohmann::json& json) {
  if (json.is_null()) return Value();
  if (json.is_number_integer()) return Value(json.get<std::int64_t>());
  if (json.is_number_float()) return Value(json.get<double>());
  if (!json.is_binary()) return std::nullopt;
  const auto& bytes = json.get_binary();
  return Value(std::string(bytes.begin(), bytes.end()));
}

}  // namespace

std::string to_bytes(const Parcel& parcel) {
  nlohmann::json rows = nlohmann::json::array();
  for (const Row& row : parcel.rows) {
    nlohmann::json values = nlohmann::json::array();
    for (const Value& value : row.values) values.push_back(packed(value));
    rows.push_back({row.table, std::move(values)});
  }
  std::string out;
  nlohmann::json::to_cbor(nlohmann::json{{"rows", std::move(rows)}, {"fatal", packed(Value(parcel.fatal))}}, out);
  return out;
}

std::optional<Parcel> parcel_from_bytes(const std::string& bytes) {
  const nlohmann::json json = nlohmann::json::from_cbor(bytes, true, false);
  if (!json.is_object() || !json.contains("rows") || !json.contains("fatal")) return std::nullopt;
  Parcel out;
  const auto fatal = value_of(json["fatal"]);
  if (!fatal || !std::holds_alternative<std::string>(*fatal) || !json["rows"].is_array()) return std::nullopt;
  out.fatal = std::get<std::string>(*fatal);
  for (const nlohmann::json& row : json["rows"]) {
    if (!row.is_array() || row.size() != 2 || !row[0].is_number_unsigned() || !row[1].is_array()) return std::nullopt;
    Row& to = out.rows.emplace_back();
    to.table = row[0].get<std::size_t>();
    for (const nlohmann::json& value : row[1]) {
      auto v = value_of(value);
      if (!v) return std::nullopt;
      to.values.push_back(std::move(*v));
    }
  }
  return out;
}

}  // namespace oknos::lab::store
