#include "transforms/toolkit/insert_blocks.h"

#include "transforms/toolkit/all_names.h"

#include <algorithm>
#include <set>

namespace mw::transforms {

std::string freshLabel(const ir::Region& region, const std::string& wish) {
    return freshAmong(
        [&](const std::string& label) {
            return std::ranges::any_of(region.blocks,
                                       [&](const auto& block) { return block->label == label; });
        },
        wish);
}

void insertBlocks(ir::Editor& editor, ir::Region& region, std::size_t at,
                  const std::vector<ir::BlockPtr>& blocks) {
    std::set<std::string> around, all;
    for (const auto& block : region.blocks)
        around.insert(block->label);
    all = around;
    for (const auto& block : blocks)
        all.insert(block->label);
    for (const auto& block : blocks) {
        ir::BlockPtr inserted = block;
        if (around.contains(block->label)) {
            const std::string label = freshAmong(
                [&](const std::string& wish) { return all.contains(wish); }, block->label);
            all.insert(label);
            editor.block(block->id).label = label;
            // Who looks at the region before the commit sees the label too.
            auto renamed = std::make_shared<ir::Block>(*block);
            renamed->label = label;
            inserted = std::move(renamed);
        }
        region.blocks.insert(region.blocks.begin() + static_cast<std::ptrdiff_t>(at++),
                             std::move(inserted));
    }
}

} // namespace mw::transforms
