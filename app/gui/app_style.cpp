#include "app/gui/app_style.h"

namespace mw::app {

namespace {

constexpr int kRowAir = 6; // pixels added to the height of a row

} // namespace

AppStyle::AppStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

QSize AppStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                 const QWidget* widget) const {
    auto result = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_ItemViewItem)
        result.rheight() += kRowAir;
    return result;
}

} // namespace mw::app
