// Small valid random programs for the tests of reading, editing and analysing.
#include "tests/support/random_sdfg.h"

#include "core/ir/dump.h"
#include "core/support/hash.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <vector>

namespace mw::test {

namespace {

constexpr std::array<const char*, 3> kExtents{"N", "M", "L"};
constexpr std::array<const char*, 3> kParams{"i", "j", "k"};
constexpr int kGraphMargin = 4;

/// A container that may be read: elements 0 up to extent + margin in each dimension.
struct Source {
    std::string name;
    int margin = 0;
    bool isScalar = false;
};

/// One read of a map: per dimension the distance from the map's own element, or broadcast.
struct Operand {
    Source source;
    std::array<int, 3> offset{};
    int broadcastDim = -1;
};

class Generator {
public:
    Generator(std::uint64_t seed, const RandomSdfgOptions& options)
        : options_(options), state_(splitmix64(seed)),
          rank_(static_cast<std::size_t>(1 + below(std::clamp(options.maxRank, 1, 3)))) {}

    std::string run() {
        const int states = 1 + below(std::max(1, options_.maxStates));
        array("a", kGraphMargin, false);
        array("b", kGraphMargin, false);
        sources_ = {{"a", kGraphMargin}, {"b", kGraphMargin}};
        for (int s = 0; s < states; ++s)
            state(s, 1 + below(std::max(1, options_.maxMaps)));
        std::string text = "sdfg random {\n  args a b";
        for (int s = 0; s < states; ++s)
            text += " out" + std::to_string(s);
        text += "\n  symbols alpha:float64";
        for (std::size_t d = 0; d < rank_; ++d)
            text += std::string(" ") + kExtents[d] + ":int32";
        text += "\n" + data_ + body_;
        for (int s = 1; s < states; ++s)
            text += "  s" + std::to_string(s - 1) + " -> s" + std::to_string(s) + "\n";
        return text + "}\n";
    }

private:
    int below(int count) {
        state_ = splitmix64(state_);
        return static_cast<int>((state_ >> 33U) % static_cast<std::uint64_t>(count));
    }
    bool chance(int percent) { return below(100) < percent; }

    std::string bound(std::size_t dim, int margin) const {
        std::string text = kExtents[dim];
        return margin == 0 ? text : text + " + " + std::to_string(margin);
    }

    /// `[piece(0), piece(1), ...]` over the dimensions.
    template <class Piece>
    std::string brackets(Piece piece) const {
        std::string text;
        for (std::size_t d = 0; d < rank_; ++d)
            text += (d ? ", " : "") + piece(d);
        return "[" + text + "]";
    }
    std::string whole(int margin) const {
        return brackets([&](std::size_t d) { return "0:" + bound(d, margin); });
    }

    void array(const std::string& name, int margin, bool transient) {
        data_ += "  array " + name + " float64 " +
                 brackets([&](std::size_t d) { return bound(d, margin); }) +
                 (transient ? " transient\n" : "\n");
    }
    void scalar(const std::string& name) { data_ += "  scalar " + name + " float64 transient\n"; }
    void line(const std::string& text) { body_ += "    " + text + "\n"; }

    /// Declares the access node of a container once per state.
    void access(const std::string& name) {
        if (accessed_.insert(name).second)
            line(name + " = access " + name);
    }

    std::string constant() { return std::to_string(1 + below(7)) + ".5"; }

    void state(int number, int maps) {
        accessed_.clear();
        body_ += "  state s" + std::to_string(number) + " {\n";
        if (chance(30))
            constantScalar();
        for (int m = 0; m < maps; ++m) {
            const auto operands = pick();
            int margin = kGraphMargin;
            for (const auto& operand : operands)
                margin = std::min(margin, operand.source.margin - reach(operand));
            const Source result{"t" + std::to_string(maps_), margin};
            array(result.name, margin, true);
            map(operands, result);
            sources_.push_back(result);
        }
        const Source output{"out" + std::to_string(number), 0};
        array(output.name, 0, false);
        map({Operand{sources_.back()}}, output);
        body_ += "  }\n";
    }

    void constantScalar() {
        const std::string name = "c" + std::to_string(maps_++);
        scalar(name);
        access(name);
        const bool usesAlpha = options_.scalarSymbols && chance(50);
        line("set_" + name + " = tasklet set_" + name +
             " `out = " + (usesAlpha ? "(alpha * " + constant() + ")" : constant()) + "`");
        line("set_" + name + ".out -> " + name + " : " + name + "[0]");
        sources_.push_back({name, kGraphMargin, true});
    }

    static int reach(const Operand& operand) { return std::ranges::max(operand.offset); }

    /// One to three operands, the latest result likely among them.
    std::vector<Operand> pick() {
        std::vector<Operand> operands;
        const int count = 1 + below(3);
        for (int i = 0; i < count; ++i) {
            const bool latest = i == 0 && chance(75);
            const auto last = static_cast<int>(sources_.size()) - 1;
            Operand operand{sources_[static_cast<std::size_t>(latest ? last : below(last + 1))]};
            const auto dim = static_cast<std::size_t>(below(static_cast<int>(rank_)));
            if (!operand.source.isScalar) {
                if (options_.offsetReads && operand.source.margin > 0 && chance(30))
                    operand.offset[dim] = 1;
                else if (options_.broadcasts && chance(8))
                    operand.broadcastDim = static_cast<int>(dim);
            }
            operands.push_back(operand);
        }
        return operands;
    }

