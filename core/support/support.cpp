// Diagnostics, hashes and indented text as strings.
#include "core/support/diagnostic.h"
#include "core/support/hash.h"
#include "core/support/printable.h"
#include "core/support/text_writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw {

std::string toString(const Diagnostic& diagnostic) {
    std::string text;
    if (!diagnostic.location.file.empty())
        text += printable(diagnostic.location.file) + ": ";
    text += printable(diagnostic.sentence);
    if (!diagnostic.location.path.empty())
        text += " (at " + printable(diagnostic.location.path) + ")";
    for (const auto& note : diagnostic.notes)
        text += "\n  " + note;
    return text;
}

std::string toHex(std::uint64_t value) {
    return fmt::format("{:016x}", value);
}

void TextWriter::lines(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void TextWriter::line(std::string_view text) {
    if (!text.empty()) {
        text_.append(static_cast<std::size_t>(level_) * static_cast<std::size_t>(width_), ' ');
        text_ += text;
    }
    text_ += '\n';
    ++lines_;
}

} // namespace mw
