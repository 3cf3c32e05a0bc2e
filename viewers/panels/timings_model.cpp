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

namespace {

constexpr double kSector = 32; ///< bytes

/// -1 faster, 1 slower, 0: 1 lies within the interval, so the difference is noise.
int verdict(const Interval& ratio) {
    if (ratio.high > 0 && ratio.high < 1)
        return -1;
    return ratio.low > 1 ? 1 : 0;
}

} // namespace

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
    const auto& cell = rows_[static_cast<std::size_t>(row - 1)].cells[v];
    return cell ? cell->samples : std::vector<double>{};
}

void TimingsModel::fill() {
    cells_.clear();
    longest_ = 0;
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
    if (result_->copyBandwidth > 0)
        parts << tr("copy %1 GB/s").arg(result_->copyBandwidth, 0, 'f', 0);
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
    const auto& from = rows_[static_cast<std::size_t>(row - 1)];
    const auto name = qs(from.name);
    return from.isSum() ? QStringLiteral("Σ ") + name
           : from.part  ? QStringLiteral("    ") + name
                        : name;
}

QString TimingsModel::rowToolTip(int row, int variant) const {
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

QVariant TimingsModel::cellText(const Cell& cell, Field field) const {
    switch (field) {
    case Median:
        return timeText(cell.time.median, cell.base);
    case Minimum:
        return timeText(cell.time.minimum, cell.base);
    case Spread:
        return percentText(cell.time.spread);
    case Ratio:
        if (!cell.notRanked.isEmpty())
            return tr("not ranked");
        if (cell.ratioValue <= 0)
            return QString();
        if (cell.ratio.high <= 0)
            return ratioText(cell.ratioValue);
        return QStringLiteral("%1 %2").arg(verdict(cell.ratio) < 0   ? QStringLiteral("▼")
                                           : verdict(cell.ratio) > 0 ? QStringLiteral("▲")
                                                                     : QStringLiteral("≈"),
                                           ratioText(cell.ratioValue));
    case Bytes:
        return cell.bytes > 0 ? bytesText(cell.bytes) : QString();
    case Bandwidth:
        return cell.bandwidth > 0
                   ? QString::number(cell.bandwidth, 'f', cell.bandwidth < 100 ? 1 : 0)
                   : QString();
    case Share:
        return cell.share > 0 ? QString::number(100 * cell.share, 'f', 0) + QStringLiteral(" %")
                              : QString();
    case Asked:
        return cell.asked > 0 ? bytesText(cell.asked) : QString();
    case kFields:
        break;
    }
    return {};
}

/// What a bar is as long as; 0: none.
double TimingsModel::barOf(const Cell& cell) const {
    if (!normalised_)
        return cell.time.median;
    return cell.base > 0 ? cell.time.median / cell.base : 0;
}

/// Where there is nothing to set a time against, or no order, the time itself with its unit.
QString TimingsModel::timeText(double us, double base) const {
    if (!normalised_)
        return plainMicroseconds(us);
    return base > 0 ? ratioText(us / base) : microseconds(us);
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
    if (role == Qt::FontRole && isTotal(row)) {
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
        return cell ? cellText(*cell, field)
                    : QVariant(field == Median ? QStringLiteral("–") : QString());
    case BarRole:
        if (!cell || field != Median || isTotal(row) || longest_ <= 0)
            return {};
        return barOf(*cell) > 0 ? QVariant(barOf(*cell) / longest_) : QVariant();
    case VerdictRole:
        return cell && field == Ratio && cell->ratio.high > 0 ? QVariant(verdict(cell->ratio))
                                                              : QVariant();
    case Qt::ToolTipRole:
        if (cell && field == Ratio && !cell->notRanked.isEmpty())
            return tr("Not ranked: %1").arg(cell->notRanked);
        if (cell && field == Ratio && cell->ratio.high > 0)
            return tr("95 % interval %1 … %2%3")
                .arg(cell->ratio.low, 0, 'f', 3)
                .arg(cell->ratio.high, 0, 'f', 3)
                .arg(verdict(cell->ratio) == 0 ? tr("\nThe difference is inside the noise")
                                               : QString());
        if (cell && field == Asked && cell->asked > 0)
            return tr("%1 million sectors of 32 bytes that threads ask of the L2 cache: %2 the "
                      "bytes that have to move")
                .arg(cell->asked / kSector / 1e6, 0, 'f', 2)
                .arg(cell->bytes > 0 ? ratioText(cell->asked / cell->bytes) : QStringLiteral("–"));
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
        return headerToolTip(fieldOf(section));
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (variant < 0)
        return tr("Kernel");
    static const char* const kTitles[kFields] = {
        QT_TR_NOOP("median µs"), QT_TR_NOOP("minimum"), QT_TR_NOOP("spread"),  QT_TR_NOOP("ratio"),
        QT_TR_NOOP("bytes"),     QT_TR_NOOP("GB/s"),    QT_TR_NOOP("of copy"), QT_TR_NOOP("of L2")};
    if (normalised_ && fieldOf(section) == Median)
        return tr("median ×");
    return tr(kTitles[fieldOf(section)]);
}

QString TimingsModel::headerToolTip(Field field) {
    switch (field) {
    case Ratio:
        return tr("Of the medians, to the baseline, which stands first");
    case Bytes:
        return tr("What has to move: every element once");
    case Bandwidth:
        return tr("Those bytes in the median time");
    case Share:
        return tr("Of the copy bandwidth that was measured in the same run: the limit of the "
                  "memory");
    case Asked:
        return tr("Bytes that threads ask of the L2 cache, in whole sectors");
    default:
        return {};
    }
}

} // namespace mw::viewers
