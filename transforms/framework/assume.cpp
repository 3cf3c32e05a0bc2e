// A program that is taken to be run with certain values only.

#include "transforms/framework/assume.h"

#include "core/analysis/assumed.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <sstream>

namespace mw::transforms {

namespace {

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\n");
    if (first == std::string_view::npos)
        return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\n") - first + 1));
}

} // namespace

Expected<Assume> assumeOf(const Params& params) {
    Assume assume;
    const auto given = params.find(kAssume);
    if (given == params.end())
        return assume;
    const auto* text = std::get_if<std::string>(&given->second);
    if (!text)
        return fail("bad-parameter", fmt::format("{} takes conditions as text.", kAssume));
    std::istringstream parts(*text);
    for (std::string part; std::getline(parts, part, ';');)
        if (const std::string condition = trimmed(part); condition == kStated)
            assume.stated = true;
        else if (!condition.empty())
            assume.conditions.push_back(condition);
    return assume;
}

std::string text(const Assume& assume) {
    auto all = assume.conditions;
    if (assume.stated)
        all.emplace_back(kStated);
    return fmt::format("{}", fmt::join(all, "; "));
}

void setAssume(Params& params, const Assume& assume) {
    auto said = text(assume);
    if (said.empty())
        params.erase(std::string(kAssume));
    else
        params[std::string(kAssume)] = std::move(said);
}

Expected<ir::DocumentPtr> assuming(const ir::DocumentPtr& document,
                                   const std::vector<std::string>& conditions) {
    if (conditions.empty())
        return document;
    auto root = std::make_shared<ir::Sdfg>(*document->root);
    symbolic::Assumptions facts = analysis::assumedFacts(*root);
    std::set<std::string_view> said; // each once: proofs take their time with every fact
    for (const auto& text : conditions) {
        if (!said.insert(text).second)
            continue;
        MW_TRY(const auto condition, analysis::assumedCondition(*root, text));
        if (symbolic::Prover(facts).holds(condition).disproven())
            return fail("bad-assumption",
                        fmt::format("'{}' cannot be assumed: it never holds{}", text,
                                    facts.facts.empty() ? "" : " with what is assumed already"));
        analysis::addAssumption(*root, condition);
        facts.facts.push_back(condition);
    }
    auto assumed = std::make_shared<ir::Document>(*document);
    assumed->root = std::move(root);
    return assumed;
}

} // namespace mw::transforms
