// Scans: a map over columns, and in it a nested SDFG that walks the levels in a loop.
#include "samples/builder/lowering.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <functional>

namespace mw::samples {

namespace {

/// A container of the caller's as the nested SDFG sees it: named as the scan names it, its own
/// domain given by symbols.
Argument inputArgument(const ScanPart& part, const Value& value) {
    return {part.name, value.axes, value.type, {}};
}

/// Names in a text that are no functions.
std::set<std::string> symbolsOf(const std::string& text) {
    std::set<std::string> names;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() &&
               (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
            ++end;
        const auto word = text.substr(at, end - at);
        if (!word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0 &&
            word != "Max" && word != "Min")
            names.insert(word);
        at = std::max(end, at + 1);
    }
    return names;
}

/// Symbols of the nested SDFG, by what they are outside.
std::map<std::string, std::string>
mappingOf(const std::vector<Value>& inner, const std::vector<Value>& outer, const Domain& domain) {
    const auto element = Names::parameter(domain.horizontal.name);
    std::map<std::string, std::string> mapping{{element, element}};
    for (const auto& symbol : symbolsOf(domain.levels.start + " " + domain.levels.end))
        mapping[symbol] = symbol;
    for (std::size_t n = 0; n < inner.size(); ++n)
        for (std::size_t a = 0; a < 2; ++a) {
            const auto axis = inner[n].axes[a].name;
            const auto& name = inner[n].container;
            mapping[Names::first(name, axis)] = outer[n].origins[a];
            mapping[Names::end(name, axis)] =
                fmt::format("{} + {}", outer[n].origins[a], outer[n].extents[a]);
            mapping[inner[n].strides[a]] = outer[n].strides[a];
        }
    return mapping;
}

/// What the nested SDFG reads, and for each state what it begins with, what it holds, and a column
/// of its values.
std::string containersOf(const ScanNode& scan, const std::vector<Value>& inputs,
                         const std::string& levels) {
    std::string containers;
    for (const Value& value : inputs)
        containers += declaration("array", value, false);
    for (const ScanPart& part : scan.states)
        containers += fmt::format("  scalar __gtir_scan_input_{0} {1}\n  scalar {0} {1} transient\n"
                                  "  array __gtir_scan_output_{0} {1} [{2}]\n",
                                  part.name, ir::name(part.field.node().type), levels);
    return containers;
}

/// Each state begins with its value.
std::string entryOf(const ScanNode& scan) {
    std::string entry;
    for (std::size_t n = 0; n < scan.states.size(); ++n)
        entry += fmt::format("i{0} = access __gtir_scan_input_{1}; s{0} = access {1}; "
                             "i{0} -> s{0} : __gtir_scan_input_{1}[0]; ",
                             n, scan.states[n].name);
    return entry;
}

std::string loopOf(Sweep direction, const Range& levels) {
    return fmt::format(fmt::runtime(direction == Sweep::forward
                                        ? "loop scan `{0} = {1}` `({0} < {2})` `{0} = ({0} + 1)`"
                                        : "loop scan `{0} = ({2} - 1)` `({0} >= {1})` "
                                          "`{0} = ({0} - 1)`"),
                       Names::parameter("K"), levels.start, levels.end);
}

} // namespace

/// One level: a tasklet to an operation, a scalar to its result.
std::string Lowering::scanBody(const ScanNode& scan, const std::vector<Value>& inputs,
                               const std::string& firstLevel, std::string& containers) {
    StateText body("scan_compute");
    std::map<const Node*, std::pair<std::string, std::string>> done; // access node, what it holds
    const std::function<std::pair<std::string, std::string>(const Field&)> evaluate =
        [&](const Field& field) {
            const Node& node = field.node();
            if (const auto known = done.find(&node); known != done.end())
                return known->second;
            std::vector<std::string> operands;
            const auto tasklet = body.fresh("t");
            for (std::size_t n = 0; n < node.operands.size(); ++n) {
                const Field& operand = node.operands[n];
                if (operand.node().kind == NodeKind::literal) {
                    operands.push_back(operand.node().text);
                    continue;
                }
                const auto [access, memlet] = evaluate(operand);
                operands.push_back(names_.connector("arg" + std::to_string(n)));
                body.edge(
                    fmt::format("{} -> {}.{} : {}", access, tasklet, operands.back(), memlet));
            }
            assert(node.kind == NodeKind::operation);
            const Value value{unique(names_.temporary(temporaries_++)), node.type, {}, {}, {}, {}};
            containers += declaration("scalar", value, true);
            body.node(fmt::format("{} = tasklet {} `{} = {}`", tasklet, taskletLabel(node.label),
                                  names_.connector("result"), substituted(node.text, operands)));
            const auto access = body.writing(value);
            body.edge(fmt::format("{}.{} -> {} : {}[0]", tasklet, names_.connector("result"),
                                  access, value.container));
            return done[&node] = {access, value.container + "[0]"};
        };
    for (std::size_t n = 0; n < inputs.size(); ++n)
        done[&scan.inputNames[n].node()] = {
            body.reading(inputs[n]),
            fmt::format("{}[{}]", inputs[n].container, SubsetText(inputs[n]).atParameters())};
    for (std::size_t n = 0; n < scan.states.size(); ++n) {
        const Value last{scan.states[n].name, {}, {}, {}, {}, {}};
        done[&scan.stateNames[n].node()] = {body.reading(last), last.container + "[0]"};
    }
    StateText update("scan_update");
    for (std::size_t n = 0; n < scan.states.size(); ++n) {
        const auto [access, memlet] = evaluate(scan.next[n]);
        const auto& name = scan.states[n].name;
        const Value level{"__gtir_scan_output_" + name, {}, {}, {}, {}, {}};
        body.edge(fmt::format("{} -> {} : {} -> [{} - ({})]", access, body.writing(level), memlet,
                              Names::parameter("K"), firstLevel));
        const Value made{memlet.substr(0, memlet.find('[')), {}, {}, {}, {}, {}};
        update.edge(fmt::format("{} -> {} : {}[0]", update.reading(made),
                                update.writing({name, {}, {}, {}, {}, {}}), made.container));
    }
    return body.text() + update.text();
}

Value Lowering::scan(const Field& field, const Domain& domain) {
    const Node& node = field.node();
    const ScanNode& scan = *node.sweep;
    const auto place = [&](std::size_t n) {
        return fmt::format("scan {} {} {}:{} {}:{}", fmt::ptr(&scan), n, domain.elements.start,
                           domain.elements.end, domain.levels.start, domain.levels.end);
    };
    const auto which = static_cast<std::size_t>(node.levels);
    if (const auto known = done_.find(place(which)); known != done_.end())
        return known->second;

    std::vector<Value> outer, inner, begins, targets;
    for (const ScanPart& part : scan.inputs) {
        outer.push_back(evaluate(part.field, domain));
        assert(outer.back().axes.size() == 2);
        inner.push_back(argumentValue(names_, inputArgument(part, outer.back())));
    }
    for (const ScanPart& part : scan.states)
        begins.push_back(evaluate(part.field, domain));
    for (const ScanPart& part : scan.states)
        targets.push_back(temporary(part.field.node().type, node.axes, domain));

    std::string symbols;
    std::string pairs;
    for (const auto& [name, value] : mappingOf(inner, outer, domain)) {
        const bool element = name == Names::parameter(domain.horizontal.name);
        symbols += fmt::format("  symbols {}:{}\n", name, element ? "int64" : "int32");
        pairs += fmt::format("{}{}: {}", pairs.empty() ? "" : ", ", name, value);
    }
    std::string containers = containersOf(scan, inner, extentOf(names_, domain.levels));
    const auto body = scanBody(scan, inner, domain.levels.start, containers);
    const auto label = fmt::format("scan_{}", scans_++);

    MapText map(state(), mapLabel(), {domain.horizontal}, domain);
    const auto nested = state().fresh("s");
    state().node(fmt::format("{} = nested {} {{{}}} = sdfg {} {{\n{}{}  state scan_entry {{ {}}}\n"
                             "  {} variable {} {{\n{}  scan_compute -> scan_update\n  }}\n"
                             "  scan_entry -> scan\n    }}",
                             nested, label, pairs, label, symbols, containers, entryOf(scan),
                             loopOf(scan.direction, domain.levels), Names::parameter("K"), body));
    for (std::size_t n = 0; n < inner.size(); ++n)
        map.edge(outer[n], SubsetText(outer[n]).whole(), nested + "." + inner[n].container,
                 SubsetText(outer[n]).whole());
    for (std::size_t n = 0; n < scan.states.size(); ++n)
        map.edge(begins[n], "0",
                 fmt::format("{}.__gtir_scan_input_{}", nested, scan.states[n].name), "0");
    for (std::size_t n = 0; n < scan.states.size(); ++n) {
        map.column(fmt::format("{}.__gtir_scan_output_{}", nested, scan.states[n].name),
                   targets[n]);
        done_[place(n)] = targets[n];
    }
    return targets[which];
}

} // namespace mw::samples
