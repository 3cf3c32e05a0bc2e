// Widths of a list's columns follow the texts, the font and the user.
#include "tests/support/catch.h"
#include "viewers/panels/column_widths.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QTreeWidget>

namespace column_widths_test {

using namespace mw;

namespace {

const QString kText = QStringLiteral("saves 888.8 µs, 888.8 MB, 88 launches");

/// A list of three columns, of which the widths of the first and the last are kept.
struct ListFixture {
    QTreeWidget list;
    viewers::ColumnWidths* widths = nullptr;

    ListFixture() {
        list.setHeaderLabels({QStringLiteral("a title that is longer than what is in it"),
                              QStringLiteral("rest"), QStringLiteral("saved")});
        list.header()->setStretchLastSection(false);
        list.resize(1600, 300);
        list.show();
        widths = new viewers::ColumnWidths(&list, {{0, QStringLiteral("8")}, {2, kText}});
        settle();
    }
    static void settle() { QCoreApplication::processEvents(); }
    int width(int column) const { return list.header()->sectionSize(column); }
    int title(int column) const { return list.header()->sectionSizeHint(column); }
    int textWidth() const {
        auto bold = list.font();
        bold.setBold(true);
        return QFontMetrics(bold).horizontalAdvance(kText);
    }
    void enlarge(double factor) {
        auto font = list.font();
        font.setPointSizeF(factor * font.pointSizeF());
        list.setFont(font);
        settle();
    }
};

} // namespace

TEST_CASE_METHOD(ListFixture, "columns are as wide as title and text need, at any size of text") {
    for (const double factor : {1.0, 1.6, 0.5}) {
        enlarge(factor);
        INFO(factor);
        CHECK(width(0) == title(0));
        CHECK(width(2) >= textWidth());
        CHECK(width(2) < textWidth() + 40);
    }
}

TEST_CASE_METHOD(ListFixture,
                 "a column that the user drew stays as it is, until its contents are others") {
    list.header()->resizeSection(2, 55);
    enlarge(1.6);
    CHECK(width(2) == 55);
    CHECK(width(0) == title(0));
    widths->setColumns({{2, kText}});
    CHECK(width(2) >= textWidth());
}

TEST_CASE_METHOD(
    ListFixture,
    "beside a column that takes the rest texts get shorter, titles and figures do not") {
    list.header()->setSectionResizeMode(1, QHeaderView::Stretch);
    list.resize(title(0) + 20, 300);
    settle();
    CHECK(width(0) == title(0));
    CHECK(width(2) >= textWidth());
    widths->setColumns({viewers::ColumnWidths::text(0, 100), viewers::ColumnWidths::text(2, 50)});
    CHECK(width(0) == title(0));
    CHECK(width(2) == title(2));
    list.resize(3000, 300);
    settle();
    CHECK(width(0) > 2 * title(0));
    CHECK(width(2) > 2 * title(2));
}

} // namespace column_widths_test
