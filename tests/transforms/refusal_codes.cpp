// Reads the sources of the transformations for the refusals that they name, so that none is without
// a test.

#include "tests/transforms/refusal_codes.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>

namespace mw::test {

namespace {

namespace fs = std::filesystem;

std::string textOf(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Of the sources whose path below transforms/ begins so, in order.
std::string sources(const std::string& beginning) {
    const auto root = fs::path(MW_SOURCE_DIR) / "transforms";
    std::set<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.is_regular_file() &&
            entry.path().lexically_relative(root).string().starts_with(beginning))
            files.insert(entry.path());
    std::string text;
    for (const auto& file : files)
        text += textOf(file);
    return text;
}

template <class Use>
void forEachMatch(const std::string& text, const std::regex& pattern, Use use) {
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
        use(*at);
}

/// Code by code what stands in refuse(NUMBER, [verdict,] "code", ...); with a verdict also the code
/// of what is only not shown. `number`: what stands there for the condition.
template <class Use>
void forEachRefusal(const std::string& text, const std::string& number, Use use) {
    const std::regex pattern("refuse(?:Uncertain)?\\(\\s*(" + number +
                             "),\\s*(verdict,\\s*)?\"([a-z-]+)\"");
    forEachMatch(text, pattern, [&](const std::smatch& m) {
        use(m[1].str(), m[3].str());
        if (m[2].matched)
            use(m[1].str(), m[3].str() + "-unproven");
    });
}

/// Codes by function of the toolkit: of all functions that take the number of their condition,
/// what they and the functions say that they hand it on to.
std::map<std::string, std::set<std::string>> readToolkit() {
    const std::string text = sources("toolkit/");
    std::map<std::string, std::string> bodies;
    const std::regex head(R"re(\n[\w:<>, ]+[ >](\w+)\(int condition\b)re");
    forEachMatch(text, head, [&](const std::smatch& m) {
        const auto from = static_cast<std::size_t>(m.position());
        const auto brace = text.find('{', from);
        if (text.find(';', from) > brace) // a definition
            bodies[m[1]] = text.substr(brace, text.find("\n}\n", brace) - brace);
    });
    std::map<std::string, std::set<std::string>> codes;
    for (std::size_t depth = 0; depth < bodies.size(); ++depth)
        for (const auto& [name, body] : bodies) {
            auto& own = codes[name];
            forEachRefusal(body, "condition",
                           [&own](const auto&, const auto& code) { own.insert(code); });
            for (const auto& [other, found] : codes)
                if (other != name && body.find(other + "(condition") != std::string::npos)
                    own.insert(found.begin(), found.end());
        }
    return codes;
}

/// The same, read once.
const std::map<std::string, std::set<std::string>>& toolkitFunctions() {
    static const auto functions = readToolkit();
    return functions;
}

} // namespace

NamedRefusals refusalsOf(const std::string& transformation) {
    std::string folder = transformation;
    std::ranges::replace(folder, '-', '_');
    const std::string text = sources(folder);
    NamedRefusals named;
    forEachRefusal(text, "\\d+", [&](const auto& number, const auto& code) {
        named.own.insert(number + " " + code);
    });
    // A helper of the transformation that gets the code as its last argument.
    std::string condition;
    forEachMatch(text, std::regex(R"re(refuse\(\s*(\d+),\s*verdict,\s*code,)re"),
                 [&](const std::smatch& m) { condition = m[1]; });
    forEachMatch(text, std::regex(R"re(return check\w+\([^;"]*"([a-z]+(-[a-z]+)+)"\);)re"),
                 [&](const std::smatch& m) {
                     named.own.insert(condition + " " + m[1].str());
                     named.own.insert(condition + " " + m[1].str() + "-unproven");
                 });
    for (const auto& [function, codes] : toolkitFunctions())
        forEachMatch(text, std::regex("\\b" + function + "\\((\\d+),"),
                     [&, &codes = codes](const std::smatch& m) {
                         for (const auto& code : codes)
                             named.ofToolkit.insert(m[1].str() + " " + code);
                     });
    return named;
}

std::set<std::string> refusalsOfToolkit() {
    std::set<std::string> all;
    for (const auto& [function, codes] : toolkitFunctions())
        all.insert(codes.begin(), codes.end());
    return all;
}

} // namespace mw::test