    std::string element(const Operand& operand) const {
        if (operand.source.isScalar)
            return "[0]";
        return brackets([&](std::size_t d) {
            if (operand.broadcastDim == static_cast<int>(d))
                return std::string("0");
            const int offset = operand.offset[d];
            return offset ? kParams[d] + std::string(" + ") + std::to_string(offset)
                          : std::string(kParams[d]);
        });
    }

    /// Box of all that a map over [0, extent + margin) reads of one container.
    std::string box(const std::vector<Operand>& operands, const std::string& name,
                    int margin) const {
        std::array<int, 3> low{9, 9, 9};
        std::array<int, 3> high{-1, -1, -1}; // -1: element 0 alone
        for (const auto& operand : operands) {
            if (operand.source.name != name)
                continue;
            if (operand.source.isScalar)
                return "[0]";
            for (std::size_t d = 0; d < rank_; ++d) {
                const bool single = operand.broadcastDim == static_cast<int>(d);
                low[d] = std::min(low[d], single ? 0 : operand.offset[d]);
                high[d] = std::max(high[d], single ? -1 : operand.offset[d] + margin);
            }
        }
        return brackets([&](std::size_t d) {
            return high[d] < 0 ? std::string("0")
                               : std::to_string(low[d]) + ":" + bound(d, high[d]);
        });
    }

    std::string expression(std::size_t operands, bool mayUseAlpha) {
        std::string text = "x0";
        for (std::size_t i = 1; i < operands; ++i) {
            const std::string x = "x" + std::to_string(i);
            static constexpr std::array<const char*, 3> kOps{" + ", " - ", " * "};
            if (chance(20))
                text = "(" + x + " if (x0 < " + x + ") else " + text + ")";
            else
                text = "(" + text + kOps[static_cast<std::size_t>(below(3))] + x + ")";
        }
        if (mayUseAlpha && options_.scalarSymbols && chance(30))
            return "(" + text + " + alpha)";
        return chance(50) ? "(" + text + " * 0.5)" : "(" + text + " - " + constant() + ")";
    }

    void map(const std::vector<Operand>& operands, const Source& result) {
        const std::string id = std::to_string(maps_++);
        const std::string in = "in" + id;
        const std::string out = "exit" + id;
        for (const auto& operand : operands)
            access(operand.source.name);
        access(result.name);
        std::string ranges;
        for (std::size_t d = 0; d < rank_; ++d)
            ranges += (d ? ", " : "") + std::string(kParams[d]) + " = 0:" + bound(d, result.margin);
        line(in + " = map m" + id + " [" + ranges + "] -> " + out);
        const std::string writer = body(id, operands.size());
        line(out + " = exit " + in);
        std::set<std::string> done;
        for (const auto& operand : operands) {
            const auto& name = operand.source.name;
            if (done.insert(name).second)
                line(name + " -> " + in + ".IN_" + name + " : " + name +
                     box(operands, name, result.margin));
        }
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const auto& name = operands[i].source.name;
            line(in + ".OUT_" + name + " -> body" + id + ".x" + std::to_string(i) + " : " + name +
                 element(operands[i]));
        }
        line(writer + ".out -> " + out + ".IN_" + result.name + " : " + result.name +
             element(Operand{result}));
        line(out + ".OUT_" + result.name + " -> " + result.name + " : " + result.name +
             whole(result.margin));
    }

    /// The nodes that compute; `body<id>` takes x0, x1, ..., the returned node gives `out`.
    std::string body(const std::string& id, std::size_t operands) {
        const std::string name = "body" + id;
        if (options_.nestedSdfgs && chance(20)) {
            nested(name, operands);
            return name;
        }
        line(name + " = tasklet " + name + " `out = " + expression(operands, true) + "`");
        if (!chance(25))
            return name;
        const std::string scratch = "r" + id;
        scalar(scratch);
        line(scratch + " = access " + scratch);
        line("second" + id + " = tasklet second" + id + " `out = " + expression(1, true) + "`");
        line(name + ".out -> " + scratch + " : " + scratch + "[0]");
        line(scratch + " -> second" + id + ".x0 : " + scratch + "[0]");
        return "second" + id;
    }

    void nested(const std::string& name, std::size_t operands) {
        line(name + " = nested " + name + " = sdfg " + name + " {");
        for (std::size_t i = 0; i < operands; ++i)
            line("  scalar x" + std::to_string(i) + " float64");
        line("  scalar out float64");
        line("  state inner {");
        line("    out = access out");
        line("    compute = tasklet compute `r = " + inner(expression(operands, false)) + "`");
        for (std::size_t i = 0; i < operands; ++i) {
            const std::string x = "x" + std::to_string(i);
            line("    " + x + " = access " + x);
            line("    " + x + " -> compute." + inner(x) + " : " + x + "[0]");
        }
        line("    compute.r -> out : out[0]");
        line("  }");
        line("}");
    }

    /// Connectors inside a nested SDFG differ from its containers: x0 -> v0.
    static std::string inner(std::string text) {
        std::ranges::replace(text, 'x', 'v');
        return text;
    }

    RandomSdfgOptions options_;
    std::uint64_t state_;
    std::size_t rank_;
    std::string data_;
    std::string body_;
    std::vector<Source> sources_;
    std::set<std::string> accessed_;
    int maps_ = 0;
};

} // namespace

std::string randomSdfgText(std::uint64_t seed, const RandomSdfgOptions& options) {
    return Generator(seed, options).run();
}

ir::DocumentPtr randomSdfg(std::uint64_t seed, const RandomSdfgOptions& options) {
    const std::string text = randomSdfgText(seed, options);
    auto parsed = ir::parseDump(text);
    if (!parsed) {
        std::cerr << text << parsed.error().sentence << '\n';
        std::abort();
    }
    return *parsed;
}

} // namespace mw::test
