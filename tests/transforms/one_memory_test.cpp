// Two arguments of a nested SDFG that are overlapping parts of one array outside: programs of the
// suite so called, with a pair of their arguments that can lie so, every transformation at some of
// its matches. What applies leaves the results as they were. MAPWRIGHT_LONG: all programs, pairs
// and matches.

#include "core/analysis/analysis.h"
#include "core/ir/dump.h"
#include "core/ir/index.h"
#include "tests/support/catch.h"
#include "tests/transforms/applying.h"
#include "tests/transforms/suite_programs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>

namespace one_memory_test {

using namespace mw;

namespace {

constexpr std::size_t kMostMatches = 3, kMostPrograms = 40;

bool isLong() {
    return std::getenv("MAPWRIGHT_LONG") != nullptr;
}

/// Dense, of rank 1, the same type.
bool canShare(const ir::DataDescriptor& a, const ir::DataDescriptor& b) {
    const auto plain = [](const ir::DataDescriptor& data) {
        return data.kind == ir::DataKind::array && !data.transient && data.rank() == 1 &&
               data.strides.front().isInteger(1) &&
               (data.offset.empty() || data.offset.front().isInteger(0));
    };
    return plain(a) && plain(b) && a.dtype == b.dtype && a.storage == b.storage;
}

struct Uses {
    bool reads = false, writes = false;
};

Uses usesOf(const ir::Sdfg& sdfg, const std::string& name) {
    Uses uses;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        const ir::StateIndex index(*state);
        for (const auto& node : state->nodes)
            if (const auto* access = node->as<ir::AccessNode>(); access && access->data == name) {
                uses.reads = uses.reads || !index.outEdges(node->id).empty();
                uses.writes = uses.writes || !index.inEdges(node->id).empty();
            }
    });
    return uses;
}

/// `[0:N, 0:M]`, one element further where that is asked for.
std::string wholeOf(const ir::DataDescriptor& data, int shift = 0) {
    if (data.isScalar())
        return "[0]";
    std::string text;
    for (const auto& extent : data.shape)
        text += fmt::format("{}{}:({}) + {}", text.empty() ? "" : ", ", shift,
                            symbolic::print(extent), shift);
    return "[" + text + "]";
}

/// The line that declares a container, as the text form has it.
std::string declarationOf(const std::string& dump, const std::string& name) {
    std::istringstream lines(dump);
    for (std::string line; std::getline(lines, line);)
        for (const char* kind : {"  array ", "  scalar "})
            if (line.starts_with(kind + name + " "))
                return line + "\n";
    return {};
}

/// The program as a nested SDFG of another one, in which its arguments `a` and `b` are parts of one
/// array: b one element behind a.
std::string around(const ir::Sdfg& inner, const std::string& a, const std::string& b) {
    const std::string dump = ir::dump(inner);
    std::string symbols, mapping, declarations, nodes, edges;
    for (const auto& [name, type] : inner.symbols) {
        symbols += fmt::format(" {}:{}", name, ir::name(type.scalar));
        mapping += fmt::format("{}{}: {}", mapping.empty() ? "" : ", ", name, name);
    }
    const auto& first = *inner.data(a);
    const auto& second = *inner.data(b);
    declarations =
        fmt::format("  array shared_memory {} [({}) + ({}) + 1]\n", ir::name(first.dtype.scalar),
                    symbolic::print(first.shape[0]), symbolic::print(second.shape[0]));
    int number = 0;
    for (const auto& [name, data] : inner.arrays) {
        if (data->transient)
            continue;
        const bool shares = name == a || name == b;
        const std::string outside = shares ? "shared_memory" : name;
        const std::string region = wholeOf(*data, name == b ? 1 : 0);
        if (!shares)
            declarations += declarationOf(dump, name);
        const Uses uses = usesOf(inner, name);
        if (uses.reads || !uses.writes) {
            nodes += fmt::format("    in{} = access {}\n", number, outside);
            edges += fmt::format("    in{} -> whole.{} : {}{}\n", number, name, outside, region);
        }
        if (uses.writes) {
            nodes += fmt::format("    out{} = access {}\n", number, outside);
            edges += fmt::format("    whole.{} -> out{} : {}{}\n", name, number, outside, region);
        }
        ++number;
    }
    return fmt::format(
        "sdfg around {{\n{}{}  state call {{\n    whole = nested whole {{{}}} = {}\n{}{}"
        "  }}\n}}\n",
        symbols.empty() ? "" : "  symbols" + symbols + "\n", declarations, mapping, dump, nodes,
        edges);
}

/// Programs around those of the suite, as far as they compute something that is sure.
std::vector<test::SuiteProgram> programs() {
    std::vector<test::SuiteProgram> all;
    for (const test::SuiteProgram& program : test::smallPrograms()) {
        const ir::Sdfg& sdfg = *program.document->root;
        if (program.races || program.orderOpen)
            continue;
        std::size_t pairs = 0;
        for (const auto& [a, first] : sdfg.arrays)
            for (const auto& [b, second] : sdfg.arrays) {
                const bool wanted = a != b && canShare(*first, *second) &&
                                    (usesOf(sdfg, a).writes || usesOf(sdfg, b).writes);
                if (!wanted || (pairs > 0 && !isLong()))
                    continue;
                ++pairs;
                const auto text = around(sdfg, a, b);
                const auto parsed = ir::parseDump(text);
                INFO(text);
                if (!parsed) {
                    FAIL_CHECK(toString(parsed.error()));
                    continue;
                }
                auto one = test::textProgram(
                    fmt::format("{}, {} and {} in one", program.name, a, b), text);
                if (!one.races && !one.orderOpen && !one.runs.empty())
                    all.push_back(std::move(one));
            }
    }
    return all;
}

} // namespace

TEST_CASE("arguments of a nested SDFG that overlap outside keep every transformation right") {
    const auto all = programs();
    const std::size_t stride = isLong() ? 1 : all.size() / kMostPrograms + 1;
    std::size_t tried = 0, applied = 0;
    for (std::size_t i = 0; i < all.size(); i += stride) {
        const test::SuiteProgram& program = all[i];
        ++tried;
        const auto expected = program.expected();
        for (const auto* t : test::keepingResults()) {
            const auto matches = test::matchesOf(*t, program.document);
            const std::size_t step = isLong() ? 1 : matches.size() / kMostMatches + 1;
            for (std::size_t m = 0; m < matches.size(); m += step) {
                const auto result = test::applied(*t, program.document, matches[m],
                                                  test::neededParams(*t, program));
                if (!result)
                    continue;
                ++applied;
                INFO(t->name << " at " << matches[m].label << " of " << program.name);
                const auto got = test::interpreted(*result->document, program.runs.front());
                if (!got)
                    FAIL_CHECK(toString(got.error()));
                else if (const auto found = test::firstDifference(*got, expected.front()))
                    FAIL_CHECK(*found << "\n" << ir::dump(*program.document->root));
            }
        }
    }
    std::cerr << tried << " of " << all.size() << " programs, " << applied << " applications\n";
    CHECK(tried >= 20);
    CHECK(applied >= 5 * tried);
}

} // namespace one_memory_test
