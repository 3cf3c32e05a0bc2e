// The forms that an optimisation could end at, and which of them it takes.
#include "app/workbench/detail/carry_out.h"
#include "core/analysis/boundaries.h"
#include "core/io/file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <set>
#include <tuple>

namespace mw::workbench {

namespace {

using transforms::Stage;

std::string quoted(const OptimisedForm& form) {
    return fmt::format("'{}'", form.name);
}

/// The stages of a pipeline beside another one.
Expected<std::vector<Stage>> stagesOf(const transforms::Rival& rival) {
    MW_TRY(auto pipeline, readPipeline(rival.pipeline));
    for (Stage& stage : pipeline.stages)
        std::erase_if(stage.passes, [&](const transforms::Pass& pass) {
            return std::ranges::find(rival.without, pass.transformation->name) !=
                   rival.without.end();
        });
    return std::move(pipeline.stages);
}

/// What the model counts of a kernel.
auto countedOf(const PredictedKernel& kernel) {
    return std::tuple(kernel.bytes, kernel.cacheBytes, kernel.instructions, kernel.waits,
                      kernel.microseconds);
}
bool isLess(const PredictedKernel& a, const PredictedKernel& b) {
    return countedOf(a) < countedOf(b);
}

/// Nothing that the model knows of tells one from the other.
bool areAlike(const Prediction& a, const Prediction& b) {
    auto left = a.kernels, right = b.kernels;
    std::ranges::sort(left, isLess);
    std::ranges::sort(right, isLess);
    return a.copies == b.copies && a.bytes == b.bytes &&
           std::ranges::equal(left, right, {}, countedOf, countedOf);
}

/// The programs that were linked, in their order: the SDFGs nested in states of the root, or of
/// what runs between two of its boundaries, that compute nothing else. Empty where there are fewer
/// than two.
std::vector<SdfgId> programsOf(const ir::DocumentIndex& index) {
    std::vector<SdfgId> programs;
    std::set<SdfgId> callers{index.document()->root->id};
    for (const BlockId id : index.states()) {
        const auto& place = *index.find(id);
        if (!callers.contains(place.sdfg->id))
            continue;
        if (const ir::Node* stretch = analysis::stretchIn(*place.block)) {
            callers.insert(stretch->as<ir::NestedSdfg>()->sdfg->id);
            continue;
        }
        for (const auto& node : place.block->as<ir::State>()->nodes)
            if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                programs.push_back(nested->sdfg->id);
            else if (!node->as<ir::AccessNode>())
                return {};
    }
    return programs.size() < 2 ? std::vector<SdfgId>() : programs;
}

/// The steps of `next` behind those of `done`.
void append(Optimisation& done, Optimisation next) {
    for (OptimisedStage& stage : next.stages) {
        stage.firstStep += done.steps.size();
        done.stages.push_back(std::move(stage));
    }
    std::ranges::move(next.steps, std::back_inserter(done.steps));
    done.after = std::move(next.after);
}

/// Rounding alone prefers none.
bool isBelow(const Prediction& a, const Prediction& b) {
    constexpr double kRounding = 1e-9;
    return a.microseconds < (1 - kRounding) * b.microseconds;
}

/// What steps across programs have to save by prediction, as a share, so that the programs do not
/// stay as they are best by themselves: steps of 0.15 % made a diffusion step 3 % slower on an H200
/// (2026-11-30, docs/measurements.md).
constexpr double kLeastAcross = 0.01;

/// Carries out pipelines from the same document, and chooses.
class Choice {
public:
    Choice(const ir::DocumentPtr& document, const OptimiseOptions& options)
        : document_(document), options_(options),
          memo_(options.memo ? options.memo : std::make_shared<codegen::KernelMemo>()) {}

