#pragma once

#include "viewers/program/bands.h"

#include <QPointer>
#include <QSplitter>

namespace mw::app {

/// What stands between two panes. Where both show their program view, paired by PaneLink, it is as
/// wide as the bands between kernels and what they became need; a click on one chooses it in both.
class PaneHandle : public QSplitterHandle {
    Q_OBJECT

public:
    explicit PaneHandle(QSplitter& panes);

    /// Null: no bands, and narrow.
    void setViews(viewers::ProgramView* first, viewers::ProgramView* second);
    bool showsBands() const { return first_ && second_; }
    /// As they are now.
    std::vector<viewers::ProgramBand> bands() const;
    /// The pair that was chosen last, in either view; index of the partners.
    std::optional<std::size_t> chosen() const { return chosen_; }
    void setTheme(viewers::ThemeKind kind);
    QSize sizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void follow(viewers::ProgramView& view);
    std::optional<std::size_t> partnerAt(QPointF at) const;
    void setHovered(std::optional<std::size_t> partner);
    void choose(std::size_t partner);
    QRectF area() const; ///< between the heads and the feet of both views

    QPointer<viewers::ProgramView> first_, second_;
    std::optional<std::size_t> hovered_, chosen_;
    QPoint pressed_;
    viewers::ThemeKind theme_ = viewers::ThemeKind::light;
};

} // namespace mw::app
