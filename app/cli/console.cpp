#include "app/cli/console.h"

#include "core/io/sdfg_io.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string_view>

namespace mw::cli {

void print(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
}

void printWritten(const std::string& file, bool json) {
    if (!json)
        return print("wrote " + file + "\n");
    std::error_code ignored; // the file was written a moment ago
    const nlohmann::ordered_json said{{"written", file},
                                      {"bytes", std::filesystem::file_size(file, ignored)}};
    print(said.dump(2) + "\n");
}

void complain(const Diagnostic& diagnostic) {
    const std::string text = "mw: " + toString(diagnostic) + "\n";
    std::fwrite(text.data(), 1, text.size(), stderr);
}

Exit failed(const Diagnostic& diagnostic, Exit otherwise) {
    complain(diagnostic);
    constexpr std::array<std::string_view, 6> kMissing = {
        "no-device", "no-compiler", "missing-library", "no-runner", "not-available", "no-tool"};
    for (const auto code : kMissing)
        if (diagnostic.code == code)
            return Exit::missing;
    return diagnostic.code == "untrusted-code" ? Exit::untrusted : otherwise;
}

ir::DocumentPtr load(const std::string& file) {
    auto document = io::readSdfgFile(file);
    if (!document) {
        complain(document.error());
        return nullptr;
    }
    return *document;
}

} // namespace mw::cli
