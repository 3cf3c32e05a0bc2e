// Times of kernels, paired across variants, as a table.
#include "viewers/panels/timings_model.h"

#include "core/bench/baseline.h"
#include "core/bench/ranking.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"

#include <QFont>
#include <QStringList>

#include <algorithm>

namespace mw::viewers {

void TimingsModel::setResult(std::optional<bench::BenchResult> result) {
    const auto baseline = measuredNames().value(baseline_);
    beginResetModel();
    measured_ = std::move(result);
    baseline_ = std::max<int>(0, static_cast<int>(measuredNames().indexOf(baseline)));
    takeBaseline();
    endResetModel();
}

void TimingsModel::setBaseline(int measured) {
    if (measured == baseline_ || measured < 0 || measured >= measuredNames().size())
        return;
    beginResetModel();
    baseline_ = measured;
    takeBaseline();
    endResetModel();
}

void TimingsModel::takeBaseline() {
    result_ = measured_;
    if (result_ && !result_->variants.empty())
        result_ = bench::withBaseline(*measured_, static_cast<std::size_t>(baseline_));
    rows_ = result_ ? bench::timingRows(*result_) : std::vector<bench::TimingRow>{};
    orderRows();
    fill();
}

QStringList TimingsModel::measuredNames() const {
    QStringList names;
    if (measured_)
        for (const auto& variant : measured_->variants)
            names << qs(variant.name);
    return names;
}

int TimingsModel::measuredNumber(int variant) const {
    if (variant == 0)
        return baseline_;
    return variant <= baseline_ ? variant - 1 : variant;
}

void TimingsModel::setNormalised(bool normalised) {
    if (normalised == normalised_)
        return;
    beginResetModel();
    normalised_ = normalised;
    fill();
    endResetModel();
}

std::vector<double> TimingsModel::samples(int row, int variant) const {
    if (!result_ || variant < 0 || variant >= static_cast<int>(result_->variants.size()))
        return {};
    const auto v = static_cast<std::size_t>(variant);
    if (isTotal(row))
        return result_->variants[v].deviceSamples;
    if (partOf(row) >= 0)
        return partOf(row) == Call ? result_->variants[v].callSamples : std::vector<double>{};
    const auto& cell = rows_[static_cast<std::size_t>(row - 1)].cells[v];
    return cell ? cell->samples : std::vector<double>{};
}

void TimingsModel::fill() {
    cells_.clear();
    longest_ = longestCall_ = 0;
    if (!result_)
        return;
    const auto variants = result_->variants.size();
    auto& total = cells_.emplace_back(variants);
    for (std::size_t v = 0; v < variants; ++v)
        total[v] = totalCell(v);
    for (const auto& row : rows_) {
        auto& line = cells_.emplace_back(variants);
        for (std::size_t v = 0; v < variants; ++v) {
            if (!row.cells[v])
                continue;
            line[v] = kernelCell(row, v);
            longest_ = std::max(longest_, barOf(*line[v]));
        }
    }
    if (isCallKnown())
        fillParts();
}

bool TimingsModel::isCallKnown() const {
    return std::ranges::any_of(result_->variants,
                               [](const auto& variant) { return variant.call.median > 0; });
}

void TimingsModel::fillParts() {
    for (int part = 0; part < kParts; ++part) {
        auto& line = cells_.emplace_back();
        for (std::size_t v = 0; v < result_->variants.size(); ++v)
            longestCall_ = std::max(longestCall_, barOf(*line.emplace_back(partCell(part, v))));
    }
}

/// Of calls there is an order as of the device's times; what they are made of is not measured as a
/// pair.
TimingsModel::Cell TimingsModel::partCell(int part, std::size_t variant) const {
    const auto& result = result_->variants[variant];
    const auto parts = bench::timeParts(result);
    Cell cell;
    switch (part) {
    case Call:
        cell.time = result.call;
        break;
    case Kernels:
        cell.time.median = parts.kernels;
        break;
    case Copies:
        cell.time = result.copies;
        break;
    case Gaps:
        cell.time.median = parts.gaps;
        break;
    case Host:
        cell.time.median = parts.host;
        break;
    default:
        cell.time.median = parts.allocation;
    }
    const auto& base = result_->variants[0].call;
    if (part == Call && base.median > 0 && bench::whyNotRanked(*result_, variant).empty()) {
        cell.base = base.median;
        if (variant > 0)
            cell.ratioValue = result.call.median / base.median;
        if (variant > 0 && !result.callSamples.empty())
            cell.ratio = ratioInterval(result.callSamples, result_->variants[0].callSamples);
    }
    return cell;
}

int TimingsModel::partOf(int row) const {
    return row - 1 - static_cast<int>(rows_.size()); // negative: none
}

TimingsModel::Cell TimingsModel::kernelCell(const bench::TimingRow& row,
                                            std::size_t variant) const {
    const auto& from = *row.cells[variant];
    Cell cell;
    cell.time = from.time;
    cell.bytes = from.bytes;
    cell.bandwidth = from.gigabytesPerSecond;
    cell.share = from.share;
    cell.asked = from.modelledBytes;
    cell.cacheShare = from.cacheShare;
    std::vector<const bench::KernelRow*> kernels;
    for (const int k : from.kernels)
        kernels.push_back(&result_->variants[variant].kernels[static_cast<std::size_t>(k)]);
    cell.takeLaunch(kernels, isOnCpu());
    cell.ratio = from.interval;
    cell.ratioValue = from.ratio;
    if (row.cells[0] && (from.ratio > 0 || (variant == 0 && !bench::isFarApart(from.time))))
        cell.base = row.cells[0]->time.median;
    if (variant == 0 || !row.cells[0] || from.ratio > 0)
        return cell;
    cell.notRanked = qs(bench::whyNotRanked(*result_, variant));
    if (cell.notRanked.isEmpty())
        cell.notRanked = tr("medians lie far above minima");
    return cell;
}

TimingsModel::Cell TimingsModel::totalCell(std::size_t variant) const {
    const auto& result = result_->variants[variant];
    Cell cell;
    cell.time = result.device;
    cell.bytes = result.bytes;
    cell.asked = result.modelledBytes;
    cell.cacheShare = bench::cacheShare(*result_, cell.asked, result.device.median);
    if (result.device.median > 0)
        cell.bandwidth = result.bytes / result.device.median / 1e3; // bytes/us -> GB/s
    if (result_->copyBandwidth > 0)
        cell.share = cell.bandwidth / result_->copyBandwidth;
    if (variant == 0 && whyNotRanked().isEmpty())
        cell.base = result.device.median;
    const auto& base = result_->variants[0];
    if (variant == 0 || base.device.median <= 0)
        return cell;
    cell.notRanked = qs(bench::whyNotRanked(*result_, variant));
    cell.atLeast = bench::surelyFaster(*result_, variant).value_or(0);
    if (cell.notRanked.isEmpty()) {
        cell.base = base.device.median;
        cell.ratioValue = result.device.median / base.device.median;
        cell.ratio = result.ratio;
    }
    return cell;
}

QString TimingsModel::whyNotRanked() const {
    return result_ && result_->variants.size() > 1 ? qs(bench::whyNotRanked(*result_)) : QString();
}

bool TimingsModel::verified() const {
    return result_ && std::ranges::all_of(result_->variants,
                                          [](const auto& variant) { return variant.verified; });
}

QString TimingsModel::conditions() const {
    if (!result_)
        return {};
    QStringList parts{qs(result_->device), qs(inputs::toString(result_->scenario.grid)),
                      tr("%1 repeats, %2 cache")
                          .arg(result_->measure.repeats)
                          .arg(result_->measure.coldCache ? tr("cold") : tr("warm"))};
    if (otherSizes_)
        parts[1] += tr(", not the sizes shown");
    if (result_->copyBandwidth > 0)
        parts << tr("copy %1 GB/s").arg(fixedNumber(result_->copyBandwidth, 0));
    if (result_->cacheBandwidth > 0)
        parts << (isOnCpu() ? tr("in the last cache %1 GB/s") : tr("in L2 %1 GB/s"))
                     .arg(fixedNumber(result_->cacheBandwidth, 0));
    if (result_->load.known())
        parts << qs(exec::toText(result_->load));
    if (const auto weighted = weightedTotals(); !weighted.isEmpty())
        parts << weighted;
    return parts.join(QStringLiteral("  ·  "));
}

QString TimingsModel::weightedTotals() const {
    if (!result_ || result_->calls <= 0)
        return {};
    QStringList times;
    for (const auto& variant : result_->variants)
        times << tr("%1 %2").arg(
            qs(variant.name),
            microseconds(variant.device.median * static_cast<double>(result_->calls)));
    const auto calls = counted(static_cast<qsizetype>(result_->calls), tr("call"), tr("calls"));
    return tr("%1 in the pipeline: %2").arg(calls, times.join(QStringLiteral(", ")));
}

QString TimingsModel::conditionsInFull() const {
    QStringList lines{conditions()};
    if (result_)
        for (const std::string& note : bench::notesOf(*result_))
            lines << qs(note);
    return lines.join(QLatin1Char('\n'));
}

std::vector<const bench::KernelRow*> TimingsModel::kernels(int row, int variant) const {
    std::vector<const bench::KernelRow*> found;
    if (!result_ || row < 1 || row > static_cast<int>(rows_.size()) || variant < 0 ||
        variant >= static_cast<int>(result_->variants.size()))
        return found;
    const auto v = static_cast<std::size_t>(variant);
    if (const auto& cell = rows_[static_cast<std::size_t>(row - 1)].cells[v])
        for (const int k : cell->kernels)
            found.push_back(&result_->variants[v].kernels[static_cast<std::size_t>(k)]);
    return found;
}

int TimingsModel::rowIn(int variant, NodeId map) const {
    int inSum = -1;
    for (int row = 1; row <= static_cast<int>(rows_.size()); ++row) {
        const auto here = kernels(row, variant);
        if (std::ranges::none_of(here, [map](const auto* kernel) { return kernel->map == map; }))
            continue;
        if (here.size() == 1)
            return row;
        inSum = inSum < 0 ? row : inSum;
    }
    return inSum;
}

int TimingsModel::rowOf(NodeId map, const QString& variant) const {
    const auto variants = result_ ? static_cast<int>(result_->variants.size()) : 0;
    for (int v = 0; v < variants; ++v)
        if (variantName(v) == variant)
            return rowIn(v, map);
    for (int v = 0; v < variants; ++v)
        if (const int row = rowIn(v, map); row >= 0)
            return row;
    return -1;
}

QString TimingsModel::variantName(int variant) const {
    return qs(result_->variants[static_cast<std::size_t>(variant)].name);
}

QString TimingsModel::rowName(int row) const {
    if (isTotal(row))
        return tr("program on the device");
    if (partOf(row) >= 0)
        return partName(partOf(row));
    const auto& from = rows_[static_cast<std::size_t>(row - 1)];
    const auto name = qs(from.name);
    return from.isSum() ? QStringLiteral("Σ ") + name
           : from.part  ? QStringLiteral("    ") + name
                        : name;
}

QString TimingsModel::partName(int part) {
    static const char* const kNames[kParts] = {
        QT_TR_NOOP("call from the host"),     QT_TR_NOOP("    kernels"),
        QT_TR_NOOP("    copies and fills"),   QT_TR_NOOP("    gaps between them"),
        QT_TR_NOOP("    outside the device"), QT_TR_NOOP("allocation of temporaries"),
    };
    return tr(kNames[part]);
}

QString TimingsModel::partToolTip(int part, int variant) const {
    switch (part) {
    case Call:
        return tr("One call that is waited for, by the host's clock");
    case Kernels:
        return tr("All launches of all kernels: their medians added up");
    case Copies:
        return variant < 0
                   ? tr("Copies, fills and copy kernels of a call")
                   : tr("Copies, fills and copy kernels of a call: %1")
                         .arg(result_->variants[static_cast<std::size_t>(variant)].copyCount);
    case Gaps:
        return tr("What is left of the time on the device: launches that it waits for, and what "
                  "has to wait for something else");
    case Host:
        return tr("Of the call: to start it and to wait for it");
    default:
        return tr("To allocate and free the temporaries once; no part of a call");
    }
}

QString TimingsModel::rowToolTip(int row, int variant) const {
    if (partOf(row) >= 0)
        return partToolTip(partOf(row), variant);
    if (isTotal(row))
        return QStringList{tr("First start to last end of one call, median of the repeats"),
                           weightedTotals()}
            .join(QLatin1Char('\n'))
            .trimmed();
    auto several = kernels(row, std::max(variant, 0));
    for (int v = 0; several.empty() && v < static_cast<int>(result_->variants.size()); ++v)
        several = kernels(row, v);
    if (several.empty())
        return {};
    if (several.size() > 1) {
        QStringList names;
        for (const auto* each : several)
            names << qs(each->name);
        return tr("The sum of %1 kernels:\n%2")
            .arg(several.size())
            .arg(names.join(QLatin1Char('\n')));
    }
    const auto* found = several.front();
    auto text =
        tr("kernel %1\n%n launch(es) a call", nullptr, found->launches).arg(qs(found->name));
    if (found->resources.registers >= 0)
        text += tr("\n%1 registers").arg(found->resources.registers);
    const auto& shape = found->shape;
    text += tr("\ngrid %1 × %2 × %3, block %4 × %5 × %6")
                .arg(shape.grid[0])
                .arg(shape.grid[1])
                .arg(shape.grid[2])
                .arg(shape.block[0])
                .arg(shape.block[1])
                .arg(shape.block[2]);
    return text;
}

/// What a bar is as long as; 0: none.
double TimingsModel::barOf(const Cell& cell) const {
    if (!normalised_)
        return cell.time.median;
    return cell.base > 0 ? cell.time.median / cell.base : 0;
}

double TimingsModel::longestOf(int row) const {
    return isTotal(row) ? 0 : partOf(row) >= 0 ? longestCall_ : longest_;
}

bool TimingsModel::has(Field field) const {
    for (const auto& row : cells_)
        for (const auto& cell : row)
            if (cell && !cell->text(field, normalised_).isEmpty())
                return true;
    return false;
}

int TimingsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(cells_.size());
}

