#include "app/cli/recipe.h"

#include "core/io/file.h"
#include "transforms/replay.h"

#include <fmt/format.h>

namespace mw::cli {

Expected<Replayed> replayRecipe(ir::DocumentPtr document, const std::string& file) {
    Replayed result;
    MW_TRY(result.recipe, io::readFile(file));
    MW_TRY(const auto recipe, history::parseRecipe(result.recipe));
    for (const auto& step : recipe.steps) {
        ++result.steps;
        auto next = transforms::replay(document, step);
        if (!next) {
            Diagnostic error = next.error();
            error.code = "recipe-step";
            error.sentence =
                fmt::format("step {} of the recipe ({}: {}) does not fit: {}", result.steps,
                            step.transformation, step.matchLabel, error.sentence);
            return Unexpected(std::move(error));
        }
        document = next->document;
    }
    result.document = std::move(document);
    return result;
}

} // namespace mw::cli
