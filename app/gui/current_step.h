#pragma once

#include "viewers/panels/step.h"

#include <QObject>

namespace mw::app {

/// The step that would be done next, of a pane: one for all views, wherever it was chosen. What
/// applies or tries a step does this one; brackets, lines of advice and the button of the tool bar
/// show it. Of what nobody chose it is what advice proposes.
class CurrentStep : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const viewers::Step& step() const { return step_; }
    /// By the user, as opposed to proposed; also what is no step.
    bool isChosen() const { return chosen_; }
    /// Empty: there is none.
    QString name(int most = 200) const { return viewers::stepName(step_, most); }
    /// Why it cannot be done, in a sentence; empty: it can.
    QString whyNot() const;

    void choose(viewers::Step step);
    /// Taken where nobody has chosen one.
    void propose(viewers::Step step);
    /// There is none.
    void forget();

signals:
    void changed();

private:
    void set(viewers::Step step, bool chosen);

    viewers::Step step_;
    bool chosen_ = false;
};

} // namespace mw::app
