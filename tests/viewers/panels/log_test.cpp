// What the log has and shows.
#include "tests/support/catch.h"
#include "viewers/panels/log_panel.h"

#include <QCheckBox>
#include <QPlainTextEdit>

namespace log_test {

using namespace mw;

TEST_CASE("quiet lines do not push out those that are shown") {
    viewers::LogPanel log;
    auto* lines = log.findChild<QPlainTextEdit*>();
    auto* quiet = log.findChild<QCheckBox*>();
    REQUIRE((lines && quiet));
    log.setMostLines(5);
    log.add(QStringLiteral("opened a program"));
    for (int i = 0; i < 20; ++i)
        log.addQuietly(QString::number(i), QStringLiteral("matched %1").arg(i));
    quiet->toggle();
    CHECK(lines->toPlainText().contains("opened a program"));
    CHECK(lines->toPlainText().contains("matched 19"));
    CHECK(lines->toPlainText().count('\n') == 4);
    quiet->toggle();
    CHECK(lines->toPlainText().endsWith("opened a program"));
    log.setMostLines(1);
    quiet->toggle();
    CHECK_FALSE(lines->toPlainText().contains("matched"));
}

} // namespace log_test
