// The document as the tree of the outline.
#include "viewers/panels/outline_model.h"

#include "viewers/panels/element_text.h"

#include <algorithm>
#include <map>

namespace mw::viewers {

namespace {

/// Walks a document once and writes its lines.
class OutlineBuilder {
public:
    explicit OutlineBuilder(const ir::DocumentIndex& index) : index_(index) {}

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
        return add({{kind, name, {}}, detail, {id}, parent});
    }

    void addRegion(const ir::Region& region, const ir::Sdfg& sdfg, int parent) {
        for (const auto& block : region.blocks)
            addBlock(*block, sdfg, parent);
    }

    void addBlock(const ir::Block& block, const ir::Sdfg& sdfg, int parent) {
        const auto line = addLine(block.id, elementKindName(index_, block.id), qs(block.label),
                                  blockDetail(block), parent);
        if (const auto* state = block.as<ir::State>()) {
            const ir::StateIndex stateIndex(*state);
            addScope(stateIndex, sdfg, NodeId{}, line);
        } else if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
            for (const auto& branch : conditional->branches)
                addBlock(*branch.body, sdfg, line);
        } else if (const auto* region = block.region()) {
            addRegion(*region, sdfg, line);
        }
    }

    static QString blockDetail(const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            return OutlineModel::tr("%1 nodes").arg(state->nodes.size());
        if (const auto* loop = block.as<ir::LoopRegion>())
            return qs(loop->condition.text);
        return {};
    }

    void addScope(const ir::StateIndex& state, const ir::Sdfg& sdfg, NodeId entry, int parent) {
        std::map<QString, std::vector<ElementId>> data;
        for (const NodeId id : state.children(entry)) {
            const auto& node = *state.node(id);
            if (const auto* access = node.as<ir::AccessNode>())
                data[qs(access->data)].push_back(id);
            else if (!node.isExit())
                addNode(state, sdfg, node, parent);
        }
        for (const auto& [name, ids] : data)
            add({{QStringLiteral("data"), name, {}}, dataDetail(sdfg, name), ids, parent});
    }

    void addNode(const ir::StateIndex& state, const ir::Sdfg& sdfg, const ir::Node& node,
                 int parent) {
        const auto name = qs(ir::displayName(node));
        if (const auto* entry = node.as<ir::MapEntry>()) {
            OutlineItem item{
                {QStringLiteral("map"), name, {}}, rangeText(entry->map), {node.id}, parent};
            for (const auto& param : entry->map.params)
                item.entry.ranges << dimensionName(param);
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

    static QString dataDetail(const ir::Sdfg& sdfg, const QString& name) {
        const auto* data = sdfg.data(name.toStdString());
        if (!data)
            return {};
        QStringList shape;
        for (const auto& extent : data->shape)
            shape << qs(symbolic::print(extent));
        auto text = qs(ir::name(data->dtype.scalar));
        if (!data->isScalar())
            text += QStringLiteral(" [%1]").arg(shape.join(QStringLiteral(", ")));
        return data->transient ? text + QStringLiteral(", temporary") : text;
    }

    const ir::DocumentIndex& index_;
    std::vector<OutlineItem> items_;
};

} // namespace

std::vector<OutlineItem> outline(const ir::DocumentIndex& index) {
    return OutlineBuilder(index).take();
}

void OutlineModel::setIndex(const std::shared_ptr<const ir::DocumentIndex>& index) {
    beginResetModel();
    index_ = index;
    items_ = index ? outline(*index) : std::vector<OutlineItem>{};
    rebuild();
    endResetModel();
}

QString OutlineModel::setFilter(const QString& text) {
    auto filter = OutlineFilter::parse(text);
    if (!filter)
        return qs(filter.error().sentence);
    beginResetModel();
    filter_ = std::move(*filter);
    rebuild();
    endResetModel();
    return {};
}

void OutlineModel::rebuild() {
    shown_.clear();
    top_.clear();
    shownMatches_ = 0;
    // A line is shown when it matches or when something below it does.
    std::vector<bool> keep(items_.size(), filter_.empty());
    for (auto i = static_cast<int>(items_.size()) - 1; i >= 0; --i) {
        const auto& item = items_[static_cast<std::size_t>(i)];
        if (!filter_.empty() && filter_.matches(item.entry)) {
            keep[static_cast<std::size_t>(i)] = true;
            ++shownMatches_;
        }
        if (keep[static_cast<std::size_t>(i)] && item.parent >= 0)
            keep[static_cast<std::size_t>(item.parent)] = true;
    }
    std::vector<int> shownAs(items_.size(), -1);
    for (std::size_t i = 0; i < items_.size(); ++i) {
        if (!keep[i])
            continue;
        Shown line;
        line.item = static_cast<int>(i);
        line.parent =
            items_[i].parent < 0 ? -1 : shownAs[static_cast<std::size_t>(items_[i].parent)];
        auto& siblings =
            line.parent < 0 ? top_ : shown_[static_cast<std::size_t>(line.parent)].children;
        line.row = static_cast<int>(siblings.size());
        shownAs[i] = static_cast<int>(shown_.size());
        siblings.push_back(shownAs[i]);
        shown_.push_back(std::move(line));
    }
}

std::vector<ElementId> OutlineModel::ids(const QModelIndex& index) const {
    if (!index.isValid())
        return {};
    return items_[static_cast<std::size_t>(shown_[index.internalId()].item)].ids;
}

QModelIndex OutlineModel::find(ElementId id) const {
    if (!index_)
        return {};
    auto lineOf = [this](ElementId wanted) -> QModelIndex {
        for (std::size_t i = 0; i < shown_.size(); ++i) {
            const auto& ids = items_[static_cast<std::size_t>(shown_[i].item)].ids;
            if (std::ranges::find(ids, wanted) != ids.end())
                return createIndex(shown_[i].row, 0, static_cast<quintptr>(i));
        }
        return {};
    };
    auto line = lineOf(id);
    const auto* place = index_->find(id);
    if (!line.isValid() && place && place->node)
        line = lineOf(ir::entryOf(*place->node));
    while (!line.isValid() && place) {
        id = place->parent;
        line = lineOf(id);
        place = index_->find(id);
    }
    return line;
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    const auto& siblings = parent.isValid() ? shown_[parent.internalId()].children : top_;
    return createIndex(row, column, static_cast<quintptr>(siblings[static_cast<std::size_t>(row)]));
}

QModelIndex OutlineModel::parent(const QModelIndex& child) const {
    if (!child.isValid())
        return {};
    const auto parent = shown_[child.internalId()].parent;
    if (parent < 0)
        return {};
    return createIndex(shown_[static_cast<std::size_t>(parent)].row, 0,
                       static_cast<quintptr>(parent));
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
    if (parent.column() > 0)
        return 0;
    const auto& lines = parent.isValid() ? shown_[parent.internalId()].children : top_;
    return static_cast<int>(lines.size());
}

int OutlineModel::columnCount(const QModelIndex&) const {
    return 2;
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const auto& item = items_[static_cast<std::size_t>(shown_[index.internalId()].item)];
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == 0 ? item.entry.name : item.detail;
    case Qt::ToolTipRole:
        return item.detail.isEmpty() ? item.entry.kind + QLatin1Char(' ') + item.entry.name
                                     : item.entry.kind + QLatin1Char(' ') + item.entry.name +
                                           QLatin1Char('\n') + item.detail;
    case KindRole:
        return item.entry.kind;
    default:
        return {};
    }
}

QVariant OutlineModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal)
        return {};
    return section == 0 ? tr("Element") : tr("Range, shape, code");
}

} // namespace mw::viewers
