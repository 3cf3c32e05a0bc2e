// What a history says of the launches of a variant.
#include "core/bench/chosen_launches.h"

namespace mw::bench {

codegen::Choices chosenLaunches(const history::History& history, history::VariantId variant) {
    const std::string text = history.choicesOf(variant);
    // What came from a file was read once before it became a step.
    return text.empty() ? codegen::Choices{}
                        : codegen::choicesFromJson(text).value_or(codegen::Choices{});
}

} // namespace mw::bench
