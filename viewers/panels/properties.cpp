// Everything there is to say about an element, as groups of lines.
#include "viewers/panels/properties.h"

#include "core/analysis/kernel_names.h"
#include "core/analysis/traffic.h"
#include "core/support/overload.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/expr_writer.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/panel.h"
#include "viewers/panels/scope_data.h"

#include <QStringList>

#include <algorithm>
#include <map>

namespace mw::viewers {

namespace {

QString yesNo(bool value) {
    return value ? Panel::tr("yes") : Panel::tr("no");
}

QString typeText(const ir::DType& type) {
    return type.scalar == ir::ScalarType::other ? qs(type.text) : qs(ir::name(type.scalar));
}

/// What of an element can be edited, by property and part.
class Fields {
public:
    Fields(const ir::DocumentIndex& index, ElementId element)
        : fields_(transforms::editableFields(index, element)) {}
    Fields() = default; ///< nothing

    std::optional<transforms::EditableField> find(std::string_view property,
                                                  std::string_view part = {}) const {
        for (const auto& field : fields_)
            if (field.property->name == property && field.field.part == part)
                return field;
        return std::nullopt;
    }

private:
    std::vector<transforms::EditableField> fields_;
};

/// Of a structure its kind and the names of its members.
QString typeText(const ir::DataDescriptor& data) {
    if (data.members.empty())
        return typeText(data.dtype);
    QStringList names;
    for (const auto& [name, member] : data.members)
        names << qs(name);
    return QStringLiteral("%1 (%2)").arg(qs(data.typeName), names.join(QStringLiteral(", ")));
}

PropertyGroup dataGroup(const ir::Sdfg& sdfg, const std::string& name,
                        const ir::DataDescriptor& data, const Fields& fields,
                        const ExprWriter& writer) {
    PropertyGroup group{Panel::tr("Data %1").arg(qs(name)), {}};
    auto add = [&](const QString& what, const QString& value, std::string_view property = {}) {
        if (!value.isEmpty())
            group.lines.push_back({what, value, false, {}, fields.find(property)});
    };
    add(Panel::tr("container"), qs(data.typeName));
    add(Panel::tr("type"), typeText(data));
    for (const auto& [member, inside] : data.members) {
        const QString shape = inside->isScalar() || !inside->members.empty()
                                  ? QString()
                                  : " [" + writer.text(sdfg, inside->shape) + "]";
        add(qs(member), typeText(*inside) + shape);
    }
    if (!data.isScalar()) {
        add(Panel::tr("shape"), writer.text(sdfg, data.shape));
        add(Panel::tr("strides"), writer.text(sdfg, data.strides));
        add(Panel::tr("elements"), writer.text(sdfg, data.totalSize));
    }
    const bool shifted = std::ranges::any_of(
        data.offset, [](const symbolic::Expr& offset) { return !offset.isInteger(0); });
    if (shifted)
        add(Panel::tr("offset"), writer.text(sdfg, data.offset));
    add(Panel::tr("use"), data.transient ? Panel::tr("temporary") : Panel::tr("argument"));
    add(Panel::tr("storage"), qs(ir::name(data.storage)), "storage");
    add(Panel::tr("lifetime"), qs(ir::name(data.lifetime)), "lifetime");
    if (data.alignment > 0)
        add(Panel::tr("alignment"), Panel::tr("%1 bytes").arg(data.alignment));
    return group;
}

/// `a[i, j]`, or what stands in for it.
QString memletText(const ir::Sdfg& sdfg, const ir::Memlet& memlet, const ExprWriter& writer) {
    if (memlet.empty())
        return Panel::tr("ordering only");
    auto text = qs(memlet.data);
    if (memlet.subset)
        text += writer.text(sdfg, *memlet.subset);
    if (memlet.otherSubset)
        text += QStringLiteral(" → ") + writer.text(sdfg, *memlet.otherSubset);
    return text;
}

class NodeDescriber {
public:
    NodeDescriber(const ir::DocumentIndex& index, const ir::DocumentIndex::Place& place,
                  const ExprWriter& writer)
        : index_(index), place_(place), sdfg_(*place.sdfg), node_(*place.node),
          fields_(index, place.node->id), writer_(writer) {}

