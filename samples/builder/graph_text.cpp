// Lines of states and maps.
#include "samples/builder/graph_text.h"

#include <fmt/format.h>

namespace mw::samples {

std::string StateText::reading(const Value& value) {
    if (const auto made = written_.find(value.container); made != written_.end())
        return made->second;
    const auto name = fresh("a");
    node(fmt::format("{} = access {}", name, value.container));
    return name;
}

std::string StateText::writing(const Value& value) {
    const auto name = fresh("a");
    node(fmt::format("{} = access {}", name, value.container));
    written_[value.container] = name;
    return name;
}

std::string StateText::text() const {
    return fmt::format("  state {} {{\n{}{}  }}\n", label_, nodes_, edges_);
}

MapText::MapText(StateText& state, const std::string& label, const std::vector<Axis>& axes,
                 const Domain& domain)
    : state_(state), domain_(domain) {
    std::string ranges;
    for (const Axis& axis : axes)
        if (axis.neighbours == 0)
            ranges +=
                fmt::format("{}{} = {}:{}", ranges.empty() ? "" : ", ", Names::parameter(axis.name),
                            domain.of(axis).start, domain.of(axis).end);
    if (ranges.empty())
        return;
    entry_ = state.fresh("m");
    exit_ = state.fresh("x");
    state.node(fmt::format("{} = map {} [{}] -> {}", entry_, label, ranges, exit_));
    state.node(fmt::format("{} = exit {}", exit_, entry_));
}

std::string MapText::in(const Value& value, const std::string& outer) {
    if (entry_.empty())
        return state_.reading(value);
    std::string& connector = connectors_[value.container + "[" + outer];
    if (connector.empty()) {
        const int use = uses_[value.container]++;
        connector = value.container + (use == 0 ? "" : fmt::format("_{}", use));
        state_.edge(fmt::format("{} -> {}.IN_{} : {}[{}]", state_.reading(value), entry_, connector,
                                value.container, outer));
    }
    return fmt::format("{}.OUT_{}", entry_, connector);
}

void MapText::edge(const Value& value, const std::string& outer, const std::string& to,
                   const std::string& inner) {
    state_.edge(fmt::format("{} -> {} : {}[{}]", in(value, outer), to, value.container, inner));
}

void MapText::out(const std::string& from, const Value& target, const std::string& other) {
    leadOut(from, target, SubsetText(target).atParameters(),
            other.empty() ? "" : fmt::format(" -> [{}]", other));
}

void MapText::column(const std::string& from, const Value& target) {
    leadOut(from, target, SubsetText(target).wholeAlongAtParameters(K), "");
}

void MapText::leadOut(const std::string& from, const Value& target, const std::string& inner,
                      const std::string& other) {
    const auto node = state_.writing(target);
    if (exit_.empty()) {
        state_.edge(fmt::format("{} -> {} : {}[0]{}", from, node, target.container, other));
        return;
    }
    state_.edge(fmt::format("{} -> {}.IN_{} : {}[{}]{}", from, exit_, target.container,
                            target.container, inner, other));
    state_.edge(fmt::format("{}.OUT_{} -> {} : {}[{}]", exit_, target.container, node,
                            target.container, SubsetText(target).over(domain_)));
}

std::string substituted(std::string text, const std::vector<std::string>& names) {
    for (std::size_t n = 0; n < names.size(); ++n) {
        const auto place = fmt::format("{{{}}}", n);
        for (auto at = text.find(place); at != std::string::npos; at = text.find(place, at))
            text.replace(at, place.size(), names[n]);
    }
    return text;
}

} // namespace mw::samples
