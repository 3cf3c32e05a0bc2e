// Hostile text in every place of a file that has text: the source that comes out is that of the
// same graph with plain text there, or nothing comes out.
#include "core/codegen/codegen.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/core/codegen/hostile_programs.h"
#include "tests/core/codegen/source_tokens.h"
#include "tests/support/catch.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdlib>
#include <set>

namespace hostile_text_test {

using namespace mw;
using codegen::Target;
using Json = nlohmann::ordered_json;

namespace {

/// Begins every replacement, so that plain and hostile names sort alike among the others.
const std::string kPlain = "zq7";

/// What is put behind it.
const std::vector<std::string>& payloads() {
    using namespace std::string_literals;
    static const std::vector<std::string> kPayloads = {
        "\nint pwned = system(\"touch pwned\");//"s,
        "\r\nsystem(\"touch pwned\");\r\n"s,
        "; system(\"touch pwned\"); double q"s,
        "\"; system(\"touch pwned\"); \""s,
        "')); system('touch pwned'); (("s,
        "*/ system(\"touch pwned\"); /*"s,
        "\\"s,
        "?\?/"s,
        "\n#include \"/etc/passwd\"\n"s,
        "\n#define double system(pwned) ; double\n"s,
        "\n#pragma GCC poison int\n"s,
        ")\"; R\"(pwned"s,
        "{}{0}{:>99999999}%s%n%n%n"s,
        "<img src=x onerror=pwned()>&lt;b>"s,
        "\x1b]0;PWNED\x07\x1b[2J"s,
        "\xE2\x80\xAE;pwned\xE2\x80\xA8x"s,
        "\xC3\xA9t\xC3\xA9"s,
        " operator new"s,
        " __attribute__((constructor)) void pwned() {}"s,
        "__asm__(\"pwned\")"s,
        "[0]; pwned[0"s,
        "$(touch pwned)`touch pwned`"s,
        "../../../pwned"s,
        "\0pwned"s,
        "-O3 -fplugin=pwned.so"s,
        "::std::system"s,
    };
    return kPayloads;
}
bool isLong() {
    return std::getenv("MAPWRIGHT_LONG") != nullptr;
}

/// Steps from the root: keys and positions.
using Path = std::vector<std::string>;

Json* at(Json& json, const Path& path, std::size_t steps) {
    Json* found = &json;
    for (std::size_t i = 0; i < steps; ++i)
        found = found->is_array() ? &(*found)[std::stoul(path[i])] : &(*found)[path[i]];
    return found;
}

/// A member of the file that is text: its value, or its key.
struct TextMember {
    Path path;
    bool key = false;
};

void collect(const Json& json, Path& path, std::vector<TextMember>& members) {
    if (json.is_string())
        members.push_back({path, false});
    if (!json.is_structured())
        return;
    std::size_t i = 0;
    for (const auto& [key, value] : json.items()) {
        path.push_back(json.is_array() ? std::to_string(i++) : key);
        if (json.is_object())
            members.push_back({path, true});
        collect(value, path, members);
        path.pop_back();
    }
}

/// Raw C++ is compiled as it stands, after consent: that is another test's.
bool isRaw(const Json& whole, const TextMember& member) {
    static const std::set<std::string> kRaw = {"code_global", "code_init", "code_exit",
                                               "global_code", "init_code", "exit_code",
                                               "state_fields"};
    for (const auto& step : member.path)
        if (kRaw.contains(step))
            return true;
    Json copy = whole;
    if (member.key || member.path.back() != "string_data")
        return false;
    const Json* code = at(copy, member.path, member.path.size() - 1);
    return code->value("language", "Python") == "CPP";
}

Json withKey(const Json& object, const std::string& from, const std::string& to) {
    Json out = Json::object();
    for (const auto& [key, value] : object.items())
        out[key == from ? to : key] = value;
    return out;
}

Json replaced(Json json, const TextMember& member, const std::string& text) {
    Json* parent = at(json, member.path, member.path.size() - 1);
    if (member.key)
        *parent = withKey(*parent, member.path.back(), text);
    else
        *at(json, member.path, member.path.size()) = text;
    return json;
}

/// The text everywhere where it stands as a whole.
Json replacedAll(const Json& json, const std::string& from, const std::string& to) {
    if (json.is_string())
        return json == from ? Json(to) : json;
    if (json.is_array()) {
        Json out = Json::array();
        for (const Json& item : json)
            out.push_back(replacedAll(item, from, to));
        return out;
    }
    if (!json.is_object())
        return json;
    Json out = Json::object();
    for (const auto& [key, value] : json.items())
        out[key == from ? to : key] = replacedAll(value, from, to);
    return out;
}

/// The tokens for one target; nothing where the file is refused.
using Tokens = std::vector<test::Token>;
std::optional<std::array<Tokens, 3>> generated(const Json& json) {
    const auto document = io::readSdfg(json.dump());
    if (!document)
        return std::nullopt;
    const auto plan = codegen::lower(**document, {.constants = {}, .rawCode = true});
    if (!plan) {
        CHECK_FALSE(plan.error().sentence.empty());
        return std::nullopt;
    }
    std::array<Tokens, 3> result;
    for (const Target target : {Target::cpu, Target::cuda, Target::hip})
        for (const std::string& text : codegen::compiledTexts(*plan, target)) {
            const auto more = test::tokens(text);
            auto& all = result.at(static_cast<std::size_t>(target));
            all.insert(all.end(), more.begin(), more.end());
        }
    return result;
}

class Attack {
public:
    explicit Attack(const std::string& program) {
        const auto document = ir::parseDump(program);
        if (!document)
            FAIL(toString(document.error()));
        const auto text = io::writeSdfg(**document);
        REQUIRE(text);
        json_ = Json::parse(*text);
        original_ = generated(json_);
        REQUIRE(original_);
        for (const Target target : {Target::cpu, Target::cuda, Target::hip})
            fixed_.at(static_cast<std::size_t>(target)) =
                test::tokens(codegen::print({}, target).text);
    }

