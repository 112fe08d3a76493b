#pragma once

#include <cstdio>
#include <filesystem>
#include <string>

// Names of files as the engine gets them: in UTF-8, on Windows too. Elsewhere they are bytes that stay as they are.
namespace oknos::platform {

// fopen(); null when it fails.
std::FILE* open_file(const std::string& name, const char* mode);

std::filesystem::path path_of(const std::string& name);
std::string name_of(const std::filesystem::path& path);

}  // namespace oknos::platform
