// Rows and lanes with numbers.
#include "viewers/program/sheet.h"

#include "core/conventions/conventions.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace mw::viewers {

namespace {

using analysis::RowKind;
using symbolic::Expr;

QString tr(const char* text) {
    return QCoreApplication::translate("mw::viewers", text);
}

class SheetNumbers {
public:
    explicit SheetNumbers(const symbolic::Bindings& values) : values_(values) {}

    std::optional<double> operator()(const Expr& e) const {
        if (const auto value = symbolic::evaluateInteger(e, values_))
            return static_cast<double>(*value);
        return std::nullopt;
    }
    QString text(const Expr& e) const {
        const auto value = symbolic::evaluateInteger(e, values_);
        return value ? QString::number(*value) : qs(symbolic::print(e));
    }

private:
    const symbolic::Bindings& values_;
};

QString rangeOf(const analysis::ProgramRow& row, const SheetNumbers& number) {
    QStringList parts;
    for (std::size_t i = 0; i < std::min(row.params.size(), row.ranges.size()); ++i) {
        const auto& range = row.ranges[i];
        QString text = dimensionName(row.params[i]) + QLatin1Char(' ') + number.text(range.begin);
        if (!range.isPoint())
            text += QStringLiteral("…") + number.text(range.end);
        if (!range.step.isInteger(1))
            text += tr(" by ") + number.text(range.step);
        parts << text;
    }
    return parts.join(QStringLiteral(" × "));
}

QString bytesOf(const std::optional<double>& bytes) {
    return bytes ? bytesText(*bytes) : tr("not known for open sizes");
}

/// "reads a, b; writes c (through a table or in a branch)".
QString touched(const analysis::ProgramRow& row, const std::vector<analysis::ArrayLane>& lanes,
                bool writes) {
    QStringList names;
    for (const auto& mark : row.marks)
        if (writes ? mark.writes : mark.reads)
            names << qs(lanes[mark.lane].name) + (mark.indirect ? QStringLiteral(" ∿") : QString());
    return names.join(QStringLiteral(", "));
}

QString detailsOf(const SheetRow& row, const std::vector<analysis::ArrayLane>& lanes,
                  const SheetNumbers& number) {
    QStringList lines{row.name};
    if (row.row.kind == RowKind::heading)
        return lines.join(QLatin1Char('\n'));
    lines << (row.row.kind == RowKind::copy ? tr("copy %1") : tr("map %1")).arg(row.label);
    if (!row.range.isEmpty())
        lines << row.range;
    if (const auto read = touched(row.row, lanes, false); !read.isEmpty())
        lines << tr("reads %1: %2").arg(bytesOf(number(row.row.traffic.bytesRead)), read);
    if (const auto written = touched(row.row, lanes, true); !written.isEmpty())
        lines << tr("writes %1: %2").arg(bytesOf(number(row.row.traffic.bytesWritten)), written);
    if (row.operations && *row.operations > 0 && row.bytes && *row.bytes > 0)
        lines << tr("%1 floating-point operations per byte")
                     .arg(fixedNumber(*row.operations / *row.bytes, 2));
    return lines.join(QLatin1Char('\n'));
}

QString shapeOf(const ir::DataDescriptor& data, const SheetNumbers& number) {
    QStringList extents;
    for (const Expr& extent : data.shape)
        extents << number.text(extent);
    return QStringLiteral("%1 [%2]").arg(qs(ir::name(data.dtype.scalar)),
                                         extents.join(QStringLiteral(", ")));
}

} // namespace