    void everyMember() {
        std::vector<TextMember> members;
        Path path;
        collect(json_, path, members);
        for (const TextMember& member : members)
            if (!isRaw(json_, member))
                compare([&](const std::string& text) { return replaced(json_, member, text); },
                        fmt(member));
    }
    /// Names that stand in several members.
    void everyName() {
        std::vector<TextMember> members;
        Path path;
        collect(json_, path, members);
        std::set<std::string> names;
        for (const TextMember& member : members)
            if (!isRaw(json_, member))
                names.insert(member.key
                                 ? member.path.back()
                                 : at(json_, member.path, member.path.size())->get<std::string>());
        for (const std::string& name : names)
            compare([&](const std::string& text) { return replacedAll(json_, name, text); },
                    "all '" + name + "'");
    }
    int compared() const { return compared_; }

private:
    static std::string fmt(const TextMember& member) {
        std::string text = member.key ? "key " : "value ";
        for (const auto& step : member.path)
            text += "/" + step;
        return text;
    }
    template <class With>
    void compare(const With& with, const std::string& where) {
        const auto plain = generated(with(kPlain));
        const std::size_t count = isLong() ? payloads().size() : 1;
        for (std::size_t i = 0; i < count; ++i) {
            const std::string& payload = payloads()[isLong() ? i : turn_++ % payloads().size()];
            INFO(where << " <- " << Json(payload).dump());
            const auto got = generated(with(kPlain + payload));
            if (!got)
                continue;
            ++compared_;
            const auto& expected = plain ? *plain : *original_;
            for (std::size_t t = 0; t < got->size(); ++t)
                REQUIRE(test::difference(expected.at(t), got->at(t), fixed_.at(t)) == "");
        }
    }

    Json json_;
    std::optional<std::array<Tokens, 3>> original_;
    std::array<Tokens, 3> fixed_;
    std::size_t turn_ = 0;
    int compared_ = 0;
};

} // namespace

TEST_CASE("hostile text in any one place of a file changes no token") {
    for (const auto& [name, program] : test::hostilePrograms()) {
        INFO(name);
        Attack attack(program);
        attack.everyMember();
        CHECK(attack.compared() > 25);
    }
}

TEST_CASE("hostile names, the same wherever they stand, change no token") {
    for (const auto& [name, program] : test::hostilePrograms()) {
        INFO(name);
        Attack attack(program);
        attack.everyName();
        CHECK(attack.compared() > 10);
    }
}

} // namespace hostile_text_test
