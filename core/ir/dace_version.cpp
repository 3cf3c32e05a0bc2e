// Versions of DaCe, and what they differ in.
#include "core/ir/dace_version.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>

namespace mw::ir {

namespace {

using Stage = DaceVersion::Stage;

/// What is left of a text that is read from its front.
class Text {
public:
    explicit Text(std::string_view text) : rest_(text) {}

    bool number(int& value) {
        const char* end = rest_.data() + rest_.size();
        if (rest_.empty() || rest_.front() < '0' || rest_.front() > '9')
            return false;
        const auto parsed = std::from_chars(rest_.data(), end, value);
        if (parsed.ec != std::errc())
            return false;
        rest_.remove_prefix(static_cast<std::size_t>(parsed.ptr - rest_.data()));
        return true;
    }
    bool accept(std::string_view text) {
        if (!rest_.starts_with(text))
            return false;
        rest_.remove_prefix(text.size());
        return true;
    }
    /// Nothing, or a suffix that says nothing of the release.
    bool ends() const {
        return rest_.empty() || rest_.front() == '+' || rest_.starts_with(".post") ||
               rest_.starts_with(".dev") || rest_.starts_with("post") || rest_.starts_with("dev");
    }

private:
    std::string_view rest_;
};

struct Release {
    int day; ///< of its upload to PyPI, as 20260814
    DaceVersion version;
};
constexpr std::array kReleases{
    Release{20241116, {1, 0, 0}},
    Release{20250320, {1, 0, 2}},
    Release{20260511, {2, 0, 0, Stage::alpha, 3}},
    Release{20260625, {2, 0, 0, Stage::alpha, 4}},
    Release{20260723, {2, 0, 0, Stage::alpha, 5}},
    Release{20260814, {2, 0, 0, Stage::alpha, 6}},
    Release{20260828, {2, 0, 0, Stage::alpha, 7}},
    Release{20260901, {2, 0, 0, Stage::alpha, 8}},
    Release{20260917, {2, 0, 0, Stage::alpha, 9}},
    Release{20261003, {2, 0, 0, Stage::alpha, 10}},
    Release{20261026, {2, 0, 0, Stage::beta, 1}},
};

/// `2026.04.27`: years do not stand at the front of releases.
DaceVersion ofDay(int year, int month, int day) {
    DaceVersion newest = kReleases.front().version;
    for (const auto& release : kReleases)
        if (release.day <= year * 10000 + month * 100 + day)
            newest = release.version;
    return newest;
}

constexpr int kFirstYear = 1000;

} // namespace

Expected<DaceVersion> parseDaceVersion(std::string_view written) {
    const auto bad = [&] {
        return fail("bad-version", fmt::format("'{}' is no version of DaCe, as 1.0.2, 2.0.0a6 or "
                                               "2.0.0b1",
                                               written.substr(0, 40)));
    };
    Text text(written);
    DaceVersion version;
    int first = 0;
    text.accept("v");
    if (!text.number(first))
        return bad();
    if (text.accept("!") && !text.number(first))
        return bad();
    version.major = first;
    if (text.accept(".") && !text.number(version.minor))
        return bad();
    if (text.accept(".") && !text.number(version.patch))
        return bad();
    if (version.major >= kFirstYear) {
        if (!text.ends())
            return bad();
        return ofDay(version.major, version.minor, version.patch);
    }
    constexpr std::array<std::pair<std::string_view, Stage>, 3> kStages{
        {{"a", Stage::alpha}, {"b", Stage::beta}, {"rc", Stage::candidate}}};
    for (const auto& [name, stage] : kStages)
        if (text.accept(name)) {
            version.stage = stage;
            if (!text.number(version.number))
                return bad();
            break;
        }
    if (!text.ends())
        return bad();
    return version;
}

std::string print(const DaceVersion& version) {
    constexpr std::array<std::string_view, 4> kNames{"a", "b", "rc", ""};
    std::string text = fmt::format("{}.{}.{}", version.major, version.minor, version.patch);
    if (version.stage != Stage::release)
        text +=
            fmt::format("{}{}", kNames[static_cast<std::size_t>(version.stage)], version.number);
    return text;
}

DaceRules rulesOf(const DaceVersion& version) {
    DaceRules rules;
    rules.dollar = version >= DaceVersion{2, 0, 0, Stage::alpha, 4};
    rules.shortTypeNames = version < DaceVersion{1, 0, 0, Stage::alpha, 0};
    rules.ownConnectors = version >= DaceVersion{2, 0, 0, Stage::alpha, 1};
    rules.sameIndices = version >= DaceVersion{2, 0, 0, Stage::alpha, 7};
    rules.storageParameters = version >= DaceVersion{2, 0, 0, Stage::alpha, 10};
    rules.pythonArithmetic = rules.wholeContainers =
        version >= DaceVersion{2, 0, 0, Stage::beta, 1};
    return rules;
}

DaceRules rulesOf(std::string_view version) {
    const auto known = parseDaceVersion(version);
    return known ? rulesOf(*known) : DaceRules{};
}

} // namespace mw::ir