    Expected<Optimisation> run(const transforms::Pipeline& pipeline) {
        std::vector<std::vector<Stage>> all{pipeline.stages};
        for (const auto& rival : pipeline.beside) {
            MW_TRY(all.emplace_back(), stagesOf(rival));
        }
        std::vector<std::future<Expected<Optimisation>>> others;
        for (std::size_t i = 1; i < all.size(); ++i)
            others.push_back(std::async(
                std::launch::async, [this, &stages = all[i]] { return aside(document_, stages); }));
        std::future<Expected<LinkedForms>> linked;
        if (!others.empty())
            linked = std::async(std::launch::async, [this, &all] { return linkedForms(all); });
        auto own = carryOut(document_, pipeline.stages, options_, memo_);
        std::vector<Expected<Optimisation>> ends;
        for (auto& other : others)
            ends.push_back(other.get());
        auto byProgram = linked.valid() ? linked.get() : Expected<LinkedForms>();
        if (!own || others.empty() || options_.stop.stop_requested())
            return own;
        result_ = std::move(*own);
        add(pipeline.name, result_.steps, result_.stages, result_.after);
        for (std::size_t i = 0; i < ends.size(); ++i)
            if (ends[i])
                add(pipeline.beside[i].pipeline, std::move(ends[i]->steps),
                    std::move(ends[i]->stages), std::move(ends[i]->after));
            else
                notes_.push_back(fmt::format("'{}' came to nothing: {}",
                                             pipeline.beside[i].pipeline,
                                             ends[i].error().sentence));
        if (!byProgram)
            notes_.push_back(fmt::format("'{}' came to nothing: {}", OptimisedForm::kPrograms,
                                         byProgram.error().sentence));
        else
            for (auto& [name, form] : *byProgram)
                add(std::move(name), std::move(form.steps), std::move(form.stages),
                    std::move(form.after));
        add(OptimisedForm::kStart, {}, {}, result_.before);
        choose();
        return std::move(result_);
    }

private:
    /// Nobody looks on.
    Expected<Optimisation> aside(const ir::DocumentPtr& document, const std::vector<Stage>& stages,
                                 std::optional<SdfgId> within = {}) const {
        OptimiseOptions quiet{.values = options_.values, .rates = options_.rates};
        quiet.stop = options_.stop;
        return carryOut(document, stages, quiet, memo_, within);
    }

    using LinkedForms = std::vector<std::pair<std::string, Optimisation>>;
    /// Of a linked program: each of its programs by itself, and what the pipeline's own stages, the
    /// first of `all`, make of these together. Empty where it is none.
    Expected<LinkedForms> linkedForms(const std::vector<std::vector<Stage>>& all) const {
        LinkedForms forms;
        const auto programs = programsOf(ir::DocumentIndex(document_));
        if (programs.empty())
            return forms;
        MW_TRY(auto parts, eachProgram(programs, all));
        if (parts.steps.empty())
            return forms;
        auto across = parts;
        MW_TRY(auto further, aside(across.steps.back().result.document, all.front()));
        append(across, std::move(further));
        if (across.after.microseconds < (1 - kLeastAcross) * parts.after.microseconds)
            forms.emplace_back(fmt::format("{}, then across them", OptimisedForm::kPrograms),
                               std::move(across));
        forms.emplace_back(OptimisedForm::kPrograms, std::move(parts));
        return forms;
    }

    /// One program after the other, each by those stages that are predicted to end lowest there.
    Expected<Optimisation> eachProgram(const std::vector<SdfgId>& programs,
                                       const std::vector<std::vector<Stage>>& all) const {
        Optimisation done;
        for (const SdfgId program : programs) {
            const auto& at = done.steps.empty() ? document_ : done.steps.back().result.document;
            std::optional<Optimisation> best;
            for (const auto& stages : all) {
                MW_TRY(auto end, aside(at, stages, program));
                if (!best || isBelow(end.after, best->after))
                    best = std::move(end);
            }
            append(done, std::move(*best));
        }
        return done;
    }

    void add(std::string name, std::vector<Step> steps, std::vector<OptimisedStage> stages,
             Prediction predicted) {
        result_.forms.push_back(
            {std::move(name), std::move(steps), std::move(stages), std::move(predicted)});
    }

    /// The smallest prediction.
    std::size_t smallest() const {
        std::size_t best = 0;
        for (std::size_t i = 1; i < result_.forms.size(); ++i)
            if (isBelow(result_.forms[i].predicted, result_.forms[best].predicted))
                best = i;
        return best;
    }
    double timeOf(std::size_t i) const { return result_.forms[i].predicted.microseconds; }

    /// Those that may be faster all the same, as far as the model knows.
    std::vector<std::size_t> openBeside(std::size_t best) const {
        const ModelError error = options_.error ? *options_.error : errorOf(options_.rates);
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < result_.forms.size(); ++i)
            if (i != best && error.leavesOpen(timeOf(best), timeOf(i)) &&
                !areAlike(result_.forms[best].predicted, result_.forms[i].predicted))
                open.push_back(i);
        return open;
    }

