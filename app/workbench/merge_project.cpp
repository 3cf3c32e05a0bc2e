// What two processes did to one project, put together.

#include "app/workbench/merge_project.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace mw::workbench {

namespace {

using Number = std::uint32_t;
using Numbers = std::map<Number, Number>;

Json memberOf(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found == json.end() ? Json() : *found;
}

/// Null takes the member away.
void setMember(Json& json, const char* key, Json value) {
    if (value.is_null())
        json.erase(key);
    else
        json[key] = std::move(value);
}

std::string lineOf(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Unexpected conflict(const std::string& what) {
    return fail("project-conflict",
                fmt::format("another process has saved this project meanwhile, and {}; save it "
                            "under another name, or open it again",
                            what));
}

/// nullopt: both changed it, and not alike.
std::optional<Json> changedByOne(const Json& base, const Json& here, const Json& there) {
    if (here == base || here == there)
        return there;
    return there == base ? std::optional(here) : std::nullopt;
}

Expected<void> mergeMembers(const Json& base, const Json& here, Json& there,
                            const std::string& of) {
    for (const auto& [key, value] : here.items()) {
        const auto now = memberOf(there, key.c_str());
        auto merged = changedByOne(memberOf(base, key.c_str()), value, now);
        if (!merged)
            return conflict(fmt::format("set '{}' of {} to {}, which is {} here", key, of,
                                        lineOf(now), lineOf(value)));
        setMember(there, key.c_str(), std::move(*merged));
    }
    return {};
}

/// Adds what is new here and not there already.
void mergeLists(const Json& base, const Json& here, Json& into, const char* key) {
    std::set<std::string> known;
    for (const auto& list : {memberOf(base, key), memberOf(into, key)})
        for (const auto& one : list)
            known.insert(lineOf(one));
    for (const auto& one : memberOf(here, key))
        if (!known.contains(lineOf(one)))
            into[key].push_back(one);
}

struct StepOfVariant {
    Number id, parent;
    std::string step;
};

std::vector<StepOfVariant> stepsIn(const Json& program) {
    std::vector<StepOfVariant> steps;
    for (const auto& variant : program.at("variants"))
        steps.push_back({variant.at("id").get<Number>(), variant.at("parent").get<Number>(),
                         lineOf(memberOf(variant, "step"))});
    return steps;
}

/// Finds the variants of one file in another.
class VariantMatch {
public:
    VariantMatch(const Json& of, const Json& in) : left_(stepsIn(of)) {
        for (const auto& [id, parent, step] : stepsIn(in)) {
            parents_[id] = parent;
            byStep_[{parent, step}].push_back(id);
        }
    }

    Numbers matched() {
        do
            takeBySteps();
        while (takeByNumbers());
        return std::move(same_);
    }

private:
    void takeBySteps() {
        for (const auto& [id, parent, step] : left_) {
            const auto below = same_.find(parent);
            if (below == same_.end())
                continue;
            auto& alike = byStep_[{below->second, step}];
            std::erase_if(alike, [&](Number one) { return taken_.contains(one); });
            if (!alike.empty())
                take(id, std::ranges::find(alike, id) != alike.end() ? id : alike.front());
        }
        std::erase_if(left_, [&](const auto& one) { return same_.contains(one.id); });
    }

    /// Only those whose parents are known: what is below them may be found by its step again.
    bool takeByNumbers() {
        std::vector<Number> found;
        for (const auto& [id, parent, step] : left_) {
            const auto below = same_.find(parent);
            const auto at = parents_.find(id);
            if (below != same_.end() && at != parents_.end() && at->second == below->second &&
                !taken_.contains(id))
                found.push_back(id);
        }
        for (const auto id : found)
            take(id, id);
        return !found.empty();
    }

    void take(Number id, Number found) {
        same_[id] = found;
        taken_.insert(found);
    }

    std::vector<StepOfVariant> left_; ///< not found yet
    Numbers parents_;
    std::map<std::pair<Number, std::string>, std::vector<Number>> byStep_;
    Numbers same_{{0, 0}};
    std::set<Number> taken_;
};

/// The variants of one file that are those of another: below the same one by the same step, the
/// first of several. Files of older versions spell steps differently: of what no step finds, the
/// number says it.
Numbers sameVariants(const Json& of, const Json& in) {
    return VariantMatch(of, in).matched();
}

Number renumbered(const Numbers& numbers, Number id) {
    const auto found = numbers.find(id);
    return found == numbers.end() ? 0 : found->second;
}

void renumber(Json& json, const char* key, const Numbers& numbers) {
    if (const auto found = json.find(key); found != json.end())
        *found = renumbered(numbers, found->get<Number>());
}

/// The program with other numbers for its variants.
Json renumbered(Json program, const Numbers& numbers) {
    renumber(program, "current", numbers);
    renumber(program, "baseline", numbers);
    for (auto& variant : program["variants"]) {
        renumber(variant, "id", numbers);
        renumber(variant, "parent", numbers);
        if (variant.contains("batch"))
            renumber(variant["batch"], "first", numbers);
    }
    if (program.contains("bookmarks"))
        for (auto& bookmark : program["bookmarks"])
            renumber(bookmark, "variant", numbers);
    if (program.contains("measurements"))
        for (auto& measurement : program["measurements"])
            for (auto& id : measurement["variants"])
                id = renumbered(numbers, id.get<Number>());
    return program;
}

/// A program that nothing was done to yet.
Json untouched(const Json& program) {
    Json json{{"path", memberOf(program, "path")},
              {"content", memberOf(program, "content")},
              {"current", 1},
              {"measurements", Json::array()}};
    if (program.contains("dace"))
        json["dace"] = program["dace"];
    json["variants"] = {{{"id", 1},
                         {"parent", 0},
                         {"name", "original"},
                         {"pinned", false},
                         {"exported", false},
                         {"measured", Json::object()}}};
    return json;
}

/// One program that both have.
class ProgramMerge {
public:
    ProgramMerge(const Json& base, const Json& here, Json& there, bool keepsAll)
        : there_(there), keepsAll_(keepsAll) {
        Number next = 0;
        for (const auto& variant : there.at("variants"))
            next = std::max(next, variant.at("id").get<Number>());
        Numbers ofBase = sameVariants(base, there);
        for (const auto& variant : base.at("variants"))
            if (ofBase.try_emplace(variant.at("id").get<Number>(), next + 1).second)
                ++next;
        for (const auto& [id, known] : sameVariants(here, base))
            numbers_[id] = renumbered(ofBase, known);
        for (const auto& variant : here.at("variants"))
            if (numbers_.try_emplace(variant.at("id").get<Number>(), next + 1).second)
                ++next;
        base_ = renumbered(base, ofBase);
        here_ = renumbered(here, numbers_);
    }

    Expected<void> merge() {
        for (const auto& variant : there_["variants"])
            names_.insert(variant.at("name").get<std::string>());
        std::map<Number, std::size_t> places;
        for (std::size_t i = 0; i < there_["variants"].size(); ++i)
            places[there_["variants"][i].at("id").get<Number>()] = i;
        std::map<Number, const Json*> before;
        for (const auto& variant : base_["variants"])
            before[variant.at("id").get<Number>()] = &variant;
        for (const auto& variant : here_["variants"]) {
            const auto id = variant.at("id").get<Number>();
            if (const auto place = places.find(id); place == places.end())
                add(variant);
            else
                MW_CHECK(change(*before.at(id), variant, there_["variants"][place->second]));
        }
        if (here_.at("current") != base_.at("current"))
            there_["current"] = here_.at("current");
        for (const auto* key : {"baseline", "calls", "inputs"})
            MW_CHECK(single(key));
        MW_CHECK(bookmarks());
        mergeLists(base_, here_, there_, "measurements");
        mergeLists(base_, here_, there_, "tuning");
        return {};
    }

    /// Variants of here -> of the merged file.
    const Numbers& numbers() const { return numbers_; }

private:
    /// As changedByOne().
    std::optional<Json> mergedMember(const Json& base, const Json& here, const Json& there,
                                     const char* key) const {
        const auto ours = memberOf(here, key);
        auto theirs = memberOf(there, key);
        if (keepsAll_ && ours.is_null())
            return theirs;
        return changedByOne(memberOf(base, key), ours, theirs);
    }

    Expected<void> single(const char* key) {
        auto merged = mergedMember(base_, here_, there_, key);
        if (!merged)
            return conflict(
                fmt::format("has another '{}' of '{}'", key, there_.at("path").get<std::string>()));
        setMember(there_, key, std::move(*merged));
        return {};
    }

    void add(Json variant) {
        auto name = variant.at("name").get<std::string>();
        if (names_.contains(name)) {
            const auto wish = wishOf(name);
            for (int& number = numbered_.try_emplace(wish, 2).first->second; names_.contains(name);
                 ++number)
                name = fmt::format("{} ({})", wish, number);
        }
        variant["name"] = name;
        names_.insert(std::move(name));
        there_["variants"].push_back(std::move(variant));
    }

    /// "name (2)" was numbered where there is a "name", too.
    std::string wishOf(const std::string& name) const {
        const auto open = name.rfind(" (");
        const bool isNumbered = open != std::string::npos && name.ends_with(')') &&
                                name.find_first_not_of("0123456789", open + 2) == name.size() - 1;
        auto wish = name.substr(0, isNumbered ? open : std::string::npos);
        return names_.contains(wish) ? wish : name;
    }

    Expected<void> change(const Json& base, const Json& here, Json& there) const {
        const auto name = there.at("name").get<std::string>();
        for (const auto* key : {"name", "note", "pinned", "exported", "batch"}) {
            auto merged = mergedMember(base, here, there, key);
            if (!merged)
                return conflict(
                    fmt::format("the variant '{}' has another '{}' there than here", name, key));
            setMember(there, key, std::move(*merged));
        }
        const auto before = memberOf(base, "measured");
        for (const auto& [what, time] : here.at("measured").items())
            if (memberOf(before, what.c_str()) != time)
                there["measured"][what] = time;
        return {};
    }

    /// A mark that was noted anew is one taken away and one added.
    Expected<void> bookmarks() {
        const auto base = memberOf(base_, "bookmarks");
        const auto here = memberOf(here_, "bookmarks");
        auto there = memberOf(there_, "bookmarks");
        const auto has = [](const Json& list, const Json& one) {
            return std::ranges::find(list, one) != list.end();
        };
        const auto placed = [](const Json& list, const Json& like) {
            return std::ranges::any_of(list, [&](const Json& one) {
                return one.at("variant") == like.at("variant") &&
                       one.at("place") == like.at("place");
            });
        };
        for (const auto& one : base) {
            if (keepsAll_ || has(here, one))
                continue;
            if (const auto at = std::ranges::find(there, one); at != there.end())
                there.erase(at);
            else if (placed(there, one) || placed(here, one))
                return conflict(fmt::format("changed the mark '{}', which was changed here too",
                                            one.at("note").get<std::string>()));
        }
        for (const auto& one : here)
            if (!has(base, one) && !has(there, one))
                there.push_back(one);
        setMember(there_, "bookmarks", there.empty() ? Json() : std::move(there));
        return {};
    }

    Json base_, here_; ///< with the numbers of the merged file
    Json& there_;
    bool keepsAll_;
    Numbers numbers_;
    std::set<std::string> names_;
    std::map<std::string, int> numbered_;
};

/// The place of the same input in a list of programs: of several, the one that as many stand
/// before.
std::optional<std::size_t> placeOf(const Json& programs, std::size_t at, const Json& in) {
    const auto isSame = [&](const Json& one) {
        return one.at("path") == programs[at].at("path") &&
               one.at("content") == programs[at].at("content") &&
               one.value("dace", "") == programs[at].value("dace", "");
    };
    auto before =
        std::count_if(programs.begin(), programs.begin() + static_cast<std::ptrdiff_t>(at), isSame);
    for (std::size_t i = 0; i < in.size(); ++i)
        if (isSame(in[i]) && before-- == 0)
            return i;
    return std::nullopt;
}

/// Without what looking around changes.
Json workOf(Json program) {
    program.erase("current");
    program.erase("original");
    return program;
}

class ProjectMerge {
public:
    explicit ProjectMerge(ProjectVersions versions) : versions_(std::move(versions)) {}

    Expected<Json> merge() {
        auto& [base, here, there, isBaseKnown] = versions_;
        there["mapwright"] = here.at("mapwright");
        for (const auto* key : {"inputs", "settings"})
            MW_CHECK(
                mergeMembers(base.at(key), here.at(key), there[key], fmt::format("the {}", key)));
        const auto& programs = here.at("programs");
        std::vector<bool> gone(there.at("programs").size());
        MW_CHECK(remove(gone));
        for (std::size_t i = 0; i < programs.size(); ++i)
            MW_CHECK(program(i));
        Json left = Json::array();
        std::vector<std::size_t> places; // in the list without those that are gone
        for (std::size_t i = 0; i < there["programs"].size(); ++i) {
            places.push_back(left.size());
            if (i >= gone.size() || !gone[i])
                left.push_back(std::move(there["programs"][i]));
        }
        there["programs"] = std::move(left);
        if (here.contains("shown") && memberOf(here, "shown") != memberOf(base, "shown"))
            show(places);
        return std::move(there);
    }

private:
    /// Programs that were closed here.
    Expected<void> remove(std::vector<bool>& gone) {
        const auto& before = versions_.base.at("programs");
        for (std::size_t i = 0; i < before.size() && versions_.isBaseKnown; ++i) {
            const auto there = placeOf(before, i, versions_.there.at("programs"));
            if (!there || placeOf(before, i, versions_.here.at("programs")))
                continue;
            if (workOf(before[i]) != workOf(versions_.there["programs"][*there]))
                return conflict(fmt::format("changed the program '{}', which was closed here",
                                            before[i].at("path").get<std::string>()));
            gone[*there] = true;
        }
        return {};
    }

    Expected<void> program(std::size_t at) {
        const auto& programs = versions_.here.at("programs");
        const auto& one = programs[at];
        const auto before = placeOf(programs, at, versions_.base.at("programs"));
        const auto there = placeOf(programs, at, versions_.there.at("programs"));
        place_.push_back(there);
        numbers_.emplace_back();
        if (!there && before) {
            if (workOf(versions_.base["programs"][*before]) != workOf(one))
                return conflict(fmt::format("closed the program '{}', which was changed here",
                                            one.at("path").get<std::string>()));
            return {};
        }
        if (!there) {
            place_.back() = versions_.there["programs"].size();
            versions_.there["programs"].push_back(one);
            for (const auto& variant : one.at("variants"))
                numbers_.back()[variant.at("id").get<Number>()] = variant.at("id").get<Number>();
            return {};
        }
        ProgramMerge merge(before ? versions_.base["programs"][*before] : untouched(one), one,
                           versions_.there["programs"][*there], !versions_.isBaseKnown);
        MW_CHECK(merge.merge());
        numbers_.back() = merge.numbers();
        return {};
    }

    /// What is shown here, with the places and numbers of the merged file.
    void show(const std::vector<std::size_t>& places) {
        auto shown = versions_.here.at("shown");
        for (auto& pane : shown["panes"]) {
            Json tabs = Json::array();
            for (auto tab : pane["tabs"]) {
                const auto at = tab.at("program").get<std::size_t>();
                if (at >= place_.size() || !place_[at])
                    continue;
                tab["program"] = places[*place_[at]];
                renumber(tab, "variant", numbers_[at]);
                tabs.push_back(std::move(tab));
            }
            pane["tabs"] = std::move(tabs);
        }
        versions_.there["shown"] = std::move(shown);
    }

    ProjectVersions versions_;
    std::vector<std::optional<std::size_t>> place_; ///< of each program of here in `there`
    std::vector<Numbers> numbers_;                  ///< of its variants
};

} // namespace

Expected<Json> mergeProjects(ProjectVersions versions) {
    try {
        return ProjectMerge(std::move(versions)).merge();
    } catch (const Json::exception& error) {
        return fail("damaged-file",
                    fmt::format("the project was changed by another process, and what it wrote "
                                "cannot be read: {}",
                                error.what()));
    }
}

std::size_t variantsIn(const Json& project) {
    std::size_t variants = 0;
    for (const auto& program : memberOf(project, "programs"))
        variants += memberOf(program, "variants").size();
    return variants;
}

} // namespace mw::workbench
