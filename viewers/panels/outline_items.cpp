// The lines of the outline: what a document holds, with what it is.
#include "core/analysis/kernel_names.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/expr_writer.h"
#include "viewers/panels/outline_model.h"

#include <map>
#include <utility>

namespace mw::viewers {

namespace {

/// A state's nodes by the scope that they stand in, each in node order.
class StateScopes {
public:
    explicit StateScopes(const ir::State& state) {
        const ir::StateIndex index(state);
        for (const auto& node : state.nodes)
            inside_[index.scope(node->id)].push_back(node.get());
    }

    /// 0: at top level.
    const std::vector<const ir::Node*>& inside(NodeId entry) const {
        static const std::vector<const ir::Node*> kNone;
        const auto found = inside_.find(entry);
        return found == inside_.end() ? kNone : found->second;
    }

private:
    std::map<NodeId, std::vector<const ir::Node*>> inside_;
};

/// Walks a document once and writes its lines.
class OutlineBuilder {
public:
    OutlineBuilder(const ir::DocumentIndex& index, const symbolic::Bindings& values)
        : index_(index), hasValues_(!values.empty()), symbols_(index, none_),
          numbers_(index, values) {}

    std::vector<OutlineItem> take() {
        addRegion(index_.document()->root->body, *index_.document()->root, -1);
        return std::move(items_);
    }

private:
    int add(OutlineItem item) {
        items_.push_back(std::move(item));
        return static_cast<int>(items_.size()) - 1;
    }

    int addLine(ElementId id, const QString& kind, const QString& name, const QString& detail,
                int parent) {
        return add({{kind, name, {}}, detail, {}, {id}, parent});
    }

    /// With numbers, and with symbols where that is another text.
    template <class Text>
    void setDetail(OutlineItem& item, const Text& text) const {
        item.detail = text(symbols_);
        if (!hasValues_)
            return;
        if (auto numbers = text(numbers_); numbers != item.detail)
            item.symbols = std::exchange(item.detail, std::move(numbers));
    }

    void addRegion(const ir::Region& region, const ir::Sdfg& sdfg, int parent) {
        for (const auto& block : region.blocks)
            addBlock(*block, sdfg, parent);
    }

    void addBlock(const ir::Block& block, const ir::Sdfg& sdfg, int parent) {
        const auto line =
            addLine(block.id, blockKind(block), qs(block.label), blockDetail(block), parent);
        if (const auto* state = block.as<ir::State>()) {
            addScope(StateScopes(*state), sdfg, NodeId{}, line);
        } else if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
            for (const auto& branch : conditional->branches)
                addBlock(*branch.body, sdfg, line);
        } else if (const auto* region = block.region()) {
            addRegion(*region, sdfg, line);
        }
    }

    /// As filters have it, in every language.
    static QString blockKind(const ir::Block& block) {
        if (block.as<ir::State>())
            return QStringLiteral("state");
        if (block.as<ir::LoopRegion>())
            return QStringLiteral("loop");
        if (block.as<ir::ConditionalBlock>())
            return QStringLiteral("conditional");
        if (block.as<ir::ControlFlowRegion>())
            return QStringLiteral("region");
        return block.as<ir::JumpBlock>() ? QStringLiteral("jump") : QStringLiteral("block");
    }

    static QString blockDetail(const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            return OutlineModel::tr("%1 nodes").arg(state->nodes.size());
        if (const auto* loop = block.as<ir::LoopRegion>())
            return qs(loop->condition.text);
        return {};
    }

    void addScope(const StateScopes& state, const ir::Sdfg& sdfg, NodeId entry, int parent) {
        std::map<QString, std::vector<ElementId>> data;
        for (const auto* node : state.inside(entry)) {
            if (const auto* access = node->as<ir::AccessNode>())
                data[qs(access->data)].push_back(node->id);
            else if (!node->isExit())
                addNode(state, sdfg, *node, parent);
        }
        for (const auto& [name, ids] : data) {
            OutlineItem item{{QStringLiteral("data"), name, {}}, {}, {}, ids, parent};
            setDetail(item, [&, name = name](const ExprWriter& to) {
                return dataDetail(sdfg, name, to);
            });
            if (const auto* container = sdfg.data(name.toStdString()))
                item.entry.attributes = {{Attribute::storage, {qs(ir::name(container->storage))}},
                                         {Attribute::lifetime, {qs(ir::name(container->lifetime))}},
                                         {Attribute::type, {typeName(*container)}}};
            add(std::move(item));
        }
    }

    void addNode(const StateScopes& state, const ir::Sdfg& sdfg, const ir::Node& node, int parent) {
        const auto name = qs(analysis::nameOf(index_, node));
        if (const auto* entry = node.as<ir::MapEntry>()) {
            OutlineItem item{{QStringLiteral("map"), name, {}}, {}, {}, {node.id}, parent};
            if (const auto label = qs(entry->map.label); label != name)
                item.entry.label = label;
            setDetail(item,
                      [&](const ExprWriter& to) { return rangeText(to.value(sdfg, entry->map)); });
            for (const auto& param : entry->map.params)
                item.entry.attributes[Attribute::range] << dimensionName(param);
            item.entry.attributes[Attribute::schedule] << qs(ir::name(entry->map.schedule));
            addScope(state, sdfg, node.id, add(std::move(item)));
        } else if (node.as<ir::ConsumeEntry>()) {
            addScope(state, sdfg, node.id,
                     addLine(node.id, QStringLiteral("consume"), name, {}, parent));
        } else if (const auto* nested = node.as<ir::NestedSdfg>()) {
            const auto line = addLine(node.id, QStringLiteral("nested"), name, {}, parent);
            if (nested->sdfg)
                addRegion(nested->sdfg->body, *nested->sdfg, line);
        } else {
            addLine(node.id, leafKind(node), name, leafDetail(node), parent);
        }
    }

    static QString leafKind(const ir::Node& node) {
        if (node.as<ir::Tasklet>())
            return QStringLiteral("tasklet");
        if (node.as<ir::LibraryNode>())
            return QStringLiteral("library");
        return QStringLiteral("unknown");
    }

    static QString leafDetail(const ir::Node& node) {
        if (const auto* tasklet = node.as<ir::Tasklet>())
            return qs(tasklet->code.text).simplified();
        if (const auto* library = node.as<ir::LibraryNode>())
            return qs(library->name);
        return {};
    }

    static QString typeName(const ir::DataDescriptor& data) {
        return qs(ir::name(data.dtype.scalar));
    }

    /// The shape first: it is what is looked for, and the rest may be cut.
    static QString dataDetail(const ir::Sdfg& sdfg, const QString& name, const ExprWriter& to) {
        const auto* data = sdfg.data(name.toStdString());
        if (!data)
            return {};
        auto text = typeName(*data);
        if (!data->isScalar())
            text = QStringLiteral("[%1] ").arg(to.text(sdfg, data->shape)) + text;
        return data->transient ? text + QStringLiteral(", temporary") : text;
    }

    const ir::DocumentIndex& index_;
    bool hasValues_;
    const symbolic::Bindings none_;
    ExprWriter symbols_, numbers_;
    std::vector<OutlineItem> items_;
};

} // namespace

std::vector<OutlineItem> outline(const ir::DocumentIndex& index, const symbolic::Bindings& values) {
    return OutlineBuilder(index, values).take();
}

} // namespace mw::viewers
