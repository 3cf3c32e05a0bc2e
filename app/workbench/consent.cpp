// Who agreed to compile what.

#include "app/workbench/consent.h"

namespace mw::workbench {

Expected<void> Consent::ask(const std::vector<exec::CompiledCode>& code) {
    refused_.clear();
    std::vector<analysis::RawCode> raw;
    for (const auto& one : code) {
        const auto& file = files_.at(one.variant < files_.size() ? one.variant : 0);
        if (store_.coversOwn(one) || store_.covers(one.texts, file))
            continue;
        refused_.push_back({one.texts, file});
        raw.insert(raw.end(), one.raw.begin(), one.raw.end());
    }
    if (refused_.empty())
        return {};
    Diagnostic refusal = analysis::untrustedCode(raw);
    refusal.location.file = refused_.front().file.string();
    return fail(std::move(refusal));
}

Expected<void> Consent::agree() {
    Expected<void> all;
    for (const auto& [texts, file] : refused_)
        if (auto remembered = store_.add(texts, file); !remembered && all)
            all = std::move(remembered);
    refused_.clear();
    return all;
}

} // namespace mw::workbench
