// How small the window can be, and that all of it has names.
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/gui/start_page.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/timings_panel.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>

namespace sizes_test {

using namespace mw;
using test::WindowFixture;

namespace {

constexpr QSize kSmall{1024, 700};

/// Which children keep their parents from being smaller, for the message of a failure.
QString widest(const QWidget& widget, int depth = 0) {
    QString text;
    for (const auto* child : widget.findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        if (child->minimumSizeHint().width() > 300 && depth < 8)
            text += QString(2 * depth, QLatin1Char(' ')) +
                    QString::fromLatin1(child->metaObject()->className()) + " " +
                    child->objectName() + " " + QString::number(child->minimumSizeHint().width()) +
                    "x" + QString::number(child->minimumSizeHint().height()) + "\n" +
                    widest(*child, depth + 1);
    return text;
}

bench::BenchResult measurement(const history::History& history) {
    bench::BenchResult result;
    for (const auto& variant : history.variants()) {
        bench::VariantResult one;
        one.name = variant.name;
        one.device.median = 10;
        one.deviceSamples = {10, 11, 10};
        one.verified = true;
        one.verification = "equal to the interpreter in all of the arrays that it writes";
        result.variants.push_back(one);
    }
    result.device = "A device with a name as long as those of the newest data centres";
    return result;
}

struct Small : WindowFixture {
    Small() {
        window.resize(kSmall);
        window.show();
    }
    void checkFits() {
        QCoreApplication::processEvents();
        const auto least = window.minimumSizeHint();
        INFO("at least " << least.width() << "x" << least.height() << "\n"
                         << widest(window).toStdString());
        CHECK(least.width() <= kSmall.width());
        CHECK(least.height() <= kSmall.height());
        CHECK(window.width() == kSmall.width());
        CHECK(window.height() == kSmall.height());
    }
};

} // namespace

TEST_CASE_METHOD(Small, "the start page fits a small window, and scrolls") {
    checkFits();
    CHECK(window.parts().start.minimumSizeHint().height() < 200);
}

TEST_CASE_METHOD(Small, "two panes and every panel fit a small window") {
    open(sample("nabla4"));
    checkFits();
    act("apply-first-map-fusion-vertical");
    std::vector<history::VariantId> variants;
    for (const auto& variant : work().history()->variants())
        variants.push_back(variant.id);
    work().setBenchResult(work().program(), measurement(*work().history()), variants);
    act("pane-split");
    act("view-program");
    act("edit-undo");
    for (const auto& entry : docks().all()) {
        INFO(entry.info.id.toStdString());
        docks().show(entry.info.id);
        checkFits();
    }
    window.parts().messageBar.warn(QString(400, QLatin1Char('x')));
    checkFits();
}

TEST_CASE_METHOD(Small, "in a small window the picture has the larger part") {
    open(sample("nabla4"));
    const auto& frame = *window.parts().panes.frames().front();
    CHECK(frame.width() > 300);
    CHECK(frame.height() > 250);
}

namespace {

/// What can have the focus or be clicked, and has no name for a screen reader.
QStringList nameless(const QWidget& window) {
    QStringList found;
    for (auto* widget : window.findChildren<QWidget*>()) {
        const bool control =
            widget->focusPolicy() != Qt::NoFocus || qobject_cast<QAbstractButton*>(widget);
        const auto name = widget->objectName();
        const auto* label = qobject_cast<QLabel*>(widget);
        const auto* button = qobject_cast<QAbstractButton*>(widget);
        if (button && button->text().isEmpty() && !button->isVisible())
            continue; // it gets its text when it is needed
        if (!control || widget->isHidden() || (label && label->text().isEmpty()) ||
            name.startsWith(QStringLiteral("qt_")) || qobject_cast<QMenu*>(widget) ||
            widget->inherits("QScrollBar") || widget->inherits("QTableCornerButton") ||
            widget->inherits("QTabBar") || widget->inherits("QMenuBar"))
            continue;
        // Parts of a control that has the name: the line of a box, the list that it opens.
        bool part = false;
        for (auto* around = widget->parentWidget(); around; around = around->parentWidget())
            part = part || qobject_cast<QComboBox*>(around) ||
                   qobject_cast<QAbstractSpinBox*>(around) ||
                   (qobject_cast<QLineEdit*>(around) && widget->inherits("QToolButton"));
        auto* interface = QAccessible::queryAccessibleInterface(widget);
        if (!part && (!interface || interface->text(QAccessible::Name).trimmed().isEmpty()))
            found << QStringLiteral("%1 '%2' in %3")
                         .arg(QString::fromLatin1(widget->metaObject()->className()), name,
                              widget->parentWidget() ? widget->parentWidget()->objectName()
                                                     : QString());
    }
    return found;
}

} // namespace

TEST_CASE_METHOD(Small, "what can be used has a name for a screen reader") {
    INFO("nothing open:\n" << nameless(window).join("\n").toStdString());
    CHECK(nameless(window).isEmpty());
    open(sample("nabla4"));
    act("apply-first-map-fusion-vertical");
    act("pane-split");
    act("select-first-map");
    INFO("a graph is open:\n" << nameless(window).join("\n").toStdString());
    CHECK(nameless(window).isEmpty());
}

} // namespace sizes_test
