#include "transforms/framework/apply.h"

#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/recipe.h"
#include "core/analysis/analysis.h"
#include "core/history/history.h"
#include "core/history/recipe.h"
#include "core/io/file.h"
#include "core/io/sdfg_io.h"
#include "transforms/framework/replay.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>

namespace mw::cli {

namespace {

using transforms::Match;
using transforms::Params;
using transforms::Transformation;

Diagnostic noSuchTransformation(const std::string& name) {
    std::string known;
    for (const auto* t : transforms::registry())
        known += (known.empty() ? "" : ", ") + t->name;
    return {Severity::error,
            "no-such-transformation",
            fmt::format("there is no transformation '{}'; there are: {}", name, known),
            {},
            {}};
}

const transforms::ParamSpec* findParam(const Transformation& t, const std::string& name) {
    for (const auto& spec : t.params)
        if (spec.name == name)
            return &spec;
    return nullptr;
}

Expected<transforms::ParamValue> parseValue(const transforms::ParamSpec& spec,
                                            const std::string& text) {
    if (std::holds_alternative<bool>(spec.defaultValue)) {
        if (text == "true" || text == "1" || text == "yes")
            return transforms::ParamValue(true);
        if (text == "false" || text == "0" || text == "no")
            return transforms::ParamValue(false);
        return fail("bad-parameter",
                    fmt::format("--{} takes true or false, not '{}'", spec.name, text));
    }
    if (std::holds_alternative<std::int64_t>(spec.defaultValue)) {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size())
            return fail("bad-parameter",
                        fmt::format("--{} takes an integer, not '{}'", spec.name, text));
        return transforms::ParamValue(value);
    }
    return transforms::ParamValue(text);
}

/// `--only-inner-maps --limit 3 --name=value` as parameters of the transformation.
Expected<Params> parseParams(const Transformation& t, const std::vector<std::string>& words) {
    Params params;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].rfind("--", 0) != 0)
            return fail("bad-parameter",
                        fmt::format("'{}' is no parameter of {}", words[i], t.name));
        const auto equals = words[i].find('=');
        const std::string name =
            words[i].substr(2, equals == std::string::npos ? equals : equals - 2);
        const auto* spec = findParam(t, name);
        if (!spec)
            return fail("bad-parameter", fmt::format("{} has no parameter --{}", t.name, name));
        std::string text;
        if (equals != std::string::npos)
            text = words[i].substr(equals + 1);
        else if (i + 1 < words.size() && words[i + 1].rfind("--", 0) != 0)
            text = words[++i];
        else if (std::holds_alternative<bool>(spec->defaultValue))
            text = "true";
        else
            return fail("bad-parameter", fmt::format("--{} needs a value", name));
        MW_TRY(params[name], parseValue(*spec, text));
    }
    return transforms::completeParams(t, params);
}

/// With the reason of the last place that was looked at.
Unexpected appliesNowhere(const Transformation& t, const transforms::DocumentView& view,
                          const Params& params) {
    const auto found = transforms::candidates(t, view, {}, params);
    auto none = Diagnostic{Severity::error,
                           "no-match",
                           fmt::format("{} applies nowhere in {} ({} candidates)", t.name,
                                       view.document()->root->name, found.size()),
                           {},
                           {}};
    if (!found.empty())
        none.notes.push_back(found.back().match.label + ": " +
                             transforms::refusalOf(found.back().result)->sentence);
    return fail(none);
}

/// The match of this number, counted from 1.
Expected<Match> numbered(const Transformation& t, const transforms::DocumentView& view,
                         int number) {
    const auto found = t.find(view, {});
    if (static_cast<std::size_t>(number) > found.size())
        return fail("no-match", fmt::format("{} has {} matches here; there is no match {}", t.name,
                                            found.size(), number));
    return found[static_cast<std::size_t>(number) - 1];
}

struct Applied {
    history::History history;
    std::size_t times = 0;
};

Expected<Applied> applyAsAsked(const Transformation& t, const ir::DocumentPtr& document,
                               const Params& params, const ApplyOptions& options) {
    const transforms::DocumentView view(document);
    std::vector<transforms::Application> steps;
    if (!options.all && options.match > 0) {
        MW_TRY(const Match match, numbered(t, view, options.match));
        MW_TRY(auto step, transforms::applyAt(t, view, match, params));
        steps.push_back(std::move(step));
    } else {
        transforms::RepeatOptions repeat;
        if (!options.all)
            repeat.limit = 1;
        MW_TRY(steps, transforms::applyEverywhere(t, view, params, repeat));
    }
    if (steps.empty())
        return appliesNowhere(t, view, params);
    Applied applied{history::History(document), steps.size()};
    for (auto& step : transforms::recorded(t, document, std::move(steps)))
        applied.history.add(std::move(step.record), std::move(step.result));
    return applied;
}

