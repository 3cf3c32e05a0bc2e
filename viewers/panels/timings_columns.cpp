// Shows and hides columns of the table of times, and makes them as wide as what is in them.
#include "viewers/panels/timings_columns.h"

#include "viewers/panels/frozen_column.h"
#include "viewers/panels/timings_model.h"
#include "viewers/panels/timings_view.h"

#include <QAction>
#include <QJsonArray>
#include <QMenu>
#include <QTableView>

#include <algorithm>

namespace mw::viewers {

namespace {

using Field = TimingsCell::Field;

constexpr int kTimingLetters = 42; ///< longer names lose their middle
constexpr int kLeastLetters = 20;
constexpr std::array<const char*, 2> kChoices = {"alone", "beside-roofline"};

/// What is hidden at first: all but what says how long, against what, and how fast that is.
std::set<Field> usual(bool beside) {
    std::set<Field> hidden;
    for (int field = 0; field < TimingsCell::kFields; ++field)
        hidden.insert(static_cast<Field>(field));
    for (const Field shown : {TimingsCell::Median, TimingsCell::Ratio})
        hidden.erase(shown);
    hidden.erase(beside ? TimingsCell::RatioInterval : TimingsCell::Bandwidth);
    return hidden;
}

} // namespace

TimingsColumns::TimingsColumns(QTableView* table, TimingsModel& model)
    : QObject(table), table_(table), model_(model),
      names_(new FrozenColumn(table, new VariantHeader)),
      menu_(new QMenu(table)), hidden_{usual(false), usual(true)} {
    menu_->setObjectName(QStringLiteral("timings-columns"));
    menu_->setToolTipsVisible(true);
    connect(menu_, &QMenu::aboutToShow, this, &TimingsColumns::fillMenu);
    for (QWidget* header : {static_cast<QWidget*>(table->horizontalHeader()),
                            static_cast<QWidget*>(names_->horizontalHeader())}) {
        header->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(header, &QWidget::customContextMenuRequested, this,
                [this, header](const QPoint& place) { menu_->popup(header->mapToGlobal(place)); });
    }
}

QTableView* TimingsColumns::names() const {
    return names_;
}

void TimingsColumns::fillMenu() {
    menu_->clear();
    for (int f = 0; f < TimingsCell::kFields; ++f) {
        const auto field = static_cast<Field>(f);
        const auto title = timings::titleOf(field, model_.isOnCpu());
        const bool known = model_.has(field);
        auto* action = menu_->addAction(known ? title : tr("%1 (not known here)").arg(title));
        action->setObjectName(timings::idOf(field));
        action->setToolTip(timings::toolTipOf(field));
        action->setCheckable(true);
        action->setChecked(isWanted(field));
        action->setEnabled(field != TimingsCell::Median); // with the bars
        connect(action, &QAction::toggled, this,
                [this, field](bool wanted) { setWanted(field, wanted); });
    }
    menu_->addSeparator();
    connect(menu_->addAction(tr("As at first")), &QAction::triggered, this, &TimingsColumns::reset);
}

void TimingsColumns::setWanted(Field field, bool wanted) {
    if (wanted)
        hidden().erase(field);
    else
        hidden().insert(field);
    fit();
}

void TimingsColumns::setBesideRoofline(bool beside) {
    beside_ = beside;
    fit();
}

void TimingsColumns::reset() {
    hidden() = usual(beside_);
    fit();
}

void TimingsColumns::fitNames() {
    const QFontMetrics metrics(table_->font());
    const int letter = metrics.averageCharWidth();
    int width = kLeastLetters * letter;
    for (int row = 0; row < model_.rowCount(); ++row) {
        auto font = table_->font();
        font.setBold(model_.index(row, 0).data(Qt::FontRole).isValid());
        const auto text = model_.index(row, 0).data().toString();
        width = std::max(width, QFontMetrics(font).horizontalAdvance(text) + 2 * letter);
    }
    table_->setColumnWidth(0, std::min(width, kTimingLetters * letter));
}

void TimingsColumns::fit() {
    const auto* header = static_cast<VariantHeader*>(table_->horizontalHeader());
    std::array<bool, TimingsCell::kFields> known{};
    for (int f = 0; f < TimingsCell::kFields; ++f)
        known.at(static_cast<std::size_t>(f)) = model_.has(static_cast<Field>(f));
    fitNames();
    for (int column = 1; column < model_.columnCount(); ++column) {
        const auto field = TimingsModel::fieldOf(column);
        const bool ofBaseline =
            TimingsModel::variantOf(column) == 0 &&
            (field == TimingsCell::Ratio || field == TimingsCell::RatioInterval);
        const bool shown =
            isWanted(field) && known.at(static_cast<std::size_t>(field)) && !ofBaseline;
        table_->setColumnHidden(column, !shown);
        if (shown)
            table_->setColumnWidth(
                column, std::max(header->titleWidth(column),
                                 TimingsDelegate::widthOf(model_, column, table_->font())));
    }
    names_->fit();
}

QJsonObject TimingsColumns::state() const {
    QJsonObject state;
    for (std::size_t choice = 0; choice < kChoices.size(); ++choice) {
        QJsonArray ids;
        for (const Field field : hidden_.at(choice))
            ids << timings::idOf(field);
        state[QLatin1String(kChoices.at(choice))] = ids;
    }
    return state;
}

void TimingsColumns::setState(const QJsonObject& state) {
    for (std::size_t choice = 0; choice < kChoices.size(); ++choice) {
        const auto ids = state[QLatin1String(kChoices.at(choice))];
        if (!ids.isArray())
            continue;
        hidden_.at(choice).clear();
        for (int f = 1; f < TimingsCell::kFields; ++f)
            if (const auto field = static_cast<Field>(f);
                ids.toArray().contains(timings::idOf(field)))
                hidden_.at(choice).insert(field);
    }
    fit();
}

} // namespace mw::viewers
