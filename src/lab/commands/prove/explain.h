#pragma once

#include <optional>
#include <string>

#include "lab/commands/prove/proof.h"
#include "lab/commands/prove/tally.h"

namespace oknos::lab {

// A node of the search with rules.
struct NodePlace {
  std::string fen;
  std::string path;  // moves from the root of the search, "0000" for a null move; empty at the root
  std::string epd;   // asks `prove` for this node alone; empty where no position can say it
  int depth = 0;
  Window window;  // at that moment
};

// What a rule said that is not so.
struct WrongClaim {
  NodePlace node;
  pruning::RuleId rule = 0;
  pruning::Verdict::Kind kind = pruning::Verdict::Kind::Skip;
  std::string move;  // what was skipped, dropped or held to be enough; empty: a verdict on the node
  Score bound;       // what the rule claims of the move or the node, from the node's view
  Score evaluation;  // E of the node
  Score gain;        // of the move
  Score truth;       // value of the move, or of the node in that window, without rules
};

struct Explanation {
  std::optional<WrongClaim> claim;  // the one with the least depth
  // Where no claim is wrong by itself: the node with the least depth at which a rule fired and whose value differs.
  struct DifferentNode {
    NodePlace node;
    Score without;
    Score with;
  };
  std::optional<DifferentNode> node;
  bool gave_up = false;  // there was too much to search
};

// Why the values differ: the search is repeated with rules, and every verdict compared with a search without.
Explanation explain(const ProofPlan& plan, const ProofPosition& position, const Difference& difference);

// The position, the window and the rules as a line of EPD that asks `prove` for just this search.
std::string epd_of(const ProofPlan& plan, const ProofPosition& position, const Difference& difference);

}  // namespace oknos::lab
