// Every text of tables and views against what is below it, and the signs of the style, per theme.
#include "app/gui/app_style.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "tests/app/window_fixture.h"
#include "tests/viewers/painted.h"
#include "viewers/program/program_view.h"

#include <QAbstractItemView>
#include <QDockWidget>
#include <QHeaderView>
#include <QPainter>
#include <QStyleOptionHeader>
#include <QTreeView>

namespace contrast_test {

using namespace mw;
using test::WindowFixture;

namespace {

constexpr double kReadable = 4.5; ///< of WCAG 2, level AA, for text
constexpr double kSeen = 3;       ///< for signs

struct ContrastFixture : WindowFixture {
    /// What cannot be used now may be paler.
    bool isDisabled(const QColor& colour) {
        const auto palette = window.palette();
        for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
            if (colour == palette.color(QPalette::Disabled, role))
                return true;
        return false;
    }
    void check(QWidget& widget, const QString& what) {
        const auto painted = test::paintedBy(widget);
        for (const auto& text : painted.texts) {
            if (isDisabled(text.colour))
                continue;
            CAPTURE(what.toStdString(), text.text.toStdString(), text.colour.name().toStdString(),
                    text.ink.x(), text.ink.y());
            CHECK(text.contrast >= kReadable);
        }
        texts += painted.texts.size();
    }
    std::size_t texts = 0;
};

} // namespace

TEST_CASE_METHOD(ContrastFixture, "every text of tables and views can be read, in every theme") {
    withAdvice = true;
    window.resize(1600, 1000);
    window.show();
    open(sample("nabla4"));
    runOn("torus:8,6,10");
    act("pin-current");
    act("apply-first-map-fusion-vertical");
    act("pin-current");
    act("run-bench");
    act("view-program");
    act("program-next-bracket");
    for (const char* theme : {"theme-light", "theme-dark", "theme-high-contrast"}) {
        act(theme);
        const std::size_t before = texts;
        for (const auto& entry : docks().all()) {
            docks().show(entry.info.id);
            settle();
            // A line that is selected, and one that the keyboard would be at.
            for (auto* view : entry.panel->findChildren<QAbstractItemView*>())
                if (view->isVisible() && view->model() && view->model()->rowCount() > 1)
                    view->setCurrentIndex(view->model()->index(1, 0, view->rootIndex()));
            settle();
            check(*entry.panel, QString(theme) + " " + entry.info.id);
        }
        auto& view = window.parts().panes.programView();
        view.setCurrentRow(1);
        check(view, QString(theme) + " program");
        CHECK(texts > before + 300);
    }
}

TEST_CASE("arrows of the style are seen on their ground, in every theme") {
    const app::AppStyle style;
    for (const auto kind :
         {viewers::ThemeKind::light, viewers::ThemeKind::dark, viewers::ThemeKind::highContrast}) {
        const auto palette = viewers::Theme::of(kind).palette();
        const auto strongest = [&](QPalette::ColorRole role, const QRect& where, const auto& draw) {
            const QColor ground = palette.color(role);
            QImage image(40, 24, QImage::Format_RGB32);
            image.fill(ground);
            {
                QPainter painter(&image);
                draw(painter);
            }
            double most = 1;
            for (int y = where.top(); y <= where.bottom(); ++y)
                for (int x = where.left(); x <= where.right(); ++x)
                    most = std::max(most, test::contrastOf(image.pixelColor(x, y), ground));
            return most;
        };
        const auto with = [&](auto option) {
            option.palette = palette;
            option.rect = QRect(12, 4, 16, 16);
            option.state = QStyle::State_Enabled | QStyle::State_Active | QStyle::State_Children;
            return option;
        };
        CAPTURE(static_cast<int>(kind));
        for (const auto arrow : {QStyle::PE_IndicatorArrowDown, QStyle::PE_IndicatorArrowUp,
                                 QStyle::PE_IndicatorArrowLeft, QStyle::PE_IndicatorArrowRight,
                                 QStyle::PE_IndicatorBranch}) {
            CAPTURE(static_cast<int>(arrow));
            for (const bool open : {false, true})
                for (const auto role : {QPalette::Base, QPalette::Window, QPalette::Button}) {
                    auto option = with(QStyleOption());
                    if (open)
                        option.state |= QStyle::State_Open;
                    CHECK(strongest(role, QRect(0, 0, 40, 24), [&](QPainter& painter) {
                              style.drawPrimitive(arrow, &option, &painter, nullptr);
                          }) >= kSeen);
                }
        }
        auto header = with(QStyleOptionHeader());
        header.sortIndicator = QStyleOptionHeader::SortDown;
        CHECK(strongest(QPalette::Button, QRect(0, 0, 40, 24), [&](QPainter& painter) {
                  style.drawPrimitive(QStyle::PE_IndicatorHeaderArrow, &header, &painter, nullptr);
              }) >= kSeen);
    }
}

} // namespace contrast_test