std::optional<std::size_t> ProgramSheet::rowAt(ElementId element) const {
    const auto found = byElement_.find(element);
    return found == byElement_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> RowFinder::rowOf(ElementId id) {
    while (id) {
        if (const auto row = sheet_.rowAt(id))
            return row;
        const auto* place = index_.find(id);
        id = place ? around(*place) : ElementId();
    }
    return std::nullopt;
}

std::optional<std::size_t> RowFinder::laneOf(ElementId id) const {
    const auto* place = index_.find(id);
    const auto* access = place && place->node ? place->node->as<ir::AccessNode>() : nullptr;
    const auto* data = access ? place->sdfg->data(access->data) : nullptr;
    for (std::size_t lane = 0; data && lane < sheet_.lanes.size(); ++lane)
        if (sheet_.lanes[lane].lane.data.get() == data)
            return lane;
    return std::nullopt;
}

ElementId RowFinder::around(const ir::DocumentIndex::Place& place) {
    const auto* state = place.block ? place.block->as<ir::State>() : nullptr;
    if (!state || (!place.node && !place.edge))
        return place.parent;
    const ir::StateIndex& local = indexOf(*state);
    const ir::Node* node = place.node ? place.node : local.node(place.edge->src);
    if (!node)
        return place.parent;
    const NodeId scope = place.node && node->isExit()    ? ir::entryOf(*node)
                         : place.edge && node->isEntry() ? node->id
                                                         : local.scope(node->id);
    return scope ? ElementId(scope) : place.parent;
}

const ir::StateIndex& RowFinder::indexOf(const ir::State& state) {
    return states_.try_emplace(&state, state).first->second;
}

std::size_t ProgramSheet::endOf(std::size_t heading) const {
    std::size_t end = heading + 1;
    while (end < rows.size() && rows[end].row.depth > rows[heading].row.depth)
        ++end;
    return end;
}

QString kernelsText(std::size_t kernels, std::size_t copies) {
    QStringList parts;
    if (kernels || !copies)
        parts << counted(static_cast<qsizetype>(kernels), tr("kernel"), tr("kernels"));
    if (copies)
        parts << (copies == 1 ? tr("1 copy") : tr("%1 copies").arg(copies));
    return parts.join(QStringLiteral(" + "));
}

namespace {

/// Of rows or lanes.
template <class Named>
void findTellingParts(std::vector<Named>& all) {
    std::vector<QString> names;
    for (const Named& one : all)
        names.push_back(one.name);
    const auto parts = tellingParts(names);
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i].telling = parts[i];
}

} // namespace

ProgramSheet sheetOf(const ir::Document& document, const symbolic::Bindings& values) {
    auto program = analysis::programRows(document);
    const SheetNumbers number(values);
    ProgramSheet sheet;
    sheet.figures = analysis::figures(program, values);
    for (auto& row : program.rows) {
        SheetRow shown;
        shown.row = std::move(row);
        shown.name = qs(shown.row.name);
        shown.label = qs(shown.row.label);
        shown.range = rangeOf(shown.row, number);
        if (shown.row.kind != RowKind::heading) {
            shown.bytes = number(shown.row.traffic.bytesRead + shown.row.traffic.bytesWritten);
            shown.operations = number(shown.row.operations);
            sheet.mostBytes = std::max(sheet.mostBytes, shown.bytes.value_or(0));
        }
        shown.details = detailsOf(shown, program.lanes, number);
        sheet.byElement_.emplace(shown.row.element, sheet.rows.size());
        sheet.rows.push_back(std::move(shown));
    }
    for (auto& lane : program.lanes) {
        SheetLane shown;
        shown.bytes = number(lane.bytes);
        shown.name = qs(lane.shortName);
        shown.table = conventions::holdsTable(lane.name);
        shown.details =
            QStringLiteral("%1\n%2, %3\n%4")
                .arg(qs(lane.name),
                     lane.argument ? (shown.table ? tr("neighbour table") : tr("argument"))
                                   : tr("temporary"),
                     shapeOf(*lane.data, number), bytesOf(shown.bytes));
        sheet.largest = std::max(sheet.largest, shown.bytes.value_or(0));
        shown.lane = std::move(lane);
        sheet.lanes.push_back(std::move(shown));
    }
    findTellingParts(sheet.rows);
    findTellingParts(sheet.lanes);
    return sheet;
}

} // namespace mw::viewers
