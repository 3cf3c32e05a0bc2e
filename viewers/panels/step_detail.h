#pragma once

#include "transforms/framework/transformation.h"
#include "viewers/panels/step_predictor.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace mw::viewers {

class ParamForm;

/// One step before it is done: what it is, its parameters, what it would change in numbers, and the
/// buttons.
class StepDetail : public QWidget {
    Q_OBJECT

public:
    explicit StepDetail(QWidget* parent = nullptr);

    /// Null: nothing is chosen. Keeps the form, and its focus, where it is that of this
    /// transformation already.
    void setTransformation(const transforms::Transformation* transformation,
                           const transforms::Params& values);
    transforms::Params values() const;
    /// Why it does not apply, or where it does.
    void setVerdict(const QString& verdict);
    /// What can be pressed, or a sentence that says why not; `isFirst`: the place is the first one,
    /// nobody chose it.
    struct Possible {
        QString whyNot;           ///< the step at its place; empty: it can be done
        QString whyNotEverywhere; ///< the transformation wherever it applies
        bool isFirst = false;
    };
    void setPossible(const Possible& possible);
    void setNoChange(const QString& why = {}); ///< nothing to show, or why there is nothing
    void setChange(const StepChange& change, const QString& device);
    /// Conditions under which it would apply; empty: none are known.
    void offer(const QString& assumption);

signals:
    void changed(); ///< a parameter
    void applyPressed();
    void tryPressed();
    void applyAllPressed();
    void assumePressed();

private:
    QWidget* buildScrolled();

    const transforms::Transformation* transformation_ = nullptr;
    QLabel* title_;
    QLabel* verdict_;
    QLabel* needs_;
    QLabel* change_;
    QLabel* text_;
    ParamForm* form_;
    QLabel* help_;
    QPushButton* apply_;
    QPushButton* try_;
    QPushButton* applyAll_;
    QPushButton* assume_;
};

} // namespace mw::viewers
