#include "app/cli/recipe.h"

#include "core/history/recipe.h"
#include "core/io/file.h"
#include "transforms/framework/replay.h"

#include <fmt/format.h>

namespace mw::cli {

Expected<Replayed> replayRecipe(ir::DocumentPtr document, const std::string& file) {
    Replayed result;
    MW_TRY(result.recipe, io::readFile(file));
    auto parsed = history::parseRecipe(result.recipe);
    if (!parsed) {
        parsed.error().location.file = file;
        return Unexpected(parsed.error());
    }
    const history::Recipe recipe = std::move(*parsed);
    const auto root = document;
    std::vector<ir::ChangeSet> changes;
    for (const auto& step : recipe.steps) {
        ++result.steps;
        auto next = transforms::replay(document, step);
        if (!next) {
            Diagnostic error = next.error();
            error.code = "recipe-step";
            error.sentence =
                fmt::format("step {} of the recipe ({}: {}) does not fit: {}", result.steps,
                            history::kindText(step), history::siteOf(step).label, error.sentence);
            return Unexpected(std::move(error));
        }
        document = next->result.document;
        changes.push_back(std::move(next->result.changes));
    }
    std::vector<const ir::ChangeSet*> steps;
    for (const auto& each : changes)
        steps.push_back(&each);
    result.origins = history::provenance(root, steps);
    result.document = std::move(document);
    return result;
}

} // namespace mw::cli
