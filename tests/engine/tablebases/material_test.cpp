#include "engine/tablebases/material.h"

#include <gtest/gtest.h>

#include "engine/chess/fen.h"

namespace oknos::tablebases {
namespace {

TEST(TablebaseMaterial, ReadsTheNamesOfTablesOnly) {
  for (const char* name : {"KQvK", "KRPvKR", "KPPvKP", "KBNvK", "KRRvKRB", "KQQQQQvK"}) {
    const auto material = Material::parse(name);
    ASSERT_TRUE(material) << name;
    EXPECT_EQ(material->name(), name);
  }
  for (const char* name :
       {"", "KvK", "KQ", "KQK", "QvK", "KQvKv", "KKvK", "KQvQ", "KPRvK", "kqvk", "KQvKX", "KQQQQQQvK"})
    EXPECT_FALSE(Material::parse(name)) << name;
}

TEST(TablebaseMaterial, CountsMenAndMirrorsThem) {
  const Material m = *Material::parse("KRPvKR");
  EXPECT_EQ(m.men(), 5);
  EXPECT_TRUE(m.has_pawns());
  EXPECT_FALSE(m.symmetric());
  EXPECT_EQ(m.mirrored().name(), "KRvKRP");
  EXPECT_EQ(m.mirrored().mirrored(), m);
  EXPECT_TRUE(Material::parse("KRvKR")->symmetric());
  EXPECT_TRUE(Material::parse("KRvKR")->has_single_man());
  EXPECT_TRUE(Material::parse("KNNvKP")->has_single_man());
  EXPECT_FALSE(Material::parse("KNNvK")->has_single_man());
  EXPECT_FALSE(Material::parse("KNNvK")->has_pawns());
}

TEST(TablebaseMaterial, OfAPosition) {
  EXPECT_EQ(Material::of(*fen::parse("8/5k2/8/3r4/8/8/1K2PP2/8 b - - 0 1")).name(), "KPPvKR");
  EXPECT_EQ(Material::of(*fen::parse("8/5K2/8/3R4/8/8/1k2pp2/8 b - - 0 1")), *Material::parse("KRvKPP"));
  // Fifteen queens do not run into the count of the next man.
  EXPECT_FALSE(Material::of(Position::initial()) == *Material::parse("KQvK"));
}

}  // namespace
}  // namespace oknos::tablebases
