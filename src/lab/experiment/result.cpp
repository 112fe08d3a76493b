#include "lab/experiment/result.h"

namespace oknos::lab {

RunHeader::RunHeader(const store::RunSpec& spec) : work_units_(spec.work_units) {
  entries_.insert(spec.identity.begin(), spec.identity.end());
  entries_.insert(spec.notes.begin(), spec.notes.end());
}

RunHeader::RunHeader(const store::StoreView& view) : work_units_(view.work_units()) {
  for (const store::HeaderEntry& entry : view.description().header) entries_.emplace(entry.name, entry.value);
}

std::string RunHeader::entry(const std::string& name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? "" : found->second;
}

const RunKind* find_kind(const RunKinds& kinds, const std::string& name) {
  for (const RunKind& kind : kinds)
    if (kind.name == name) return &kind;
  return nullptr;
}

}  // namespace oknos::lab