    std::vector<PropertyGroup> describe() {
        groups_.push_back({elementTitle(index_, node_.id), {}});
        std::visit(
            Overload{[&](const ir::AccessNode& n) { access(n); },
                     [&](const ir::Tasklet& n) { tasklet(n); },
                     [&](const ir::MapEntry& n) { map(n.map); },
                     [&](const ir::MapExit& n) { mapExit(n); },
                     [&](const ir::ConsumeEntry& n) { consume(n); }, [&](const ir::ConsumeExit&) {},
                     [&](const ir::NestedSdfg& n) { nested(n); },
                     [&](const ir::LibraryNode& n) { library(n); },
                     [&](const ir::UnknownNode& n) {
                         add(Panel::tr("type"), qs(n.typeName) + Panel::tr(" (kept as it is)"));
                     }},
            node_.kind);
        memlets();
        return std::move(groups_);
    }

private:
    void add(const QString& name, const QString& value, bool code = false) {
        if (!value.isEmpty())
            groups_.front().lines.push_back({name, value, code, {}});
    }
    void addField(const QString& name, const QString& value, std::string_view property,
                  std::string_view part = {}) {
        groups_.front().lines.push_back({name, value, false, {}, fields_.find(property, part)});
    }

    void access(const ir::AccessNode& node) {
        if (node.setZero)
            add(Panel::tr("set to zero"), Panel::tr("before the first write"));
        if (const auto* data = sdfg_.data(node.data))
            groups_.push_back(dataGroup(sdfg_, node.data, *data, fields_, writer_));
    }

    void tasklet(const ir::Tasklet& node) {
        add(Panel::tr("language"), qs(ir::name(node.code.language)));
        addField(Panel::tr("code"), qs(node.code.text), "code");
        groups_.front().lines.back().code = true;
        add(Panel::tr("global code"), qs(node.codeGlobal.text), true);
    }

    void map(const ir::Map& map) {
        QStringList params;
        for (std::size_t i = 0; i < map.range.dims.size() && i < map.params.size(); ++i) {
            addField(dimensionName(map.params[i]),
                     groupedDigits(rangeText(writer_.value(sdfg_, map.range.dims[i]))), "range",
                     map.params[i]);
            params << qs(map.params[i]);
        }
        add(Panel::tr("iterations"), writer_.text(sdfg_, map.range.volume()));
        add(Panel::tr("parameters"), params.join(QStringLiteral(", ")));
        // It is called by what it writes; code, recipes and findings know the label.
        if (qs(map.label) != qs(analysis::nameOf(index_, node_)))
            add(Panel::tr("label"), qs(map.label));
        addField(Panel::tr("schedule"), qs(ir::name(map.schedule)), "schedule");
        launch(map);
        if (map.collapse > 1)
            add(Panel::tr("collapse"), QString::number(map.collapse));
        if (map.unroll)
            add(Panel::tr("unroll"),
                map.unrollFactor > 0 ? QString::number(map.unrollFactor) : Panel::tr("fully"));
    }

    /// What is not set has a line where it can be.
    void launch(const ir::Map& map) {
        QStringList block;
        for (const int extent : map.gpuBlockSize)
            block << QString::number(extent);
        addField(Panel::tr("block size"),
                 block.isEmpty() ? Panel::tr("not set") : block.join(QStringLiteral(" × ")),
                 "block-size");
        const auto number = [&](const QString& name, const QString& value, bool isSet,
                                std::string_view property) {
            if (isSet || fields_.find(property))
                addField(name, isSet ? value : Panel::tr("not set"), property);
        };
        number(Panel::tr("launch bounds"), qs(map.gpuLaunchBounds), map.gpuLaunchBounds != "0",
               "launch-bounds");
        number(Panel::tr("max registers"), QString::number(map.gpuMaxRegisters),
               map.gpuMaxRegisters > 0, "max-registers");
        number(Panel::tr("min warps"), QString::number(map.gpuMinWarps), map.gpuMinWarps > 0,
               "min-warps");
    }

    void mapExit(const ir::MapExit& exit) {
        const auto* entry = index_.find(exit.entry);
        if (!entry || !entry->node || !entry->node->as<ir::MapEntry>())
            return;
        map(entry->node->as<ir::MapEntry>()->map);
    }

