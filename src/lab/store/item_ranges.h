#pragma once

#include <set>
#include <string>

#include "lab/store/run_store.h"

namespace oknos::lab::store {

ItemNumber items_of(const Shard& shard, ItemNumber items);  // how many of all items the shard holds

struct Missing {
  ItemNumber count = 0;
  std::string ranges;  // "3, 7-12, 20"; of a shard the ends of the ranges are items that it holds
};
// Items of the shard that are not in `done`. However many items there are, it takes no longer than `done` is large.
Missing missing_items(const std::set<ItemNumber>& done, ItemNumber items, const Shard& shard);

}  // namespace oknos::lab::store
