#pragma once

#include "core/bench/bench.h"

#include <QWidget>

#include <optional>
#include <vector>

class QComboBox;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace mw::viewers {

class ElidedLabel;

/// The choices in the strip of fields.
struct RunChoice {
    codegen::Target target = codegen::Target::cpu;
    QString grid;   ///< as typed, or a scenario's file; empty: the default of the target
    QString runner; ///< command that starts mw-runner elsewhere; empty: this machine
    int repeats = 20;
    bool coldCache = false;

    bool operator==(const RunChoice&) const = default;
};

/// One line of fields above the timings: device, grid, repeats, cache, and the button that verifies
/// and times the pinned variants; while it runs, progress and cancel stand in the button's place.
/// What there is to say about it stands in a line below.
class RunPanel : public QWidget {
    Q_OBJECT

public:
    explicit RunPanel(QWidget* parent = nullptr);

    /// The devices of the machine; picks CUDA when it can run, else HIP, else the CPU, unless the
    /// user chose.
    void setDevices(const std::vector<exec::DeviceInfo>& devices);
    void setChoice(const RunChoice& choice);
    RunChoice choice() const;
    QString deviceName() const; ///< of the device in the field; empty: none is known
    /// The device to choose where it can run, now or when devices become known.
    void setTarget(codegen::Target target);
    /// The scenario that lies beside the program, to choose in place of a grid; empty: there is
    /// none, and others are looked for in `folder`. The field of the grid takes any scenario's
    /// file.
    void offerScenario(const QString& file, const QString& folder = {});
    /// The grid where none is typed.
    void setUsualGrid(const QString& grid);
    const QString& usualGrid() const { return usualGrid_; }
    /// How many variants the button speaks of, and whether anything can run.
    /// `isOriginal`: the current variant is what others are compared with where none is pinned.
    void setPinned(int count, bool documentOpen, bool isOriginal = true);
    /// How many values of symbols and scalars are set.
    void setValuesSet(int count);
    /// How long a run is likely to take; stands behind the fields while there is nothing else to
    /// say, and at the button. Empty: it is not known.
    void setEstimate(const QString& text);
    const QString& estimate() const { return estimate_; }
    void setProgress(bool running, const QString& what, int done, int total);
    void setMessage(const QString& sentence, bool isError);
    const QString& message() const { return message_; }
    /// What the chosen device lacks to run; empty: nothing, or it is not known yet.
    const QString& lacking() const { return missing_; }
    /// What the chosen device lacks, or, on the CPU, what any GPU lacks; empty when all is there.
    QString missing() const;

signals:
    void runnerChanged(const QString& command); ///< another machine: its devices are not known yet
    void choiceChanged();                       ///< by the user, the device apart
    void deviceChosen();                        ///< by the user
    void deviceShown();                         ///< another one, or it became known
    void valuesRequested();                     ///< to see and to set
    void runRequested();
    void cancelRequested();
    void runningChanged(bool running);

private:
    void buildLayout();
    void targetChanged();
    void runnerEdited();
    void showHint();
    void connectFields();
    void gridEdited();
    void chooseScenario();

    std::vector<exec::DeviceInfo> devices_;
    QString missing_, message_, estimate_;
    bool messageIsError_ = false;
    bool gridTyped_ = false;
    std::optional<codegen::Target> wanted_; ///< see setTarget()
    int pinned_ = 0;
    bool open_ = false;
    bool isOriginal_ = true;

    QString usualGrid_;
    QString beside_;      ///< the scenario that is offered
    QString folder_;      ///< in which others are looked for
    QString runnerShown_; ///< whose devices are in the list

    QLineEdit* runner_;
    QComboBox* device_;
    QLineEdit* grid_;
    QPushButton* values_;
    QSpinBox* repeats_;
    QComboBox* cache_;
    QPushButton* run_;
    QProgressBar* progress_;
    QToolButton* cancel_;
    ElidedLabel* hint_;
};

} // namespace mw::viewers
