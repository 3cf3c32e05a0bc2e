// Names of a list, cut so that they can be told apart.
#include "viewers/panels/name_cutter.h"

#include <QApplication>
#include <QStyle>
#include <QStyleOptionViewItem>

#include <cmath>
#include <set>

namespace mw::viewers {

NameCutter::NameCutter(QAbstractItemModel* model, int column, QObject* parent)
    : QObject(parent), model_(model), column_(column) {
    const auto forget = [this] { stale_ = true; };
    connect(model, &QAbstractItemModel::modelReset, this, forget);
    connect(model, &QAbstractItemModel::dataChanged, this, forget);
    connect(model, &QAbstractItemModel::rowsInserted, this, forget);
    connect(model, &QAbstractItemModel::rowsRemoved, this, forget);
}

/// All names of the list, whatever is open of it.
void NameCutter::look() {
    constexpr std::size_t kMost = 4000; // names; of more the ends alone are shown
    stale_ = false;
    parts_.clear();
    std::set<QString> all;
    std::vector<QModelIndex> open{{}};
    while (!open.empty() && all.size() <= kMost) {
        const auto parent = open.back();
        open.pop_back();
        for (int row = 0; row < model_->rowCount(parent); ++row) {
            all.insert(model_->index(row, column_, parent).data().toString().trimmed());
            if (const auto first = model_->index(row, 0, parent); model_->hasChildren(first))
                open.push_back(first);
        }
    }
    if (all.size() > kMost)
        return;
    const std::vector<QString> names(all.begin(), all.end());
    const auto parts = tellingParts(names);
    for (std::size_t i = 0; i < names.size(); ++i)
        parts_.emplace(names[i], parts[i]);
}

QString NameCutter::cut(const QString& name, const std::function<bool(const QString&)>& fits) {
    if (fits(name))
        return name;
    if (stale_)
        look();
    const auto part = parts_.find(name);
    return shortenedTo(name, part == parts_.end() ? TellingPart{} : part->second, fits);
}

void NameCutter::cut(QStyleOptionViewItem& option, const QModelIndex& index) {
    if (index.column() != column_ || option.text.isEmpty())
        return;
    const auto* style = option.widget ? option.widget->style() : QApplication::style();
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1;
    const int room =
        style->subElementRect(QStyle::SE_ItemViewItemText, &option, option.widget).width() -
        2 * margin;
    // Blanks before a name set it in, below what it belongs to.
    const auto name = option.text.trimmed();
    const auto before = option.text.left(option.text.indexOf(name));
    const QFontMetricsF metrics(option.font, option.widget);
    option.text = before + cut(name, [&](const QString& text) {
                      return std::ceil(metrics.horizontalAdvance(before + text)) <= room;
                  });
}

void NameDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    cutter_->cut(*option, index);
}

} // namespace mw::viewers
