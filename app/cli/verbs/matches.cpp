// mw matches: where transformations apply, and why not elsewhere.

#include "app/cli/console.h"
#include "app/cli/project_option.h"
#include "app/cli/transformation_options.h"
#include "app/cli/verb.h"
#include "core/analysis/kernel_names.h"
#include "transforms/framework/apply.h"

#include <nlohmann/json.hpp>

#include <memory>

namespace mw::cli::matches_verb {

namespace {

struct Options {
    ProgramOption program;
    std::string transformation; ///< empty: all
    bool json = false;
};

/// The matches of one transformation after the other, as text and as JSON.
class Listing {
public:
    explicit Listing(const ir::DocumentPtr& document) : view_(document) {}

    void add(const transforms::Transformation& t) {
        const auto params = *transforms::completeParams(t, {});
        int number = 0;
        for (const auto& candidate : transforms::candidates(t, view_, {}, params))
            add(t, ++number, candidate);
    }

    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    std::string text;
    int applicable = 0;

private:
    void add(const transforms::Transformation& t, int number,
             const transforms::Candidate& candidate) {
        const auto& refusal = candidate.refusal;
        const auto named = [&](const std::string& sentence, std::vector<ElementId> about) {
            const auto more = candidate.match.ids();
            about.insert(about.begin(), more.begin(), more.end());
            return analysis::withKernelNames(view_.index(), sentence, about);
        };
        const std::string why = refusal ? named(refusal->sentence, refusal->elements) : "";
        const std::string needs = refusal ? refusal->missingProof : "";
        applicable += candidate.applies();
        text += line("{} {:>3} {} {}{}", t.name, number, refusal ? "-" : "+",
                     named(candidate.match.label, {}), why.empty() ? "" : ": " + why);
        json.push_back({{"transformation", t.name},
                        {"number", number},
                        {"label", candidate.match.label},
                        {"applies", candidate.applies()},
                        {"why_not", why},
                        {"needs", needs}});
    }

    transforms::DocumentView view_;
};

Exit matches(const Options& options) {
    const auto open = openProgram(options.program);
    if (!open)
        return failed(open.error(), Exit::badFile);
    if (!options.transformation.empty() && !transforms::findTransformation(options.transformation))
        return failed(noSuchTransformation(options.transformation), Exit::usage);
    Listing listing(open->document());
    for (const auto* t : transforms::registry())
        if (options.transformation.empty() || t->name == options.transformation)
            listing.add(*t);
    print(options.json ? listing.json.dump(2) + "\n"
                       : listing.text + fmt::format("{} apply\n", listing.applicable));
    return listing.applicable ? Exit::done : Exit::finding;
}

void setUp(CLI::App& command, Action& action) {
    auto options = std::make_shared<Options>();
    addProgram(command, options->program);
    command.add_option("TRANSFORMATION", options->transformation, "Default: all");
    command.add_flag("--json", options->json, "As JSON");
    command.callback([options, &action] {
        auto& program = options->program;
        // The name of a transformation alone is no file's.
        if (!program.project.empty() && program.file &&
            transforms::findTransformation(*program.file)) {
            options->transformation = *program.file;
            program.file.reset();
        }
        action = [options] { return matches(*options); };
    });
}

} // namespace

Verb verb() {
    return {"matches", "Where transformations apply, and why not", setUp, /*lists=*/true};
}

} // namespace mw::cli::matches_verb
