#pragma once

#include <QKeySequence>
#include <QObject>
#include <QString>

#include <functional>
#include <vector>

class QAction;
class QMenuBar;
class QShortcut;
class QToolBar;
class QWidget;

namespace mw::app {

/// What an action is done to: the menu of the right button has those of the thing pointed at.
enum class Concern {
    nothing,
    element, ///< the selection
    variant, ///< the current one
    times,   ///< the selected row of the timings
};

/// One thing that a user can do.
struct ActionSpec {
    QString id;      ///< kebab-case; also for --do and tests
    QString text;    ///< with the mnemonic of its menu
    QString menu;    ///< title of its menu; empty: palette and --do only
    QString submenu; ///< title of a menu inside that one; empty: none
    QKeySequence shortcut;
    QString tip;
    std::function<void()> run;
    std::function<bool()> enabled;   ///< null: always
    std::function<QString()> whyNot; ///< a sentence where it is not enabled; empty: it is
    /// What it would be done to, in at most so many letters: behind its text, and in the tool bar
    /// in place of it. Null: it is named by itself.
    std::function<QString(int)> object;
    std::function<bool()> checked; ///< null: not checkable
    bool separator = false;        ///< a line above it in the menu (and left of it in the tool bar)
    Concern concern = Concern::nothing;
    QString toolText; ///< its text in the tool bar; empty: not there
};

/// A key of a menu is one line's own, in whatever language the lines are: the first one with it
/// keeps it, others get a letter that is free, also in the menus inside.
void giveKeys(const QList<QAction*>& lines);

/// A line of a menu as it is read: without the mark of its key.
QString withoutKey(QString text);

/// The one table that feeds menus, tool bar, command palette, shortcuts, --do and tests.
class ActionTable : public QObject {
    Q_OBJECT

public:
    explicit ActionTable(QWidget* window);

    void add(std::vector<ActionSpec> specs);
    /// Takes out those whose ids begin so. None of them may stand in a menu.
    void remove(const QString& beginning);
    void fill(QMenuBar& menus);
    void fill(QToolBar& tools);

    const std::vector<ActionSpec>& specs() const { return specs_; }
    QAction* action(const QString& id) const; ///< null when there is none
    bool isEnabled(const ActionSpec& spec) const {
        return (!spec.enabled || spec.enabled()) && (!spec.whyNot || spec.whyNot().isEmpty());
    }
    /// Runs it; the sentence says why not when it could not.
    QString trigger(const QString& id);
    /// Brings what is enabled and checked up to date.
    void refresh();

signals:
    /// A key was pressed whose action can't be used now: the sentence says why not.
    void refused(const QString& why);
    void ran(const QString& id); ///< by the user: not as a part of another one

private:
    void showObject(const ActionSpec& spec, QAction& action);
    static void showWhyNot(const ActionSpec& spec, QAction& action);
    QString whyNot(const ActionSpec& spec) const;

    QWidget* window_;
    std::vector<ActionSpec> specs_;
    std::vector<QAction*> actions_;   ///< as specs_
    std::vector<QShortcut*> answers_; ///< as specs_: the keys of actions that can't be used now
    int depth_ = 0;                   ///< of actions that run
};

} // namespace mw::app
