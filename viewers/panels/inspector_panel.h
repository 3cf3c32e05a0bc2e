#pragma once

#include "viewers/panels/field_editor.h"
#include "viewers/panels/panel.h"
#include "viewers/panels/properties.h"

#include <QPointer>
#include <QTimer>

class QTreeWidget;
class QTreeWidgetItem;

namespace mw::viewers {

class JobQueue;
class ValueDelegate;

/// Properties of what is selected; of the whole program when nothing is. Those with a pencil are
/// edited in their place: what is typed is checked as an edit of the variant, in a job, and the
/// panel asks for the edit once that says it is possible and the user wants it.
class InspectorPanel : public Panel {
    Q_OBJECT

public:
    explicit InspectorPanel(JobQueue& jobs, QWidget* parent = nullptr);

    void showVariant(const PanelContext& context) override;
    void showSelection(const PanelContext& context) override;
    void setTheme(ThemeKind kind) override;
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
    ValueDelegate* values_;
    ThemeKind theme_ = ThemeKind::light;
    std::shared_ptr<const ir::DocumentIndex> index_;
    ElementId element_; ///< that is described; 0: several, or nothing
    std::vector<PropertyGroup> groups_;

    QPointer<FieldEditor> editor_;
    QTreeWidgetItem* edited_ = nullptr; ///< the line that it stands in
    QTimer pause_;                      ///< in typing, after which is checked
    bool accepting_ = false;            ///< the user wants it, the check is under way
};

} // namespace mw::viewers