Exit exitFor(const Diagnostic& error) {
    return error.code == "bad-parameter" ? Exit::usage : Exit::finding;
}

Exit save(const Applied& applied, const ApplyOptions& options) {
    const auto& document = *applied.history.current().document;
    if (!options.out.empty())
        if (auto written = io::writeSdfgFile(document, options.out); !written)
            return failed(written.error(), Exit::badFile);
    if (!options.recipe.empty()) {
        const auto text = history::recipe(applied.history, applied.history.current().id);
        if (auto written = io::writeFileAtomically(options.recipe, text); !written)
            return failed(written.error(), Exit::badFile);
    }
    return Exit::done;
}

std::string mapsBeforeAfter(const ir::Document& before, const ir::Document& after) {
    return fmt::format("{} maps became {}", analysis::summarise(before).maps,
                       analysis::summarise(after).maps);
}

} // namespace

Exit transformations(bool json) {
    auto list = nlohmann::ordered_json::array();
    std::string text;
    for (const auto* t : transforms::registry()) {
        auto params = nlohmann::ordered_json::array();
        text += fmt::format("{}\n  {}\n", t->name, t->summary);
        for (const auto& spec : t->params) {
            params.push_back({{"name", spec.name}, {"help", spec.help}});
            text += fmt::format("    --{}: {}\n", spec.name, spec.help);
        }
        list.push_back(
            {{"name", t->name}, {"title", t->title}, {"summary", t->summary}, {"params", params}});
    }
    print(json ? list.dump(2) + "\n" : text);
    return Exit::done;
}

Exit matches(const MatchesOptions& options) {
    const auto document = load(options.file);
    if (!document)
        return Exit::badFile;
    if (!options.transformation.empty() && !transforms::findTransformation(options.transformation))
        return failed(noSuchTransformation(options.transformation), Exit::usage);
    const transforms::DocumentView view(document);
    auto list = nlohmann::ordered_json::array();
    std::string text;
    int applicable = 0;
    for (const auto* t : transforms::registry()) {
        if (!options.transformation.empty() && t->name != options.transformation)
            continue;
        const auto params = *transforms::completeParams(*t, {});
        int number = 0;
        for (const auto& [match, result] : transforms::candidates(*t, view, {}, params)) {
            const auto* refusal = transforms::refusalOf(result);
            applicable += !refusal;
            const std::string why = refusal ? refusal->sentence : "";
            ++number;
            text += line("{} {:>3} {} {}{}", t->name, number, refusal ? "-" : "+", match.label,
                         why.empty() ? "" : ": " + why);
            list.push_back({{"transformation", t->name},
                            {"number", number},
                            {"label", match.label},
                            {"applies", !refusal},
                            {"why_not", why}});
        }
    }
    print(options.json ? list.dump(2) + "\n" : text + fmt::format("{} apply\n", applicable));
    return applicable ? Exit::done : Exit::finding;
}

Exit apply(const ApplyOptions& options) {
    const auto* t = transforms::findTransformation(options.transformation);
    if (!t)
        return failed(noSuchTransformation(options.transformation), Exit::usage);
    const auto params = parseParams(*t, options.params);
    if (!params)
        return failed(params.error(), Exit::usage);
    const auto document = load(options.file);
    if (!document)
        return Exit::badFile;
    if (!canWrite({options.out, options.recipe}))
        return Exit::badFile;
    const auto applied = applyAsAsked(*t, document, *params, options);
    if (!applied)
        return failed(applied.error(), exitFor(applied.error()));
    if (const Exit saved = save(*applied, options); saved != Exit::done)
        return saved;
    printAbout(
        options.out,
        fmt::format("{} applied {} time{}: {}{}\n", t->name, applied->times,
                    applied->times == 1 ? "" : "s",
                    mapsBeforeAfter(*document, *applied->history.current().document),
                    options.out.empty() ? " (nothing written: no -o)" : ", wrote " + options.out));
    return Exit::done;
}

Exit replay(const ReplayOptions& options) {
    const auto document = load(options.file);
    if (!document)
        return Exit::badFile;
    if (!canWrite({options.out}))
        return Exit::badFile;
    const auto replayed = replayRecipe(document, options.recipe);
    if (!replayed)
        return failed(replayed.error(), exitForRecipe(replayed.error()));
    if (auto written = io::writeSdfgFile(*replayed->document, options.out); !written)
        return failed(written.error(), Exit::badFile);
    printAbout(options.out,
               fmt::format("replayed {} steps, wrote {}\n", replayed->steps, options.out));
    return Exit::done;
}

} // namespace mw::cli
