// The style of the widgets: Fusion with a little more air, and signs that can be seen.
#include "app/gui/app_style.h"

#include "app/gui/indicators.h"

#include <QEvent>
#include <QLabel>
#include <QScreen>
#include <QStyleOption>

#include <algorithm>

namespace mw::app {

namespace {

constexpr int kArrowRoom = 12;    // pixels that the arrow of a branch needs
constexpr int kTextAir = 6;       // pixels between the arrow's place and the text
constexpr int kRowAir = 6;        // pixels added to the height of a row
constexpr double kTipShare = 0.6; // of the screen's width, for a tip

} // namespace

AppStyle::AppStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void AppStyle::polish(QWidget* widget) {
    if (auto* label = qobject_cast<QLabel*>(widget); label && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
    if (widget->inherits("QTipLabel"))
        widget->installEventFilter(this);
    QProxyStyle::polish(widget);
}

bool AppStyle::eventFilter(QObject* watched, QEvent* event) {
    if (auto* tip = qobject_cast<QLabel*>(watched); tip && event->type() == QEvent::Resize) {
        const int most = static_cast<int>(kTipShare * tip->screen()->availableGeometry().width());
        if (tip->width() > most) {
            tip->setWordWrap(true);
            tip->resize(most, tip->heightForWidth(most));
        }
    }
    return QProxyStyle::eventFilter(watched, event);
}

QSize AppStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                 const QWidget* widget) const {
    auto result = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_ItemViewItem)
        result.rheight() += kRowAir;
    return result;
}

void AppStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                             QPainter* painter, const QWidget* widget) const {
    switch (element) {
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        return drawCheckBox(*option, *painter);
    case PE_IndicatorRadioButton:
        return drawRadioButton(*option, *painter);
    case PE_IndicatorBranch: {
        // Deep trees have little room for each level; the levels before this one have nothing to
        // draw, so the arrow takes what it needs from them.
        auto branch = *option;
        branch.rect.setLeft(std::min(branch.rect.left(), branch.rect.right() + 1 - kArrowRoom));
        // Before the outermost level there is nothing: it takes the air before the text.
        if (option->rect.left() >= 0 && branch.rect.left() < 0)
            branch.rect.moveLeft(std::min(0, branch.rect.left() + kTextAir));
        return QProxyStyle::drawPrimitive(element, &branch, painter, widget);
    }
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

} // namespace mw::app
