#pragma once

#include <QProxyStyle>

namespace mw::app {

/// Fusion with rows of lists and tables that have a little air, so that long lists can be read, and
/// with check boxes and radio buttons that can be seen in every theme.
class AppStyle : public QProxyStyle {
    Q_OBJECT

public:
    AppStyle();

    /// Labels and tips show names of the graph: what looks like HTML in them is text. A tip is as
    /// wide as its longest line; what is too wide for the screen is wrapped.
    void polish(QWidget* widget) override;
    using QProxyStyle::polish;
    bool eventFilter(QObject* watched, QEvent* event) override;

    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
};

} // namespace mw::app
