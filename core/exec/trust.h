#pragma once

#include "core/analysis/raw_code.h"
#include "core/codegen/codegen.h"
#include "core/support/expected.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mw::exec {

/// The source texts that would be compiled for one program with C++ of its own.
struct CompiledCode {
    std::size_t variant = 0;            ///< number of the program among those asked for
    std::vector<analysis::RawCode> raw; ///< why it is asked
    std::vector<std::string> texts;     ///< codegen::compiledTexts
    /// Where all of `raw` is kernels that were written by hand: codegen::textWithPurpose() of each.
    std::vector<std::string> byHand{};
};
/// What a program has of its own: in its graph, and kernels that were written by hand; nothing
/// where all of it is generated.
std::optional<CompiledCode> ownCode(std::size_t variant, const ir::Sdfg& program,
                                    const codegen::Plan& plan, codegen::Target target);
/// Asked before anything of such programs is compiled; the error refuses.
using AskConsent = std::function<Expected<void>(const std::vector<CompiledCode>&)>;
/// Asks for one program, where it carries C++ of its own; no `ask`: "untrusted-code".
Expected<void> askConsent(const AskConsent& ask, const ir::Sdfg& program, const codegen::Plan& plan,
                          codegen::Target target);

/// What the user agreed to compile, by file: the SHA-256 of each whole source text that a compiler
/// got. Whatever changes that text (the graph's own code, but also a name, a label, a size that is
/// compiled in, the target) needs consent again, and so does the same text from another file. Kept
/// in $XDG_CONFIG_HOME/mapwright/trusted.json (or ~/.config).
class TrustStore {
public:
    TrustStore(); ///< the user's
    explicit TrustStore(std::filesystem::path file) : file_(std::move(file)) {}

    /// No text at all is always covered. An unreadable store trusts nothing.
    bool covers(const std::vector<std::string>& texts, const std::filesystem::path& graph) const;
    /// Whether it is all kernels that the user wrote here: what else is compiled with them is
    /// generated.
    bool coversOwn(const CompiledCode& code) const;
    /// Remembers that the user wrote this text, for this kernel.
    Expected<void> addOwn(const codegen::HandText& hand) const;
    /// Remembers all of it; the error says why it cannot be remembered.
    Expected<void> add(const std::vector<std::string>& texts,
                       const std::filesystem::path& graph) const;

private:
    using Entries = std::map<std::string, std::set<std::string>>; ///< file -> hashes
    Entries read() const;
    Expected<void> write(const Entries& entries) const;

    std::filesystem::path file_;
};

} // namespace mw::exec
