#pragma once

#include <QLabel>

namespace mw::viewers {

/// One line of text that gives way: where it does not fit it ends in "…" and its tip has the whole,
/// so that no sentence makes a window wider than its screen.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace mw::viewers
