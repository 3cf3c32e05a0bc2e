#pragma once

#include "core/support/id.h"

#include <QObject>

#include <vector>

namespace mw::app {

/// What the user looks at, as ids: one object that every view shares. Views set it and follow it.
class Selection : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const std::vector<ElementId>& ids() const { return ids_; }
    /// Says changed() only when the ids differ, so views may answer each other.
    void set(std::vector<ElementId> ids);
    /// Elements marked besides the selection: what a refusal speaks of.
    const std::vector<ElementId>& highlights() const { return highlights_; }
    void setHighlights(std::vector<ElementId> ids);

signals:
    void changed(const std::vector<mw::ElementId>& ids);
    void highlightsChanged(const std::vector<mw::ElementId>& ids);

private:
    std::vector<ElementId> ids_;
    std::vector<ElementId> highlights_;
};

} // namespace mw::app
