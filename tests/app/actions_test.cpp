// Every action of the table, by its id.
#include "core/validate/require_valid.h"
#include "tests/app/window_fixture.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTimer>

#include <map>

namespace actions_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct ActionsFixture : WindowFixture {
    ActionsFixture() { open(sample("nabla4")); }

    const std::vector<app::ActionSpec>& specs() { return window.parts().actions.specs(); }
    QStringList ids(const QString& beginning) {
        QStringList found;
        for (const auto& spec : specs())
            if (spec.id.startsWith(beginning))
                found << spec.id;
        return found;
    }
    /// Answers the file dialog that the next action opens, as a user would.
    void answerWith(const QString& file) {
        QTimer::singleShot(0, &window, [this, file] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            answered = dialog != nullptr;
            if (!dialog)
                return;
            dialog->setDirectory(QFileInfo(file).absolutePath());
            dialog->selectFile(file);
            QMetaObject::invokeMethod(dialog, "accept");
        });
    }
    bool answered = false;
};

/// What stands in quotation marks in the sources of these tests.
QSet<QString> quotedInTests() {
    QSet<QString> found;
    const QRegularExpression quoted(QStringLiteral("\"([a-z0-9-]+)\""));
    const QDir folder(QString::fromStdString(test::sourceFile("tests/app").string()));
    for (const auto& name : folder.entryList({"*.cpp", "*.h"}, QDir::Files)) {
        QFile file(folder.filePath(name));
        REQUIRE(file.open(QIODevice::ReadOnly));
        const auto text = QString::fromUtf8(file.readAll());
        for (auto at = quoted.globalMatch(text); at.hasNext();)
            found.insert(at.next().captured(1));
    }
    return found;
}

} // namespace

TEST_CASE_METHOD(ActionsFixture,
                 "each action is named by a test, transformations and samples apart") {
    const auto quoted = quotedInTests();
    QStringList missing;
    for (const auto& spec : specs())
        if (!spec.id.startsWith("apply-first-") && !spec.id.startsWith("apply-all-") &&
            !spec.id.startsWith("open-sample-") && !quoted.contains(spec.id))
            missing << spec.id;
    INFO(missing.join(QStringLiteral(", ")).toStdString());
    CHECK(missing.empty());
}

TEST_CASE_METHOD(ActionsFixture, "each action says what it does, and has one name") {
    QSet<QString> seen;
    for (const auto& spec : specs()) {
        INFO(spec.id.toStdString());
        CHECK_FALSE(spec.text.isEmpty());
        CHECK_FALSE(spec.tip.isEmpty());
        CHECK(QRegularExpression("^[a-zA-Z0-9_]+(-[a-zA-Z0-9_]+)*$").match(spec.id).hasMatch());
        CHECK_FALSE(seen.contains(spec.id));
        seen.insert(spec.id);
    }
}

TEST_CASE_METHOD(ActionsFixture, "each sample opens by its action") {
    const auto samples = ids("open-sample-");
    REQUIRE(samples.size() >= 15);
    for (const auto& id : samples) {
        INFO(id.toStdString());
        act(id.toUtf8().constData());
        CHECK(QFileInfo(work().path())
                  .completeBaseName()
                  .startsWith(id.mid(int(std::strlen("open-sample-")))
                                  .remove(QRegularExpression("^\\d\\d_"))));
    }
}

TEST_CASE_METHOD(ActionsFixture,
                 "each transformation is applied by its actions, or says why it is not") {
    const auto start = work().current().id;
    int applied = 0;
    for (const auto& beginning : {QStringLiteral("apply-first-"), QStringLiteral("apply-all-")})
        for (const auto& id : ids(beginning)) {
            INFO(id.toStdString());
            const auto variants = work().history()->variants().size();
            const auto why = window.parts().actions.trigger(id);
            settle();
            const auto& now = work().current();
            if (work().history()->variants().size() == variants) {
                CHECK(now.id == start);
                CHECK_FALSE((why + message()).isEmpty());
                continue;
            }
            ++applied;
            REQUIRE(now.record.has_value());
            CHECK(validate::requireValid(now.document));
            act("goto-original");
            REQUIRE(work().current().id == start);
        }
    CHECK(applied >= 20);
}

TEST_CASE_METHOD(ActionsFixture, "a file is opened beside the one that is open") {
    const auto other = sample("laplacian");
    answerWith(other);
    act("file-open");
    CHECK(answered);
    CHECK(work().path() == other);
    act("file-next");
    CHECK(work().path() == sample("nabla4"));
}

TEST_CASE_METHOD(ActionsFixture, "what was measured is saved as a report and as a drawing") {
    runOn("torus:8,6,10");
    CHECK_FALSE(window.parts().actions.trigger("save-report").isEmpty()); // nothing was measured
    act("pin-current");
    act("run-bench");
    REQUIRE(work().benchResult());
    for (const auto& [action, name] : std::map<const char*, QString>{
             {"save-report", "report.html"}, {"export-roofline", "roofline.svg"}}) {
        INFO(action);
        const auto file = folder.filePath(name);
        if (std::string(action) == "export-roofline")
            act("timings-roofline");
        answered = false;
        answerWith(file);
        act(action);
        CHECK(answered);
        QFile written(file);
        REQUIRE(written.open(QIODevice::ReadOnly));
        // Names of kernels stand in the drawing only where there is room for them.
        const bool drawing = std::string(action) == "export-roofline";
        CHECK(written.readAll().contains(drawing ? "GFLOP/s" : "nabla4"));
    }
}

TEST_CASE_METHOD(ActionsFixture, "each pipeline is one action, and its steps are variants") {
    const auto original = work().current();
    for (const char* pipeline : {"optimise-default", "optimise-fuse", "optimise-gt4py"}) {
        INFO(pipeline);
        act(pipeline);
        CHECK(work().current().id != original.id);
        CHECK(work().current().record.has_value());
        CHECK(validate::requireValid(work().current().document));
        act("goto-original");
        CHECK(work().current().document == original.document);
    }
}

} // namespace actions_test
