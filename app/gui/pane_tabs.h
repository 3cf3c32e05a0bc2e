#pragma once

#include <QTabBar>

namespace mw::app {

class Pane;
class Workspace;

/// The programs that a pane has open, each with the variant at which it is seen there.
class PaneTabs : public QTabBar {
    Q_OBJECT

public:
    PaneTabs(Pane& pane, Workspace& workspace, QWidget* parent);

    /// Brings the tabs up to date.
    void refresh();

signals:
    void closeRequested(std::size_t tab);

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showTab(int index);
    void addCloseButton(int index);

    Pane& pane_;
    Workspace& workspace_;
    int pressed_ = -1; ///< by the middle button
};

} // namespace mw::app
