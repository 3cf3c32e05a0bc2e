#pragma once

#include "core/codegen/kernel_memo.h"
#include "viewers/panels/field_editor.h"
#include "viewers/panels/metrics.h"
#include "viewers/panels/panel.h"
#include "viewers/panels/properties.h"

#include <QPointer>
#include <QTimer>

class QTreeWidget;
class QTreeWidgetItem;

namespace mw::viewers {

class JobQueue;
class ValueDelegate;

/// Properties of what is selected, with the numbers of a run, the formulas that they are of in tips
/// or, on demand, behind them, and what it costs in that run; of the whole program when nothing is
/// selected. Those with a pencil are edited in their place: what is typed is checked as an edit of
/// the variant, in a job, and the panel asks for the edit once that says it is possible and the
/// user wants it.
class InspectorPanel : public Panel {
    Q_OBJECT

public:
    explicit InspectorPanel(JobQueue& jobs, QWidget* parent = nullptr);

    void showVariant(const PanelContext& context) override;
    void showSelection(const PanelContext& context) override;
    void showHistory(const PanelContext& context) override;
    void showResults(const PanelContext& context) override { showHistory(context); }
    void showNumbers(const PanelContext& context) override;
    void setTheme(ThemeKind kind) override;
    QByteArray state() const override;
    void setState(const QByteArray& state) override;
    /// Behind numbers of a run stands what the document has in their place.
    bool areFormulasShown() const { return formulas_; }
    void setFormulasShown(bool shown);
    /// What is shown, one line each: for tests and for copying.
    QString text() const;
    /// Names of the lines that can be edited.
    QStringList editable() const;
    /// Opens the editor of the line with this name; false: there is none. Of none: the first.
    bool startEditing(const QString& name = {});
    FieldEditor* editor() const { return editor_; } ///< null: nothing is edited

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void look(const PanelContext& context);
    void lookForModel();
    void forgetModel();
    void showMetrics();
    void rebuild();
    void addLine(QTreeWidgetItem* group, const Property& line, int place);
    const Property* lineOf(const QTreeWidgetItem* item) const;
    QTreeWidgetItem* itemAt(int place) const;
    void edit(QTreeWidgetItem* item);
    void fitEditor();
    void closeEditor();
    void check();
    void accept();
    transforms::Edit typedEdit() const;
    struct Checked;
    void take(const transforms::Edit& edit, const Checked& checked);

    JobQueue& jobs_;
    QTreeWidget* tree_;
    ValueDelegate* delegate_;
    ThemeKind theme_ = ThemeKind::light;
    std::shared_ptr<const ir::DocumentIndex> index_;
    const history::History* history_ = nullptr; ///< that the values are of; only compared
    symbolic::Bindings values_;                 ///< of the run
    ElementId element_;                         ///< that is described; 0: several, or nothing
    std::vector<PropertyGroup> groups_;
    ElementMetrics metrics_;
    bool hasMetrics_ = false;                   ///< one of the groups is theirs
    std::shared_ptr<const codegen::Plan> plan_; ///< of the variant with the values
    std::shared_ptr<codegen::KernelMemo> memo_ = std::make_shared<codegen::KernelMemo>();

    QPointer<FieldEditor> editor_;
    QTreeWidgetItem* edited_ = nullptr; ///< the line that it stands in
    QTimer pause_;                      ///< in typing, after which is checked
    bool formulas_ = false;             ///< stand behind the numbers
    bool accepting_ = false;            ///< the user wants it, the check is under way
    bool isLate_ = false;               ///< something came while a line was edited
};

} // namespace mw::viewers