    void consume(const ir::ConsumeEntry& node) {
        add(Panel::tr("elements"), writer_.text(sdfg_, node.numPes));
        add(Panel::tr("condition"), qs(node.condition.text), true);
        add(Panel::tr("schedule"), qs(ir::name(node.schedule)));
    }

    void nested(const ir::NestedSdfg& node) {
        if (!node.sdfg) {
            add(Panel::tr("graph"), Panel::tr("in another file"));
            return;
        }
        add(Panel::tr("graph"), qs(node.sdfg->name));
        add(Panel::tr("may be inlined"), yesNo(!node.noInline));
        PropertyGroup symbols{Panel::tr("Symbols"), {}};
        for (const auto& [name, value] : node.symbolMapping)
            symbols.lines.push_back(
                {qs(name), writer_.text(sdfg_, value), false, {}, fields_.find("symbol", name)});
        if (!symbols.lines.empty())
            groups_.push_back(std::move(symbols));
    }

    void library(const ir::LibraryNode& node) {
        add(Panel::tr("library node"), qs(node.name));
        add(Panel::tr("class"), qs(node.classpath));
        add(Panel::tr("implementation"), qs(node.implementation));
        for (const auto& [name, value] : node.properties)
            groups_.front().lines.push_back({qs(name), qs(value), false, {}});
    }

    /// Memlets in and out, each a link to its edge; for a scope those of the scope as a whole.
    void memlets() {
        if (node_.isEntry() || node_.isExit()) {
            for (auto& group : describeScopeData(index_, node_.id, writer_))
                groups_.push_back(std::move(group));
            return;
        }
        const auto* state = place_.block->as<ir::State>();
        if (!state)
            return;
        const ir::StateIndex stateIndex(*state);
        const bool isData = node_.as<ir::AccessNode>() != nullptr;
        memletGroup(isData ? Panel::tr("Written by") : Panel::tr("Reads"),
                    stateIndex.inEdges(node_.id), true);
        memletGroup(isData ? Panel::tr("Read by") : Panel::tr("Writes"),
                    stateIndex.outEdges(node_.id), false);
    }

    void memletGroup(const QString& title, std::span<const ir::Edge* const> edges, bool in) {
        PropertyGroup group{title, {}};
        for (const auto* edge : edges) {
            const auto& connector = in ? edge->dstConnector : edge->srcConnector;
            group.lines.push_back(
                {connector.empty() ? elementTitle(index_, in ? edge->src : edge->dst)
                                   : qs(connector),
                 memletText(sdfg_, edge->memlet, writer_) +
                     (edge->memlet.empty()
                          ? QString()
                          : Panel::tr("   volume ") + writer_.volume(sdfg_, edge->memlet)),
                 false,
                 {edge->id}});
        }
        if (!group.lines.empty())
            groups_.push_back(std::move(group));
    }

