#pragma once

#include <string>

#include "engine/base/result.h"
#include "lab/commands/price/price_file.h"
#include "lab/commands/price/price_table.h"

// The table of variants as a file: what games, audits and moves say of each variant, and which runs said it. `price fit
// --table` writes it and `price fit` reads it, so that prices can be fitted again without the run stores, which are a
// thousand times as large.
//
// It is text: lines of tab-separated fields in UTF-8. Lines that begin with # say what the table was measured with; the
// first other line has the names of the columns, and each line after it is one variant.
namespace oknos::lab {

struct VariantTable {
  PriceTable variants;
  PriceFile made_from;  // its depth, sample and sources
};

std::string to_tsv(const PriceTable& variants, const PriceFile& made_from);
// The error names the line, the column if it is one field, and what is expected.
Result<VariantTable> parse_variant_table(const std::string& text);

// Is it the name of such a file, and not that of a run store? It ends with ".tsv".
bool is_variant_table(const std::string& path);
Result<VariantTable> read_variant_table(const std::string& path);

}  // namespace oknos::lab