    void choose() {
        const std::size_t best = smallest();
        take(best, "no other form is predicted to take less");
        const auto open = openBeside(best);
        if (!open.empty() && options_.measure)
            measure(best, open);
        else if (!open.empty())
            result_.why += openText(open) + ", and nothing was measured";
        for (const std::string& note : notes_)
            result_.why += "; " + note;
        const OptimisedForm& taken = result_.forms[result_.taken];
        result_.steps = taken.steps;
        result_.stages = taken.stages;
        result_.after = taken.predicted;
        if (!result_.isOwn())
            result_.rejected.clear(); // of another graph
    }

    void take(std::size_t form, std::string why) {
        result_.taken = form;
        result_.why = std::move(why);
    }

    std::string namesOf(const std::vector<std::size_t>& forms) const {
        std::vector<std::string> names;
        for (const std::size_t i : forms)
            names.push_back(quoted(result_.forms[i]));
        return fmt::format("{}", fmt::join(names, " and "));
    }
    /// "'a' and 'b' lie within ...".
    std::string openText(const std::vector<std::size_t>& forms) const {
        return fmt::format("; {} {} within the error of predictions", namesOf(forms),
                           forms.size() == 1 ? "lies" : "lie");
    }

    /// The fastest for certain of those that the model cannot tell from the best.
    void measure(std::size_t best, const std::vector<std::size_t>& open) {
        std::vector<std::size_t> all{best};
        all.insert(all.end(), open.begin(), open.end());
        std::vector<ir::DocumentPtr> documents;
        for (const std::size_t i : all)
            documents.push_back(result_.forms[i].document(document_));
        auto measured = options_.measure(documents);
        if (!measured) {
            result_.why +=
                openText(open) + ", and nothing was measured: " + measured.error().sentence;
            return;
        }
        for (std::size_t i = 0; i < all.size() && i < measured->size(); ++i)
            result_.forms[all[i]].measured = std::move((*measured)[i]);
        const OptimisedForm& first = result_.forms[best];
        take(best, fmt::format("measured beside {}, which {} within the error of predictions: "
                               "nothing is faster for certain",
                               namesOf(open), open.size() == 1 ? "lies" : "lie"));
        double least = 1;
        for (const std::size_t i : open) {
            const auto& form = result_.forms[i].measured;
            if (!form || form->ratio.high >= 1)
                continue;
            if (!form->difference.empty()) {
                notes_.push_back(fmt::format("{} is faster but has other results: {}",
                                             quoted(result_.forms[i]), form->difference));
                continue;
            }
            const double ratio = form->microseconds / first.measured->microseconds;
            if (ratio >= least)
                continue;
            least = ratio;
            take(i, fmt::format("measured: {:.3f} ({:.3f} to {:.3f}) of the time of {}", ratio,
                                form->ratio.low, form->ratio.high, quoted(first)));
        }
    }

    const ir::DocumentPtr& document_;
    const OptimiseOptions& options_;
    std::shared_ptr<codegen::KernelMemo> memo_;
    Optimisation result_;
    std::vector<std::string> notes_;
};

} // namespace

Expected<transforms::Pipeline> readPipeline(const std::string& nameOrFile) {
    if (const auto* known = transforms::findPipeline(nameOrFile))
        return *known;
    if (std::filesystem::exists(nameOrFile)) {
        MW_TRY(const auto text, io::readFile(nameOrFile));
        return transforms::parsePipeline(nameOrFile, text);
    }
    std::string names;
    for (const auto& one : transforms::pipelines())
        names += (names.empty() ? "" : ", ") + one.name;
    return fail("no-pipeline", fmt::format("there is no pipeline and no file '{}'; pipelines: {}",
                                           nameOrFile, names));
}

Expected<Optimisation> optimise(const ir::DocumentPtr& document,
                                const transforms::Pipeline& pipeline,
                                const OptimiseOptions& options) {
    return Choice(document, options).run(pipeline);
}

Expected<Optimisation> optimiseFor(const ir::DocumentPtr& document,
                                   const transforms::Pipeline& pipeline, const InputChoice& inputs,
                                   const std::string& grid, OptimiseOptions options) {
    MW_TRY(const auto scenario, scenarioFor(*document->root, inputs, grid));
    options.values = scenario.symbols;
    return optimise(document, pipeline, options);
}

} // namespace mw::workbench
