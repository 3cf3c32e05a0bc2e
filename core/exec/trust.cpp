// Remembers which source texts the user agreed to compile.
#include "core/exec/trust.h"

#include "core/io/file.h"
#include "core/support/environment.h"
#include "core/support/sha256.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace mw::exec {

Expected<void> askConsent(const AskConsent& ask, const ir::Sdfg& program, const codegen::Plan& plan,
                          codegen::Target target) {
    auto own = ownCode(0, program, plan, target);
    if (!own)
        return {};
    if (!ask)
        return fail("untrusted-code", "the graph carries C++ of its own that nobody agreed to");
    return ask({std::move(*own)});
}

std::optional<CompiledCode> ownCode(std::size_t variant, const ir::Sdfg& program,
                                    const codegen::Plan& plan, codegen::Target target) {
    CompiledCode own{variant, analysis::rawCode(program), {}};
    const bool generated = own.raw.empty();
    for (const codegen::Kernel& kernel : plan.kernels) {
        if (!kernel.hand || kernel.hand->target != target)
            continue;
        own.raw.push_back({analysis::RawCode::Kind::kernel, kernel.map,
                           codegen::whereByHand(kernel), kernel.hand->text, "", false});
        if (generated)
            own.byHand.push_back(codegen::textWithPurpose(*kernel.hand));
    }
    if (own.raw.empty())
        return std::nullopt;
    own.texts = codegen::compiledTexts(plan, target);
    return own;
}

namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

constexpr int kVersion = 2; ///< 1 had the pieces of code, not what became of them
constexpr const char* kByHand = "kernels written by hand"; ///< in place of a file; no path is so

fs::path userFile() {
    const fs::path folder = userFolder("XDG_CONFIG_HOME", ".config");
    return folder.empty() ? folder : folder / "trusted.json";
}

/// The same file under one name, through links and relative paths.
std::string nameOf(const fs::path& graph) {
    std::error_code error;
    const fs::path absolute = fs::absolute(graph, error);
    const fs::path canonical = fs::weakly_canonical(absolute, error);
    return (error ? absolute : canonical).string();
}

} // namespace

TrustStore::TrustStore() : file_(userFile()) {}

TrustStore::Entries TrustStore::read() const {
    Entries entries;
    const auto text = io::readFile(file_);
    const OrderedJson json = text ? OrderedJson::parse(*text, nullptr, false) : OrderedJson();
    try {
        if (json.is_object() && json.value("version", 0) == kVersion)
            for (const auto& [file, hashes] : json.at("files").items())
                entries[file] = hashes.get<std::set<std::string>>();
    } catch (const OrderedJson::exception&) {
        return {}; // damaged: nothing is trusted, and the next consent writes it anew
    }
    return entries;
}

bool TrustStore::covers(const std::vector<std::string>& texts, const fs::path& graph) const {
    if (texts.empty())
        return true;
    const Entries entries = read();
    const auto known = entries.find(nameOf(graph));
    return known != entries.end() &&
           std::all_of(texts.begin(), texts.end(), [&](const std::string& text) {
               return known->second.contains(sha256(text));
           });
}

bool TrustStore::coversOwn(const CompiledCode& code) const {
    const Entries entries = read();
    const auto known = entries.find(kByHand);
    return !code.byHand.empty() && known != entries.end() &&
           std::ranges::all_of(code.byHand, [&](const std::string& text) {
               return known->second.contains(sha256(text));
           });
}

Expected<void> TrustStore::addOwn(const codegen::HandText& hand) const {
    Entries entries = read();
    entries[kByHand].insert(sha256(codegen::textWithPurpose(hand)));
    return write(entries);
}

Expected<void> TrustStore::add(const std::vector<std::string>& texts, const fs::path& graph) const {
    Entries entries = read();
    for (const std::string& text : texts)
        entries[nameOf(graph)].insert(sha256(text));
    return write(entries);
}

Expected<void> TrustStore::write(const Entries& entries) const {
    OrderedJson json;
    json["version"] = kVersion;
    json["files"] = OrderedJson::object();
    for (const auto& [file, hashes] : entries)
        json["files"][file] = hashes;
    std::error_code ignored; // writing then says what is wrong
    fs::create_directories(file_.parent_path(), ignored);
    return io::writeFileAtomically(
        file_, json.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n");
}

} // namespace mw::exec
