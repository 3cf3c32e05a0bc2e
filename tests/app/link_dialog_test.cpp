// File > Link programs: calls, what they share, what cannot be linked, the program that comes of
// it.
#include "app/gui/link_dialog.h"
#include "tests/app/window_fixture.h"

#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTreeWidget>

namespace link_dialog_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct Dialog {
    explicit Dialog(WindowFixture& of) : fixture(of) {
        fixture.act("link-programs");
        dialog = fixture.window.findChild<app::LinkDialog*>("link");
        REQUIRE(dialog);
    }
    QString message() const { return dialog->findChild<QLabel*>("link-message")->text(); }
    QListWidget& calls() const { return *dialog->findChild<QListWidget*>("link-calls"); }
    bool canLink() const { return dialog->findChild<QPushButton*>("link-start")->isEnabled(); }
    void click(const char* name) const {
        dialog->findChild<QPushButton*>(name)->click();
        fixture.settle();
    }
    QTreeWidgetItem* field(const QString& name) const {
        const auto found =
            dialog->findChild<QTreeWidget*>("link-fields")->findItems(name, Qt::MatchExactly, 0);
        return found.isEmpty() ? nullptr : found.first();
    }
    void read(const QString& file) const {
        dialog->setSequence(file);
        fixture.settle();
    }

    WindowFixture& fixture;
    app::LinkDialog* dialog = nullptr;
};

QString sequence(const char* name) {
    return QString::fromStdString(
        test::sourceFile(std::string("samples/") + name + ".sequence.json").string());
}

} // namespace

TEST_CASE_METHOD(WindowFixture, "a sequence's programs are linked, and open as one") {
    open(sample("nabla4"));
    Dialog link(*this);
    link.read(sequence("diffusion"));
    REQUIRE(link.calls().count() == 4);
    CHECK(link.calls().item(1)->text() == "step, 2 times");
    auto* kappa = link.field("kappa");
    REQUIRE(kappa);
    CHECK(kappa->text(1) == "z_nabla4_e2 of nabla4, kappa of step, kappa of step back");
    CHECK(kappa->flags().testFlag(Qt::ItemIsUserCheckable));
    auto* table = link.field("gt_conn_E2C");
    REQUIRE(table); // read alone
    CHECK_FALSE(table->flags().testFlag(Qt::ItemIsUserCheckable));
    CHECK(table->toolTip(0).contains("none of the programs writes it"));
    REQUIRE(link.canLink());
    kappa->setCheckState(0, Qt::Checked);
    const auto file = folder.filePath("granule.sdfgz");
    link.dialog->linkTo(file);
    settle();
    CHECK(QString::fromStdString(work().program()->path) == file);
    const auto& root = *work().current().document->root;
    REQUIRE(root.data("kappa"));
    CHECK(root.data("kappa")->transient);
    CHECK(QFile::exists(folder.filePath("granule.scenario.json")));
    CHECK_FALSE(window.findChild<app::LinkDialog*>("link"));
}

TEST_CASE_METHOD(WindowFixture, "programs of the project are calls, in an order that can change") {
    open(sample("diffusion_step"));
    open(sample("laplacian"));
    Dialog link(*this);
    REQUIRE(link.calls().count() == 2);
    const auto first = link.calls().item(0)->text();
    link.calls().setCurrentRow(0);
    link.click("link-down");
    CHECK(link.calls().item(1)->text() == first);
    CHECK(link.canLink());
    for (int row = 0; row < 2; ++row)
        link.calls().item(row)->setCheckState(Qt::Unchecked);
    settle();
    CHECK_FALSE(link.canLink());
    CHECK(link.message() == "the sequence 'linked' calls nothing");
}

TEST_CASE_METHOD(WindowFixture, "a program with boundaries is taken apart into a folder") {
    open(sample("nabla4"));
    CHECK_FALSE(window.parts().actions.trigger("unlink-program").isEmpty()); // it has none
    QFile whole(sequence("diffusion"));
    REQUIRE(whole.open(QIODevice::ReadOnly));
    auto text = QString::fromUtf8(whole.readAll());
    text.replace("\"graph\": \"", "\"graph\": \"" + QFileInfo(sample("nabla4")).path() + "/");
    text.replace("\"calls\": [\"nabla4\"",
                 "\"scalars\": {\"substep\": 1}, \"calls\": [{\"program\": \"nabla4\", \"if\": "
                 "\"substep > 0\"}, {\"exchange\": [\"theta\"]}");
    const auto file = folder.filePath("s.sequence.json");
    QFile changed(file);
    REQUIRE(changed.open(QIODevice::WriteOnly));
    changed.write(text.toUtf8());
    changed.close();
    Dialog link(*this);
    link.read(file);
    INFO(link.message().toStdString());
    REQUIRE(link.canLink());
    REQUIRE(link.calls().count() == 5);
    CHECK(link.calls().item(0)->text() == "nabla4, if substep > 0");
    CHECK(link.calls().item(1)->text() == "— exchange of theta —");
    link.dialog->linkTo(folder.filePath("granule.sdfgz"));
    settle();
    const auto before = work().project().programs.size();
    act("unlink-program");
    auto* chosen = window.findChild<QFileDialog*>("unlink-folder");
    REQUIRE(chosen);
    QDir(folder.path()).mkdir("parts");
    emit chosen->fileSelected(folder.filePath("parts"));
    settle();
    CHECK(work().project().programs.size() == before + 2);
    CHECK(QFile::exists(folder.filePath("parts/diffusion.sequence.json")));
}

TEST_CASE_METHOD(WindowFixture, "what cannot be linked, or not written there, is said") {
    open(sample("nabla4"));
    Dialog link(*this);
    const auto file = folder.filePath("bad.sequence.json");
    QFile bad(file);
    REQUIRE(bad.open(QIODevice::WriteOnly));
    bad.write(QString(R"({"programs": [{"graph": "%1"}], "calls": ["other"]})")
                  .arg(sample("nabla4"))
                  .toUtf8());
    bad.close();
    link.read(file);
    CHECK_FALSE(link.canLink());
    CHECK(link.message().contains("the call number 1 names no program 'other'; there are: nabla4"));
    link.read(sequence("diffusion"));
    REQUIRE(link.canLink());
    link.dialog->linkTo(sample("nabla4")); // an input
    settle();
    CHECK(link.message().contains("inputs are never written"));
    CHECK(work().program()->path == sample("nabla4").toStdString());
}

} // namespace link_dialog_test
