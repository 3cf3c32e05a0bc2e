// The text of a random program while it grows.
#include "tests/support/program_text.h"

#include <fmt/format.h>

#include <utility>

namespace mw::test {

std::string Extent::text(int added) const {
    const int rest = more + added;
    if (symbol.empty())
        return std::to_string(rest);
    if (rest == 0)
        return symbol;
    return rest > 0 ? fmt::format("{} + {}", symbol, rest) : fmt::format("{} - {}", symbol, -rest);
}

std::string Container::whole() const {
    std::string text;
    for (const Extent& extent : dims)
        text += (text.empty() ? "0:" : ", 0:") + extent.text();
    return text.empty() ? "[0]" : "[" + text + "]";
}

/// Arrays lie in C order, with the first dimension fastest, or in C order with three elements of
/// padding after each row.
Container ProgramText::declare(const std::string& name, const std::string& type,
                               std::vector<Extent> dims, bool transient) {
    Container made{name, type, std::move(dims), {}};
    const std::string end = transient ? " transient\n" : "\n";
    if (made.dims.empty()) {
        declarations_ += fmt::format("  scalar {} {}{}", name, type, end);
        return made;
    }
    const int layout = random_.below(4);
    const std::size_t rank = made.dims.size();
    std::vector<std::string> rows;
    for (std::size_t d = 0; d < rank; ++d)
        rows.push_back("(" + made.dims[d].text(layout == 1 && d + 1 == rank ? 3 : 0) + ")");
    const auto product = [&](std::size_t from, std::size_t to) {
        std::string text = "1";
        for (std::size_t d = from; d < to; ++d)
            text += " * " + rows[d];
        return text;
    };
    std::string shape, strides;
    for (std::size_t d = 0; d < rank; ++d) {
        made.strides.push_back(layout == 0 ? product(0, d) : product(d + 1, rank));
        shape += (d ? ", " : "") + made.dims[d].text();
        strides += (d ? ", " : "") + made.strides[d];
    }
    declarations_ += fmt::format("  array {} {} [{}] strides [{}] total [{}]{}", name, type, shape,
                                 strides, product(0, rank), end);
    return made;
}

void ProgramText::declareView(const Container& container) {
    std::string shape, strides;
    for (std::size_t d = 0; d < container.dims.size(); ++d) {
        shape += (d ? ", " : "") + container.dims[d].text();
        strides += (d ? ", " : "") + container.strides[d];
    }
    declarations_ += fmt::format("  view {} {} [{}] strides [{}] transient\n", container.name,
                                 container.type, shape, strides);
}

std::string ProgramText::access(const Container& container) {
    if (accessed_.insert(container.name).second)
        line(fmt::format("a_{0} = access {0}", container.name));
    return "a_" + container.name;
}

std::string ProgramText::accessAgain(const Container& container) {
    const std::string node = fresh("w_");
    line(fmt::format("{} = access {}", node, container.name));
    return node;
}

std::string ProgramText::takeState() {
    accessed_.clear();
    return std::exchange(state_, {});
}

void ProgramText::closeState() {
    if (state_.empty())
        return;
    const std::string name = fresh("s");
    block(name, fmt::format("  state {} {{\n{}  }}\n", name, takeState()));
}

void ProgramText::block(const std::string& name, const std::string& text) {
    if (!state_.empty())
        closeState();
    blocks_ += text;
    if (!names_.empty())
        edges_ += fmt::format("  {} -> {}{}\n", names_.back(), name, pending_);
    names_.push_back(name);
    pending_.clear();
}

void ProgramText::assignNext(const std::string& symbol, const std::string& value) {
    closeState();
    if (names_.empty()) {
        const std::string name = fresh("s");
        block(name, fmt::format("  state {} {{\n  }}\n", name));
    }
    pending_ += fmt::format(" with {} = `{}`", symbol, value);
}

std::string ProgramText::finish() {
    closeState();
    return fmt::format("sdfg random {{\n  symbols {}\n{}{}{}}}\n", symbols_, declarations_, blocks_,
                       edges_);
}

} // namespace mw::test
