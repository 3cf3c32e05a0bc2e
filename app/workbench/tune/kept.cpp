// What tuning came to, by the variant that it led to.

#include "app/workbench/tune/kept.h"

#include <nlohmann/json.hpp>

namespace mw::workbench {

namespace {

/// No subject of a search: those are keys of what is compiled.
std::string subjectOf(const ir::DocumentPtr& document) {
    return "variant " + structuralKey(document);
}

/// On one line, as a log has it.
std::string formNamed(const std::string& choices) {
    return choices.empty() ? "null" : nlohmann::ordered_json::parse(choices).dump();
}

} // namespace

void keepTuned(TuneLog& log, const ir::DocumentPtr& document, const std::string& choices,
               Trial whole) {
    if (!whole.isFaster())
        return;
    whole.subject = subjectOf(document);
    whole.form = formNamed(choices);
    log.add(std::move(whole));
}

const Trial* tunedTrial(const Program& program, history::VariantId variant) {
    const auto& history = *program.history;
    return program.tuning.trials().empty()
               ? nullptr
               : program.tuning.find(subjectOf(history.find(variant)->document),
                                     formNamed(history.choicesOf(variant)));
}

} // namespace mw::workbench
