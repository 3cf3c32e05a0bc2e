// Containers that are read as variables, without a memlet that says so.
#include "core/analysis/read_by_name.h"

#include "core/ir/connectors.h"
#include "core/ir/index.h"
#include "core/support/identifiers.h"
#include "core/symbolic/distinct_symbols.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mw::analysis {

namespace {

class Reader {
public:
    explicit Reader(const ir::Sdfg& sdfg) {
        for (const auto& [name, data] : sdfg.arrays)
            if (data && data->isSingleElement())
                variables_.insert(name);
    }

    /// Looks for one of them alone.
    Reader(const ir::Sdfg& sdfg, std::string_view name) {
        if (const auto* data = sdfg.data(name); data && data->isSingleElement()) {
            variables_.insert(name);
            only_ = name;
        }
    }

    void state(const ir::State& state) {
        if (variables_.empty())
            return;
        for (const auto& node : state.nodes)
            this->node(*node);
        for (const auto& edge : state.edges)
            for (const auto* subset : {&edge->memlet.subset, &edge->memlet.otherSubset})
                if (*subset)
                    symbols_.in(**subset, [&](const std::string& name) { addName(name); });
    }

    NameSet take() { return std::move(read_); }

private:
    void add(const symbolic::Expr& e, const std::vector<std::string>& hidden) {
        if (e.isSymbol() && std::ranges::find(hidden, e.name()) == hidden.end())
            addName(e.name());
        for (const auto& arg : e.args())
            add(arg, hidden);
    }
    void add(const symbolic::Subset& subset, const std::vector<std::string>& hidden) {
        for (const auto& range : subset.dims)
            for (const auto* e : {&range.begin, &range.end, &range.step, &range.tile})
                add(*e, hidden);
    }
    void addName(std::string_view name) {
        if (variables_.contains(name))
            read_.emplace(name);
    }
    void addCode(std::string_view code, const ir::Node& node) {
        if (code.find(only_) == std::string_view::npos)
            return;
        forEachWord(code, [&](const Word& word) {
            if (word.isIdentifier() && !word.member && variables_.contains(word.text) &&
                !node.in.contains(word.text) && !node.out.contains(word.text))
                addName(word.text);
        });
    }

    void node(const ir::Node& node) {
        if (const auto* tasklet = node.as<ir::Tasklet>()) {
            addCode(tasklet->code.text, node);
        } else if (const auto* map = node.as<ir::MapEntry>()) {
            add(map->map.range, ir::dynamicInputs(node));
        } else if (const auto* consume = node.as<ir::ConsumeEntry>()) {
            add(consume->numPes, ir::dynamicInputs(node));
            addCode(consume->condition.text, node);
        } else if (const auto* nested = node.as<ir::NestedSdfg>()) {
            for (const auto& [symbol, value] : nested->symbolMapping)
                symbols_.in(value, [&](const std::string& name) { addName(name); });
        }
    }

    std::unordered_set<std::string_view> variables_; ///< containers that can be read so
    std::string_view only_;                          ///< empty: all of them
    NameSet read_;
    symbolic::DistinctSymbols symbols_; ///< of memlets and mappings
};

} // namespace

NameSet readByName(const ir::Sdfg& sdfg, const ir::State& state) {
    Reader reader(sdfg);
    reader.state(state);
    return reader.take();
}

NameSet readByName(const ir::Sdfg& sdfg) {
    Reader reader(sdfg);
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            reader.state(*state);
    });
    NameSet read = reader.take(), inControl;
    forEachControlText(sdfg, [&](const std::string& text) { collectIdentifiers(text, inControl); });
    for (const auto& [name, data] : sdfg.arrays)
        if (inControl.contains(name))
            read.insert(name);
    return read;
}

bool isReadByName(const ir::Sdfg& sdfg, std::string_view name) {
    Reader reader(sdfg, name);
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            reader.state(*state);
    });
    NameSet inControl;
    forEachControlText(sdfg, [&](const std::string& text) {
        if (text.find(name) != std::string::npos)
            collectIdentifiers(text, inControl);
    });
    return !reader.take().empty() || (inControl.contains(name) && sdfg.arrays.contains(name));
}

} // namespace mw::analysis