int TimingsModel::columnCount(const QModelIndex& parent) const {
    if (parent.isValid())
        return 0;
    return 1 + (result_ ? static_cast<int>(result_->variants.size()) * kFields : 0);
}

QVariant TimingsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const int row = index.row();
    const int variant = variantOf(index.column());
    if (role == TotalRole)
        return isTotal(row);
    if (role == CallRole)
        return partOf(row) == Call;
    if (role == Qt::FontRole && (isTotal(row) || partOf(row) == Call)) {
        QFont font;
        font.setBold(true);
        return font;
    }
    if (variant < 0)
        return role == Qt::DisplayRole ? QVariant(rowName(row))
               : role == Qt::ToolTipRole
                   ? QVariant(rowName(row) + QLatin1Char('\n') + rowToolTip(row, -1))
                   : QVariant();
    const auto field = fieldOf(index.column());
    const auto& cell = cells_[static_cast<std::size_t>(row)][static_cast<std::size_t>(variant)];
    switch (role) {
    case VariantRole:
        return measuredNumber(variant);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::DisplayRole:
        if (const auto text = cell ? cell->text(field, normalised_) : QString(); !text.isEmpty())
            return text;
        return field == Cell::Median ? QStringLiteral("–") : QString();
    case BarRole:
        if (!cell || field != Cell::Median || longestOf(row) <= 0 || barOf(*cell) <= 0)
            return {};
        return barOf(*cell) / longestOf(row);
    case VerdictRole:
        return cell && field == Cell::Ratio && cell->ratio.high > 0 ? QVariant(cell->verdict())
                                                                    : QVariant();
    case Qt::ToolTipRole:
        if (const auto tip = cell ? cell->toolTip(field) : QString(); !tip.isEmpty())
            return tip;
        return rowToolTip(row, variant);
    default:
        return {};
    }
}

QVariant TimingsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    const int variant = variantOf(section);
    if (role == VariantRole)
        return variant < 0 ? -1 : measuredNumber(variant);
    if (role == Qt::ToolTipRole && variant >= 0)
        return timings::toolTipOf(fieldOf(section));
    if (role == Qt::InitialSortOrderRole)
        return section == 0 ? Qt::AscendingOrder : Qt::DescendingOrder;
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (variant < 0)
        return tr("Kernel");
    if (normalised_ && fieldOf(section) == Cell::Median)
        return tr("median ×");
    return timings::titleOf(fieldOf(section), isOnCpu());
}

} // namespace mw::viewers
