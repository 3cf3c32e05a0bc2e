#pragma once

#include "core/support/id.h"

#include <QWidget>

#include <vector>

class QToolButton;

namespace mw::app {

struct Crumb {
    ElementId scope; ///< 0: the whole program
    QString title;
};

/// The way from the program to the scope that is shown, as buttons. Where they do not fit, those in
/// the middle are in a menu. Left and Right walk them.
class Breadcrumb : public QWidget {
    Q_OBJECT

public:
    explicit Breadcrumb(QWidget* parent = nullptr);

    /// The last one is what is shown.
    void setCrumbs(std::vector<Crumb> crumbs);
    const std::vector<Crumb>& crumbs() const { return crumbs_; }
    const std::vector<QToolButton*>& buttons() const { return buttons_; } ///< as crumbs()

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosen(mw::ElementId scope);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void arrange();
    void fillMenu(std::size_t hidden);
    void walk(int by);

    std::vector<Crumb> crumbs_;
    std::vector<QToolButton*> buttons_;
    QToolButton* more_; ///< the menu of those that are hidden
};

} // namespace mw::app
