// Takes PTX and the texts of disassemblers apart.
#include "core/exec/gpu/instruction_text.h"

#include "core/exec/runner/kernel_source.h"
#include "core/support/words.h"

#include <array>
#include <charconv>
#include <optional>
#include <set>

namespace mw::exec {

namespace {

std::string_view trimmed(std::string_view line) {
    const auto first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos)
        return {};
    return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

/// The number at the beginning, which goes from the text; 0: there is none.
int takeNumber(std::string_view& text) {
    text = trimmed(text);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

/// Between the first two quotes.
std::string_view quoted(std::string_view text) {
    const auto first = text.find('"');
    if (first == std::string_view::npos)
        return {};
    return text.substr(first + 1, text.find('"', first + 1) - first - 1);
}

bool isSource(std::string_view path) {
    const auto slash = path.rfind('/');
    return (slash == std::string_view::npos ? path : path.substr(slash + 1)) == kSourceName;
}

/// Collects the lines of one kernel after the other.
class Collector {
public:
    bool isOpen() const { return kernel_ != nullptr; }
    void open(std::string_view name) {
        close();
        kernel_ = &text_.kernels[std::string(name)];
        *kernel_ = {};
        line_ = 0;
    }
    void close() {
        if (kernel_)
            trimEnd(*kernel_);
        kernel_ = nullptr;
    }
    /// What follows comes from this line.
    void from(int line) { line_ = line; }
    void add(std::string_view line) {
        if (!kernel_) {
            text_.head.emplace_back(line);
            return;
        }
        auto& lines = kernel_->lines;
        if (trimmed(line).empty() && (lines.empty() || lines.back().empty()))
            return;
        lines.emplace_back(trimmed(line).empty() ? std::string_view() : line);
        kernel_->sourceLines.push_back(line_);
    }
    InstructionText take() {
        close();
        while (!text_.head.empty() && trimmed(text_.head.back()).empty())
            text_.head.pop_back();
        return std::move(text_);
    }

private:
    /// Empty lines, padding, and what marks its end.
    static void trimEnd(KernelInstructions& kernel) {
        const auto isPadding = [](std::string_view line) {
            return line.empty() || line.ends_with(':') || line.starts_with("s_nop 0 ") ||
                   line == "s_nop 0" || line.starts_with("s_code_end") ||
                   line.ends_with("*/ NOP;") ||
                   (line.starts_with("/*") && line.find(" NOP;") != std::string_view::npos);
        };
        while (!kernel.lines.empty() && isPadding(trimmed(kernel.lines.back()))) {
            kernel.lines.pop_back();
            kernel.sourceLines.pop_back();
        }
    }

    InstructionText text_;
    KernelInstructions* kernel_ = nullptr;
    int line_ = 0;
};

/// `.loc FILE LINE COLUMN[, function_name NAME, inlined_at FILE LINE COLUMN]`: PTX ISA, "Debugging
/// Directives".
class PtxLines {
public:
    explicit PtxLines(const std::vector<std::string_view>& lines) {
        for (std::string_view line : lines) {
            line = trimmed(line);
            if (!line.starts_with(".file"))
                continue;
            line.remove_prefix(5);
            const int file = takeNumber(line);
            if (isSource(quoted(line)))
                sources_.insert(file);
        }
    }
    int read(std::string_view directive) {
        directive.remove_prefix(4);
        const Place place = placeIn(directive);
        int line = sources_.contains(place[0]) ? place[1] : 0;
        constexpr std::string_view inlined = "inlined_at";
        if (const auto at = directive.find(inlined); line == 0 && at != std::string_view::npos) {
            directive.remove_prefix(at + inlined.size());
            const Place caller = placeIn(directive);
            const auto known = lines_.find(caller);
            line = sources_.contains(caller[0]) ? caller[1]
                   : known != lines_.end()      ? known->second
                                                : 0;
        }
        lines_[place] = line;
        return line;
    }

private:
    using Place = std::array<int, 3>; ///< file, line, column
    static Place placeIn(std::string_view& text) {
        Place place{};
        for (int& number : place)
            number = takeNumber(text);
        return place;
    }
    std::set<int> sources_;
    std::map<Place, int> lines_; ///< that were read, and what they came to
};

/// The name in ".visible .entry NAME("; empty: another line.
std::string_view entryIn(std::string_view line) {
    constexpr std::string_view entry = ".entry ";
    const auto at = line.find(entry);
    if (at == std::string_view::npos || line.starts_with("//"))
        return {};
    const auto name = line.substr(at + entry.size());
    return name.substr(0, name.find_first_of("( \t"));
}

/// Of "//## File "PATH", line N inlined at "PATH", line N": the line of the source.
std::optional<int> annotated(std::string_view line) {
    for (std::size_t at = 0; at < line.size();) {
        const std::string_view path = quoted(line.substr(at));
        const auto number = line.find("line ", at + path.size());
        if (path.empty() || number == std::string_view::npos)
            return std::nullopt;
        std::string_view rest = line.substr(number + 5);
        if (isSource(path))
            return takeNumber(rest);
        const auto next = line.find('"', number);
        at = next == std::string_view::npos ? line.size() : next;
    }
    return std::nullopt;
}

/// Of "kernels.cu:34:46 @[ kernels.cu:63:9 ]", as clang comments `.loc`: the line of the source,
/// where it was put in place of a call. 0: of none.
int locatedIn(std::string_view comment) {
    int line = 0;
    const std::string mark = std::string(kSourceName) + ":";
    for (auto at = comment.find(mark); at != std::string_view::npos; at = comment.find(mark)) {
        comment.remove_prefix(at + mark.size());
        line = takeNumber(comment);
    }
    return line;
}

/// The name in "NAME:   ; @NAME", with which a function begins; empty: another line.
std::string_view functionIn(std::string_view line) {
    const auto colon = line.find(':');
    const auto at = line.find("; @");
    if (colon == std::string_view::npos || at == std::string_view::npos || colon > at)
        return {};
    const auto name = line.substr(0, colon);
    return trimmed(line.substr(at + 3)) == name ? name : std::string_view();
}

} // namespace

InstructionText readPtx(std::string_view text) {
    const auto lines = splitLines(text);
    PtxLines places(lines);
    Collector out;
    for (const std::string_view line : lines) {
        const std::string_view words = trimmed(line);
        if (words.starts_with(".section") || words.starts_with(".file"))
            break; // to the end
        if (words == "// begin inline asm" || words == "// end inline asm" ||
            words.starts_with("// .globl") || (!out.isOpen() && words.starts_with("//")))
            continue;
        if (words.starts_with(".loc")) {
            out.from(places.read(words));
            continue;
        }
        if (const auto name = entryIn(words); !name.empty())
            out.open(name);
        out.add(line);
        if (out.isOpen() && line == "}")
            out.close();
    }
    return out.take();
}

InstructionText readNvdisasm(std::string_view text) {
    constexpr std::string_view section = ".section", code = ".text.";
    Collector out;
    bool annotation = false;
    for (const std::string_view line : splitLines(text)) {
        const std::string_view words = trimmed(line);
        if (words.starts_with("//-----") || words.starts_with(section)) {
            out.close();
        } else if (words.starts_with(code) && words.ends_with(":")) {
            out.open(words.substr(code.size(), words.size() - code.size() - 1));
        } else if (words.starts_with("//##")) {
            const auto from = annotated(words);
            if (from || !annotation) // of several, the outermost one comes last
                out.from(from.value_or(0));
        } else if (out.isOpen()) {
            out.add(line);
        }
        annotation = words.starts_with("//##");
    }
    return out.take();
}

InstructionText readCuobjdump(std::string_view text) {
    constexpr std::string_view function = "Function : ";
    Collector out;
    for (const std::string_view line : splitLines(text)) {
        const std::string_view words = trimmed(line);
        if (words.starts_with(function))
            out.open(words.substr(function.size()));
        else if (words.starts_with(".....") || words.starts_with("Fatbin"))
            out.close();
        else if (out.isOpen() && !words.starts_with(".headerflags"))
            out.add(line);
    }
    return out.take();
}

InstructionText readAmdgcn(std::string_view text) {
    Collector out;
    for (const std::string_view line : splitLines(text)) {
        const std::string_view words = trimmed(line);
        if (const auto name = functionIn(line); !name.empty()) {
            out.open(name);
        } else if (words.starts_with(".loc")) {
            out.from(locatedIn(words));
        } else if (words.starts_with(".section") || words.starts_with(".Lfunc_end")) {
            out.close();
        } else if (out.isOpen() && !words.starts_with(";")) {
            const bool isBlock = words.starts_with(".LBB");
            const auto code = line.substr(0, line.find(isBlock ? " " : ";"));
            if (isBlock || !words.starts_with("."))
                out.add(code.substr(0, code.find_last_not_of(" \t") + 1));
        }
    }
    return out.take();
}

InstructionText readObjdump(std::string_view text) {
    Collector out;
    for (const std::string_view line : splitLines(text)) {
        const std::string_view words = trimmed(line);
        const auto name = line.find(" <");
        if (!line.empty() && line.front() != ' ' && line.ends_with(">:") &&
            name != std::string_view::npos) {
            out.open(line.substr(name + 2, line.size() - name - 4));
        } else if (words.starts_with("; ")) {
            const auto colon = words.rfind(':');
            std::string_view number = words.substr(std::min(colon, words.size() - 1) + 1);
            if (!words.ends_with("():"))
                out.from(isSource(words.substr(2, colon - 2)) ? takeNumber(number) : 0);
        } else if (out.isOpen()) {
            out.add(line);
        }
    }
    return out.take();
}

} // namespace mw::exec
