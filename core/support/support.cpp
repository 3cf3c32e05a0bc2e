#include "core/support/diagnostic.h"
#include "core/support/hash.h"
#include "core/support/text_writer.h"

#include <fmt/format.h>

namespace mw {

std::string toString(const Diagnostic& diagnostic) {
    std::string text;
    if (!diagnostic.location.file.empty())
        text += diagnostic.location.file + ": ";
    text += diagnostic.sentence;
    if (!diagnostic.location.path.empty())
        text += " (at " + diagnostic.location.path + ")";
    for (const auto& note : diagnostic.notes)
        text += "\n  " + note;
    return text;
}

std::string toHex(std::uint64_t value) {
    return fmt::format("{:016x}", value);
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
