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
    auto raw = analysis::rawCode(program);
    if (raw.empty())
        return {};
    if (!ask)
        return fail("untrusted-code", "the graph carries C++ of its own that nobody agreed to");
    return ask({{0, std::move(raw), codegen::compiledTexts(plan, target)}});
}

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 2; ///< 1 had the pieces of code, not what became of them

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
    const Json json = text ? Json::parse(*text, nullptr, false) : Json();
    try {
        if (json.is_object() && json.value("version", 0) == kVersion)
            for (const auto& [file, hashes] : json.at("files").items())
                entries[file] = hashes.get<std::set<std::string>>();
    } catch (const Json::exception&) {
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

Expected<void> TrustStore::add(const std::vector<std::string>& texts, const fs::path& graph) const {
    Entries entries = read();
    for (const std::string& text : texts)
        entries[nameOf(graph)].insert(sha256(text));
    Json json;
    json["version"] = kVersion;
    json["files"] = Json::object();
    for (const auto& [file, hashes] : entries)
        json["files"][file] = hashes;
    std::error_code ignored; // writing then says what is wrong
    fs::create_directories(file_.parent_path(), ignored);
    return io::writeFileAtomically(file_,
                                   json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

} // namespace mw::exec
