// Writing graphs under names of their own: inputs are only ever read.

#include "app/workbench/export.h"

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

bool isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// What is no letter or digit becomes one dash.
std::string fileWord(const std::string& name) {
    constexpr std::size_t kLength = 48;
    std::string word;
    for (const char c : name)
        if (isLetterOrDigit(c))
            word += c;
        else if (!word.ends_with('-'))
            word += '-';
    return word.substr(0, kLength);
}

} // namespace

Expected<void> checkNoInput(const fs::path& file, const std::vector<std::string>& inputs) {
    for (const auto& input : inputs)
        if (isSameFile(input, file))
            return fail("input-file",
                        "This file is the input of a program here, and inputs are never written: "
                        "choose another name.",
                        {file.string(), "", {}});
    return {};
}

Expected<void> exportGraph(const ir::Document& document, const fs::path& file,
                           const std::vector<std::string>& inputs,
                           const io::WriteOptions& options) {
    MW_CHECK(checkNoInput(file, inputs));
    return io::writeSdfgFile(document, file, options);
}

fs::path suggestedName(const Program& program) {
    const fs::path input = program.path;
    const auto suffix = input.has_extension() ? input.extension().string() : ".sdfg";
    return input.parent_path() /
           (input.stem().string() + "-" + fileWord(program.current().name) + suffix);
}

} // namespace mw::workbench