    const ir::DocumentIndex& index_;
    const ir::DocumentIndex::Place& place_;
    const ir::Sdfg& sdfg_;
    const ir::Node& node_;
    Fields fields_;
    const ExprWriter& writer_;
    std::vector<PropertyGroup> groups_;
};

std::vector<PropertyGroup> describeEdge(const ir::DocumentIndex& index,
                                        const ir::DocumentIndex::Place& place,
                                        const ExprWriter& writer) {
    const auto& edge = *place.edge;
    const auto& sdfg = *place.sdfg;
    const auto& memlet = edge.memlet;
    PropertyGroup group{elementTitle(index, edge.id), {}};
    auto end = [&](const QString& name, NodeId node, const std::string& connector) {
        const auto text = connector.empty() ? QString() : QStringLiteral(" . ") + qs(connector);
        group.lines.push_back({name, elementTitle(index, node) + text, false, {node}});
    };
    end(Panel::tr("from"), edge.src, edge.srcConnector);
    end(Panel::tr("to"), edge.dst, edge.dstConnector);
    std::vector<PropertyGroup> groups;
    if (memlet.empty()) {
        group.lines.push_back({Panel::tr("moves"), memletText(sdfg, memlet, writer), false, {}});
        groups.push_back(std::move(group));
        return groups;
    }
    group.lines.push_back({Panel::tr("data"), qs(memlet.data), false, {}});
    if (memlet.subset)
        group.lines.push_back(
            {Panel::tr("subset"),
             groupedDigits(qs(symbolic::print(writer.value(sdfg, *memlet.subset)))),
             false,
             {}});
    if (memlet.otherSubset)
        group.lines.push_back(
            {Panel::tr("other subset"),
             groupedDigits(qs(symbolic::print(writer.value(sdfg, *memlet.otherSubset)))),
             false,
             {}});
    group.lines.push_back(
        {Panel::tr("volume"),
         writer.volume(sdfg, memlet) +
             (memlet.volume.isInteger(1) ? Panel::tr(" element") : Panel::tr(" elements")),
         false,
         {}});
    if (const auto bytes = analysis::memletBytes(sdfg, memlet); !bytes.isInteger(0))
        group.lines.push_back({Panel::tr("bytes"), writer.text(sdfg, bytes), false, {}});
    if (!memlet.wcr.empty())
        group.lines.push_back({Panel::tr("on conflict"), qs(memlet.wcr), true, {}});
    groups.push_back(std::move(group));
    if (const auto* data = sdfg.data(memlet.data))
        groups.push_back(dataGroup(sdfg, memlet.data, *data, {}, writer));
    return groups;
}

std::vector<PropertyGroup> describeBlock(const ir::DocumentIndex& index, const ir::Block& block) {
    PropertyGroup group{elementTitle(index, block.id), {}};
    auto add = [&](const QString& name, const QString& value, bool code = false) {
        if (!value.isEmpty())
            group.lines.push_back({name, value, code, {}});
    };
    if (const auto* state = block.as<ir::State>()) {
        int maps = 0;
        for (const auto& node : state->nodes)
            maps += node->as<ir::MapEntry>() ? 1 : 0;
        add(Panel::tr("nodes"), wholeNumber(static_cast<double>(state->nodes.size())));
        add(Panel::tr("edges"), wholeNumber(static_cast<double>(state->edges.size())));
        add(Panel::tr("maps"), wholeNumber(static_cast<double>(maps)));
    }
    if (const auto* loop = block.as<ir::LoopRegion>()) {
        add(Panel::tr("variable"), qs(loop->loopVariable));
        add(Panel::tr("from"), qs(loop->init.text), true);
        add(Panel::tr("while"), qs(loop->condition.text), true);
        add(Panel::tr("then"), qs(loop->update.text), true);
    }
    if (const auto* conditional = block.as<ir::ConditionalBlock>())
        for (const auto& branch : conditional->branches)
            add(branch.condition ? Panel::tr("if") : Panel::tr("else"),
                branch.condition ? qs(branch.condition->text) : qs(branch.body->label), true);
    return {group};
}

/// ` = 5` of a symbol that the program is specialised to; else empty.
QString constantText(const ir::Sdfg& sdfg, const std::string& name) {
    const auto constant = sdfg.constants.find(name);
    if (constant == sdfg.constants.end())
        return {};
    const auto& value = constant->second;
    return QStringLiteral(" = ") +
           groupedDigits(value.isReal ? QString::number(value.d) : QString::number(value.i));
}

/// The value of a symbol in a run, or else what the program says of it.
QString symbolText(const ir::Sdfg& sdfg, const std::string& name, const ir::DType& type,
                   const ExprWriter& writer) {
    const auto symbol = symbolic::Expr::symbol(name);
    const auto value = writer.value(sdfg, symbol);
    return value == symbol ? typeText(type) + constantText(sdfg, name)
                           : groupedDigits(qs(symbolic::print(value)));
}

std::vector<PropertyGroup> describeSdfg(const ir::DocumentIndex& index, const ir::Sdfg& sdfg,
                                        const ExprWriter& writer) {
    PropertyGroup group{elementTitle(index, sdfg.id), {}};
    PropertyGroup arguments{Panel::tr("Arguments"), {}};
    PropertyGroup temporaries{Panel::tr("Temporaries"), {}};
    PropertyGroup scalars{Panel::tr("Single values"), {}};
    for (const auto& entry : sdfg.arrays) {
        const auto shape = entry.value->isScalar() || !entry.value->members.empty()
                               ? QString()
                               : QStringLiteral(" [%1]").arg(writer.text(sdfg, entry.value->shape));
        (!entry.value->transient          ? arguments
         : entry.value->isSingleElement() ? scalars
                                          : temporaries)
            .lines.push_back({qs(entry.name), typeText(*entry.value) + shape, false, {}});
    }
    const Fields fields(index, sdfg.id);
    PropertyGroup symbols{Panel::tr("Symbols"), {}};
    for (const auto& [name, type] : sdfg.symbols)
        symbols.lines.push_back({qs(name),
                                 symbolText(sdfg, name, type, writer),
                                 false,
                                 {},
                                 fields.find("value", name)});
    auto count = [&](const QString& name, std::size_t value) {
        group.lines.push_back({name, wholeNumber(static_cast<double>(value)), false, {}});
    };
    count(Panel::tr("blocks"), sdfg.body.blocks.size());
    count(Panel::tr("arguments"), arguments.lines.size());
    count(Panel::tr("temporaries of its own"), temporaries.lines.size());
    count(Panel::tr("single values"), scalars.lines.size());
    if (index.document()->root->id == sdfg.id) {
        const std::string& version = index.document()->format.daceVersion;
        group.lines.push_back({Panel::tr("version of DaCe"),
                               version.empty() ? Panel::tr("not stated") : qs(version),
                               false,
                               {}});
    }
    std::vector<PropertyGroup> groups{std::move(group)};
    for (auto* more : {&arguments, &temporaries, &scalars, &symbols})
        if (!more->lines.empty())
            groups.push_back(std::move(*more));
    return groups;
}

std::vector<PropertyGroup> describeTransition(const ir::DocumentIndex& index,
                                              const ir::InterstateEdge& edge) {
    PropertyGroup group{elementTitle(index, edge.id), {}};
    group.lines.push_back({Panel::tr("from"), elementTitle(index, edge.src), false, {edge.src}});
    group.lines.push_back({Panel::tr("to"), elementTitle(index, edge.dst), false, {edge.dst}});
    const Fields fields(index, edge.id);
    group.lines.push_back({Panel::tr("if"),
                           edge.condition.empty() ? Panel::tr("always") : qs(edge.condition.text),
                           !edge.condition.empty(),
                           {},
                           fields.find("condition")});
    for (const auto& [name, text] : edge.assignments)
        group.lines.push_back(
            {qs(name), QStringLiteral("= ") + qs(text), true, {}, fields.find("assignment", name)});
    return {group};
}

std::vector<PropertyGroup> describeWith(const ir::DocumentIndex& index, ElementId id,
                                        const ExprWriter& writer) {
    const auto* place = index.find(id);
    if (!place)
        return {};
    switch (place->kind) {
    case ir::ElementKind::sdfg:
        return describeSdfg(index, *place->sdfg, writer);
    case ir::ElementKind::block:
        return describeBlock(index, *place->block);
    case ir::ElementKind::node:
        return NodeDescriber(index, *place, writer).describe();
    case ir::ElementKind::edge:
        return describeEdge(index, *place, writer);
    case ir::ElementKind::interstateEdge:
        return describeTransition(index, *place->interstateEdge);
    case ir::ElementKind::none:
        break;
    }
    return {};
}

} // namespace

std::vector<PropertyGroup> describe(const ir::DocumentIndex& index, ElementId id,
                                    const symbolic::Bindings& values) {
    const symbolic::Bindings none;
    auto plain = describeWith(index, id, {index, none});
    if (values.empty())
        return plain;
    auto groups = describeWith(index, id, {index, values});
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (std::size_t l = 0; l < groups[g].lines.size(); ++l)
            if (groups[g].lines[l].value != plain[g].lines[l].value)
                groups[g].lines[l].symbols = std::move(plain[g].lines[l].value);
    return groups;
}

std::vector<PropertyGroup> describeMany(const ir::DocumentIndex& index,
                                        const std::vector<ElementId>& ids) {
    std::map<QString, std::vector<ElementId>> kinds;
    for (const ElementId id : existing(index, ids))
        kinds[elementKindName(index, id)].push_back(id);
    PropertyGroup group{Panel::tr("%1 elements").arg(ids.size()), {}};
    for (const auto& [kind, members] : kinds)
        for (const ElementId id : members)
            group.lines.push_back({kind, elementTitle(index, id), false, {id}});
    return {group};
}

} // namespace mw::viewers
