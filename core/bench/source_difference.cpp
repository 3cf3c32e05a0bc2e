// Pairs kernels as the table of times does, and sets their texts side by side.
#include "core/bench/source_difference.h"

#include "core/bench/describe_kernel.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>

namespace mw::bench {

namespace {

using Lines = std::vector<std::string_view>;

/// Lines of a text that belong together, as one text and with their places in the whole.
struct Part {
    std::string text;
    std::vector<int> lines; ///< 1-based
};

class SourceSide {
public:
    explicit SourceSide(const VariantSource& source)
        : source_(source), lines_(linesOf(source.source.text)) {}

    Part shared() const {
        int first = static_cast<int>(lines_.size()) + 1;
        for (const auto& kernel : source_.source.kernels)
            first = std::min(first, kernel.firstLine);
        Part part;
        add(1, first - 1, part);
        trimEnd(part);
        return part;
    }

    Part kernels(const std::vector<int>& which) const {
        Part part;
        for (const auto& lines : source_.source.kernels)
            if (std::ranges::find(which, lines.kernel) != which.end())
                add(lines.firstLine, lines.lastLine, part);
        trimEnd(part);
        return part;
    }

    /// Where the first of these kernels stands in the text.
    int place(const std::vector<int>& which) const {
        int first = std::numeric_limits<int>::max();
        for (const auto& lines : source_.source.kernels)
            if (std::ranges::find(which, lines.kernel) != which.end())
                first = std::min(first, lines.firstLine);
        return first;
    }

    int count() const { return static_cast<int>(source_.kernels.size()); }

private:
    void add(int from, int to, Part& part) const {
        for (int line = std::max(from, 1); line <= to; ++line) {
            part.text += lines_[static_cast<std::size_t>(line - 1)];
            part.text += '\n';
            part.lines.push_back(line);
        }
    }
    static void trimEnd(Part& part) {
        while (part.text.ends_with("\n\n")) {
            part.text.pop_back();
            part.lines.pop_back();
        }
    }

    const VariantSource& source_;
    Lines lines_;
};

std::vector<KernelGroup> pairsOf(const VariantSource& first, const VariantSource& second,
                                 const SourceSide& sideA, const SourceSide& sideB) {
    VariantResult a;
    VariantResult b;
    a.kernels = first.kernels;
    b.kernels = second.kernels;
    auto pairs = pairKernels(a, b);
    std::set<int> pairedA;
    std::set<int> pairedB;
    for (const auto& pair : pairs) {
        pairedA.insert(pair.first.begin(), pair.first.end());
        pairedB.insert(pair.second.begin(), pair.second.end());
    }
    for (int k = 0; k < sideB.count(); ++k)
        if (!pairedB.contains(k))
            pairs.push_back({{}, {k}});
    for (int k = 0; k < sideA.count(); ++k)
        if (!pairedA.contains(k))
            pairs.push_back({{k}, {}});
    std::ranges::stable_sort(pairs, [&](const KernelGroup& x, const KernelGroup& y) {
        return std::pair(sideB.place(x.second), sideA.place(x.first)) <
               std::pair(sideB.place(y.second), sideA.place(y.first));
    });
    return pairs;
}

void append(SourceDifference& difference, const Part& first, const Part& second, int pair) {
    if (!difference.lines.empty() && !(first.lines.empty() && second.lines.empty()))
        difference.lines.push_back({DiffLine::Kind::same, 0, 0, {}, {}, -1});
    const auto number = [](const Part& part, std::size_t line) {
        return line == DiffLine::kNone ? 0 : part.lines[line];
    };
    for (const auto& line : diffLines(first.text, second.text))
        difference.lines.push_back({line.kind, number(first, line.first),
                                    number(second, line.second), line.firstPart, line.secondPart,
                                    pair});
}

void findChanges(SourceDifference& difference) {
    bool inside = false;
    for (std::size_t l = 0; l < difference.lines.size(); ++l) {
        const bool differs = difference.lines[l].kind != DiffLine::Kind::same;
        if (differs && !inside)
            difference.changes.push_back(l);
        inside = differs;
    }
}

} // namespace

VariantSource sourceOf(const codegen::Plan& plan, codegen::Target target,
                       const std::map<NodeId, std::vector<NodeId>>& origins) {
    return sourceOf(plan, codegen::print(plan, target), origins);
}

VariantSource sourceOf(const codegen::Plan& plan, codegen::Source source,
                       const std::map<NodeId, std::vector<NodeId>>& origins) {
    VariantSource result{std::move(source), {}};
    for (const codegen::Kernel& kernel : plan.kernels)
        result.kernels.push_back(describeKernel(plan, kernel, origins));
    return result;
}

SourceDifference sourceDifference(const VariantSource& first, const VariantSource& second) {
    const SourceSide a(first);
    const SourceSide b(second);
    SourceDifference difference;
    difference.pairs = pairsOf(first, second, a, b);
    append(difference, a.shared(), b.shared(), -1);
    for (std::size_t p = 0; p < difference.pairs.size(); ++p)
        append(difference, a.kernels(difference.pairs[p].first),
               b.kernels(difference.pairs[p].second), static_cast<int>(p));
    findChanges(difference);
    return difference;
}

SourceDifference textDifference(const std::string& first, const std::string& second) {
    SourceDifference difference;
    const auto number = [](std::size_t line) {
        return line == DiffLine::kNone ? 0 : static_cast<int>(line) + 1;
    };
    for (const auto& line : diffLines(first, second))
        difference.lines.push_back({line.kind, number(line.first), number(line.second),
                                    line.firstPart, line.secondPart, -1});
    findChanges(difference);
    return difference;
}

std::size_t SourceDifference::changeAfter(std::size_t line) const {
    const auto next = std::ranges::upper_bound(changes, line);
    return next == changes.end() ? npos : *next;
}

std::size_t SourceDifference::changeBefore(std::size_t line) const {
    const auto at = std::ranges::lower_bound(changes, line);
    return at == changes.begin() ? npos : *std::prev(at);
}

std::string toText(const SourceDifference& difference, const std::string& first,
                   const std::string& second) {
    const auto a = linesOf(first);
    const auto b = linesOf(second);
    std::string text;
    const auto say = [&](std::string_view sign, const Lines& lines, int line) {
        text += sign;
        if (line > 0)
            text += lines[static_cast<std::size_t>(line - 1)];
        text += '\n';
    };
    for (const auto& line : difference.lines)
        switch (line.kind) {
        case DiffLine::Kind::same:
            say("  ", b, line.second);
            break;
        case DiffLine::Kind::removed:
            say("- ", a, line.first);
            break;
        case DiffLine::Kind::added:
            say("+ ", b, line.second);
            break;
        case DiffLine::Kind::changed:
            say("~-", a, line.first);
            say("~+", b, line.second);
            break;
        }
    return text;
}

} // namespace mw::bench
