#pragma once

#include "app/gui/overlays.h"

#include <QComboBox>

namespace mw::app {

/// Chooses the overlay of nodes or of edges.
class OverlayBox : public QComboBox {
    Q_OBJECT

public:
    explicit OverlayBox(OverlayOn on, QWidget* parent = nullptr);

    void setChosen(const QString& id);
    QSize minimumSizeHint() const override; ///< a pane may be narrow

signals:
    void chosen(const QString& id); ///< by the user
};

} // namespace mw::app
