// The tool tips of the canvas: elements in words, with indices as seen from outside.
#include "core/analysis/kernel_names.h"
#include "core/support/overload.h"
#include "viewers/layout/dataflow.h"
#include "viewers/layout/labels.h"
#include "viewers/scene/scene.h"

#include <QCoreApplication>

namespace mw::viewers {

namespace {

constexpr std::size_t kMaxCodeLines = 16;
constexpr std::size_t kMaxCodeColumns = 110;

QString text(std::string_view s) {
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}
QString tr(const char* s) {
    return QCoreApplication::translate("mw::viewers", s);
}

QString shapeText(const ir::DataDescriptor& data) {
    QString result = text(data.dtype.scalar == ir::ScalarType::other ? data.dtype.text
                                                                     : ir::name(data.dtype.scalar));
    if (data.shape.empty() || data.isScalar())
        return result;
    QStringList sizes;
    for (const auto& s : data.shape)
        sizes << text(symbolic::print(s));
    return result + "[" + sizes.join(", ") + "]";
}

QString codeText(const ir::CodeBlock& code) {
    QStringList lines;
    for (const auto& line : text(code.text).split('\n')) {
        if (static_cast<std::size_t>(lines.size()) == kMaxCodeLines) {
            lines << QStringLiteral("\u2026");
            break;
        }
        lines << text(layout::elided(line.toStdString(), kMaxCodeColumns));
    }
    return lines.join('\n');
}

QString accessText(const ir::Sdfg& sdfg, const ir::AccessNode& access) {
    QString kind;
    switch (layout::accessKind(sdfg, access.data)) {
    case layout::BoxKind::table:
        kind = tr("neighbour table");
        break;
    case layout::BoxKind::scalar:
        kind = tr("scalar");
        break;
    case layout::BoxKind::argument:
        kind = tr("argument");
        break;
    default:
        kind = tr("temporary");
    }
    QString result = text(access.data) + " \u2014 " + kind;
    if (const auto* data = sdfg.data(access.data)) {
        result += "\n" + shapeText(*data);
        if (data->transient)
            result += tr("\ntransient, lifetime %1").arg(text(ir::name(data->lifetime)));
        if (data->storage != ir::Storage::Default)
            result += "\n" + text(ir::name(data->storage));
    }
    return result;
}

/// Before its label: the name that the kernel has everywhere.
QString mapText(const ir::DocumentIndex& index, NodeId id, const ir::Map& map) {
    const QString name = elementName(index, id);
    const QString label = text(map.label.substr(0, map.label.find('[')));
    QString result = name + " \u2014 " + (name == label ? tr("map") : tr("map %1").arg(label));
    for (std::size_t i = 0; i < map.params.size() && i < map.range.dims.size(); ++i)
        result += "\n" + text(layout::rangeLine(map.params[i], map.range.dims[i]));
    result += "\n" + tr("iterations: %1").arg(text(symbolic::print(map.range.volume())));
    result += "\n" + text(ir::name(map.schedule));
    for (std::size_t i = 0; i < map.gpuBlockSize.size(); ++i)
        result += (i == 0 ? tr(", block ") : QStringLiteral("\u00d7")) +
                  QString::number(map.gpuBlockSize[i]);
    return result;
}

QString nestedText(const ir::NestedSdfg& nested) {
    QString result = text(nested.label) + " \u2014 " + tr("nested SDFG");
    for (const auto& [inner, outer] : nested.symbolMapping)
        if (const QString value = text(symbolic::print(outer)); value != text(inner))
            result += "\n" + text(inner) + " = " + value;
    return result;
}

QString nodeText(const ir::DocumentIndex& index, const ir::DocumentIndex::Place& place) {
    const ir::Node& node = *place.node;
    return std::visit(
        Overload{
            [&](const ir::AccessNode& access) { return accessText(*place.sdfg, access); },
            [&](const ir::Tasklet& tasklet) {
                return text(tasklet.label) + " \u2014 " + tr("tasklet") + "\n" +
                       codeText(tasklet.code);
            },
            [&](const ir::MapEntry& entry) { return mapText(index, node.id, entry.map); },
            [&](const ir::MapExit& exit) {
                const auto* entry = index.find(exit.entry);
                const bool known = entry && entry->node && entry->node->as<ir::MapEntry>();
                return known ? mapText(index, exit.entry, entry->node->as<ir::MapEntry>()->map)
                             : tr("map exit");
            },
            [&](const ir::NestedSdfg& nested) { return nestedText(nested); },
            [&](const ir::LibraryNode& library) {
                return text(library.label) + " \u2014 " + text(library.classpath);
            },
            [&](const auto&) {
                return text(ir::displayName(node)) + " \u2014 " + text(ir::kindName(node));
            },
        },
        node.kind);
}

QString edgeText(const ir::DocumentIndex& index, const ir::Edge& edge) {
    QString result =
        edge.memlet.empty() ? tr("ordering only") : text(layout::memletText(edge.memlet));
    if (!edge.memlet.empty())
        result += "\n" + tr("volume: %1 elements").arg(text(layout::volumeText(edge.memlet)));
    const auto end = [](const QString& name, const std::string& connector) {
        return connector.empty() ? name : name + "." + text(connector);
    };
    return result + "\n" + end(elementName(index, edge.src), edge.srcConnector) + " \u2192 " +
           end(elementName(index, edge.dst), edge.dstConnector);
}

QString blockText(const ir::Block& block) {
    return std::visit(
        Overload{
            [&](const ir::State& state) {
                return text(block.label) + " \u2014 " +
                       tr("state, %1 nodes").arg(state.nodes.size());
            },
            [&](const ir::LoopRegion& loop) {
                return text(block.label) + " \u2014 " + tr("loop") + "\n" +
                       text(layout::loopText(loop));
            },
            [&](const ir::ConditionalBlock& conditional) {
                return text(block.label) + " \u2014 " +
                       tr("conditional, %1 branches").arg(conditional.branches.size());
            },
            [&](const ir::UnknownBlock& unknown) {
                return text(block.label) + " \u2014 " + text(unknown.typeName);
            },
            [&](const auto&) { return text(block.label); },
        },
        block.kind);
}

QString followsText(const ir::InterstateEdge& edge) {
    const QString label = text(layout::conditionText(edge));
    return label.isEmpty() ? tr("always follows") : label;
}

} // namespace

QString elementName(const ir::DocumentIndex& index, ElementId id) {
    const auto* place = index.find(id);
    if (!place)
        return {};
    switch (place->kind) {
    case ir::ElementKind::sdfg:
        return text(place->sdfg->name);
    case ir::ElementKind::block:
        return text(place->block->label);
    case ir::ElementKind::node:
        return text(analysis::nameOf(index, *place->node));
    case ir::ElementKind::edge:
        return text(layout::memletText(place->edge->memlet));
    case ir::ElementKind::interstateEdge:
        return text(layout::conditionText(*place->interstateEdge));
    case ir::ElementKind::none:
        break;
    }
    return {};
}

QString Scene::toolTip(ElementId id) const {
    const auto* place = index_.find(id);
    if (!place)
        return {};
    switch (place->kind) {
    case ir::ElementKind::block:
        return blockText(*place->block);
    case ir::ElementKind::node:
        return nodeText(index_, *place);
    case ir::ElementKind::edge:
        return edgeText(index_, *place->edge);
    case ir::ElementKind::interstateEdge:
        return followsText(*place->interstateEdge);
    default:
        return elementName(index_, id);
    }
}

} // namespace mw::viewers
