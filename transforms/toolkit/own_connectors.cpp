// Connectors of tasklets that no container, symbol or constant shares its name with.
#include "transforms/toolkit/own_connectors.h"

#include "core/ir/edit.h"
#include "core/ir/index.h"
#include "transforms/toolkit/rename.h"

#include <vector>

namespace mw::transforms {

namespace {

bool isTaken(const ir::Sdfg& sdfg, const std::string& name) {
    return sdfg.data(name) || sdfg.symbols.contains(name) || sdfg.constants.contains(name);
}

class Connectors {
public:
    explicit Connectors(const ir::DocumentPtr& document) : base_(document), editor_(document) {}

    ir::DocumentPtr result() {
        for (const BlockId block : editor_.base().states()) {
            const auto* place = editor_.base().find(block);
            for (const auto& node : place->block->as<ir::State>()->nodes)
                if (const auto* tasklet = node->as<ir::Tasklet>())
                    rename(block, *place->sdfg, *node, *tasklet);
        }
        return changed_ ? editor_.commit().document : base_;
    }

private:
    void rename(BlockId block, const ir::Sdfg& sdfg, const ir::Node& node,
                const ir::Tasklet& tasklet) {
        Renaming names;
        for (const auto* connectors : {&node.in, &node.out})
            for (const auto& [name, type] : *connectors)
                if (isTaken(sdfg, name))
                    names.emplace(name, "");
        for (auto& [name, own] : names)
            own = freshFor(sdfg, node, tasklet, name);
        if (names.empty())
            return;
        changed_ = true;
        ir::Node& edited = editor_.node(block, node.id);
        for (auto* connectors : {&edited.in, &edited.out})
            for (const auto& [name, own] : names)
                if (const auto found = connectors->find(name); found != connectors->end()) {
                    const auto type = found->second;
                    connectors->erase(name);
                    connectors->emplace(own, type);
                }
        auto& code = edited.as<ir::Tasklet>()->code.text;
        code = renameIdentifiers(code, names);
        for (const auto& edge : editor_.base().find(block)->block->as<ir::State>()->edges) {
            if (edge->dst == node.id && names.contains(edge->dstConnector))
                editor_.edge(block, edge->id).dstConnector = names.at(edge->dstConnector);
            if (edge->src == node.id && names.contains(edge->srcConnector))
                editor_.edge(block, edge->id).srcConnector = names.at(edge->srcConnector);
        }
    }

    /// A name that neither the SDFG nor anything of the tasklet has.
    static std::string freshFor(const ir::Sdfg& sdfg, const ir::Node& node,
                                const ir::Tasklet& tasklet, const std::string& name) {
        for (int i = 0;; ++i) {
            std::string own = name + "_" + std::to_string(i);
            if (!isTaken(sdfg, own) && !node.in.contains(own) && !node.out.contains(own) &&
                tasklet.code.text.find(own) == std::string::npos)
                return own;
        }
    }

    ir::DocumentPtr base_;
    ir::Editor editor_;
    bool changed_ = false;
};

} // namespace

ir::DocumentPtr withOwnConnectors(const ir::DocumentPtr& document) {
    return Connectors(document).result();
}

} // namespace mw::transforms
