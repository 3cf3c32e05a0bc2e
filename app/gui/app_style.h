#pragma once

#include <QProxyStyle>

namespace mw::app {

/// Fusion with rows of lists and tables that have a little air, so that long lists can be read.
class AppStyle : public QProxyStyle {
    Q_OBJECT

public:
    AppStyle();

    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
};

} // namespace mw::app
