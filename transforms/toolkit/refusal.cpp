// Refusals: one way to say which condition fails, why, where, and which proof is missing.

#include "transforms/toolkit/refusal.h"

#include <fmt/format.h>

namespace mw::transforms {

Refusal refuse(int condition, std::string code, std::string sentence,
               std::vector<ElementId> elements) {
    return {condition, std::move(code), std::move(sentence), std::move(elements), false, {}};
}

Refusal refuse(int condition, const Verdict& verdict, std::string code, std::string sentence,
               std::vector<ElementId> elements) {
    Refusal refusal = refuse(condition, std::move(code), std::move(sentence), std::move(elements));
    if (!verdict.unproven()) {
        if (!verdict.detail.empty())
            refusal.sentence += fmt::format(" ({})", verdict.detail);
        return refusal;
    }
    refusal.code += "-unproven";
    refusal.unproven = true;
    refusal.missingProof = verdict.detail;
    refusal.sentence +=
        verdict.detail.empty()
            ? " (it could not be shown to hold for all sizes)"
            : fmt::format(" (not shown to hold for all sizes: needs {})", verdict.detail);
    return refusal;
}

Refusal refuseUncertain(int condition, std::string code, std::string sentence,
                        std::vector<ElementId> elements) {
    Refusal refusal = refuse(condition, std::move(code), std::move(sentence), std::move(elements));
    refusal.unproven = true;
    return refusal;
}

Refusal refuse(int condition, std::string code, const Refusal& inner, std::string_view beginning) {
    Refusal refusal = inner;
    refusal.condition = condition;
    refusal.code = std::move(code);
    refusal.sentence.insert(0, beginning);
    return refusal;
}

std::string shortLabel(const std::string& label) {
    return label.substr(0, label.find('['));
}

std::string quoted(const ir::Map& map) {
    return "'" + shortLabel(map.label) + "'";
}

std::string quoted(const ir::Node& node) {
    const auto* access = node.as<ir::AccessNode>();
    return "'" + (access ? access->data : shortLabel(ir::displayName(node))) + "'";
}

std::string quoted(const ir::StateIndex& index, NodeId node) {
    const ir::Node& named = *index.node(node);
    const auto* exit = named.as<ir::MapExit>();
    const ir::Node* entry = exit ? index.node(exit->entry) : nullptr;
    return quoted(entry ? *entry : named);
}

} // namespace mw::transforms
