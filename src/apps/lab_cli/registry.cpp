#include "apps/lab_cli/commands.h"
#include "lab/ablate/ablate.h"
#include "lab/audit/audit_store.h"
#include "lab/claims/claims_store.h"
#include "lab/compare/compare_store.h"
#include "lab/match/match_store.h"
#include "lab/price/price.h"
#include "lab/prove/played_store.h"
#include "lab/prove/proof_store.h"
#include "lab/suite/suite_store.h"
#include "lab/tune/tune_store.h"

namespace oknos::lab_cli {

std::vector<StoredCommand> stored_commands() {
  return {{{lab::audit_kind(), lab::claims_kind()}, add_audit},
          {{lab::compare_kind()}, add_compare},
          {{lab::ablate_kind()}, add_ablate},
          {{lab::suite_kind()}, add_suite},
          {{lab::match_kind()}, add_match},
          {{lab::tune_kind()}, add_tune, false},
          {{lab::proof_kind(), lab::played_kind()}, add_prove},
          {{lab::variant_games_kind(), lab::variant_errors_kind()}, add_price},
          {{}, add_predict}};
}

}  // namespace oknos::lab_cli
