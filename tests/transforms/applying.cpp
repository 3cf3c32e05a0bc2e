// The one place where the suites over all transformations meet the interface of a transformation.

#include "tests/transforms/applying.h"

#include <fmt/format.h>

#include <cstdlib>
#include <iostream>

namespace mw::test {

namespace {

Params completed(const Transformation& t, const Params& params) {
    const auto complete = transforms::completeParams(t, params);
    if (!complete) { // a mistake of the test
        std::cerr << toString(complete.error()) << '\n';
        std::abort();
    }
    return *complete;
}

} // namespace

const std::vector<const Transformation*>& keepingResults() {
    static const std::vector<const Transformation*> all = [] {
        std::vector<const Transformation*> found;
        for (const auto* t : transforms::registry())
            if (!t->changesResults)
                found.push_back(t);
        return found;
    }();
    return all;
}

std::vector<Match> matchesOf(const Transformation& t, const ir::DocumentPtr& document) {
    return t.find(document, {});
}

std::optional<Refusal> refusalOf(const Transformation& t, const ir::DocumentPtr& document,
                                 const Match& match, const Params& params) {
    const auto checked = t.check(document, match, completed(t, params));
    const auto* refusal = transforms::refusalOf(checked);
    return refusal ? std::optional(*refusal) : std::nullopt;
}

Expected<ir::EditResult> applied(const Transformation& t, const ir::DocumentPtr& document,
                                 const Match& match, const Params& params) {
    MW_TRY(auto application, transforms::applyAt(t, document, match, params));
    return std::move(application.result);
}

Params neededParams(const Transformation& t, const ir::Document& program,
                    const symbolic::Bindings& symbols) {
    if (t.name != "specialise" || symbols.empty())
        return {};
    std::string values;
    for (const auto& [name, value] : symbols)
        if (program.root->symbols.contains(name))
            values += (values.empty() ? "" : ",") + name + "=" +
                      (value.isReal ? fmt::format("{}", value.d) : std::to_string(value.i));
    return {{"values", values}};
}

Match withElement(Match match, std::size_t role, ElementId element) {
    match.elements.at(role).id = element;
    return match;
}

Match inState(Match match, BlockId state) {
    match.state = state;
    return match;
}

std::string name(const Refusal& refusal) {
    return std::to_string(refusal.condition) + " " + refusal.code;
}

} // namespace mw::test
