#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <openssl/evp.h>

#include "engine/base/text.h"
#include "lab/store/run_store.h"

namespace oknos::lab::store {

namespace {

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new()) { EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr); }

  void add(const char* data, std::size_t size) { EVP_DigestUpdate(context_.get(), data, size); }
  std::string hexadecimal() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    EVP_DigestFinal_ex(context_.get(), digest.data(), &size);
    std::string out;
    for (unsigned i = 0; i < size; ++i) out += fmt::format("{:02x}", digest[i]);
    return out;
  }

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context_;
};

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

Result<std::string> hash_of_file(const std::string& path) {
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  const auto cannot = [&] {
    return Error{fmt::format("{} cannot be read: {}", text::quoted(path, path.size()), std::strerror(errno))};
  };
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) return cannot();
  Sha256 hash;
  std::vector<char> block(kBlock);
  while (const std::size_t n = std::fread(block.data(), 1, block.size(), file.get())) hash.add(block.data(), n);
  if (std::ferror(file.get())) return cannot();
  return hash.hexadecimal();
}

std::string hash_of_text(const std::string& text) {
  Sha256 hash;
  hash.add(text.data(), text.size());
  return hash.hexadecimal();
}

}  // namespace oknos::lab::store
