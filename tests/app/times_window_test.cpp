// The window for times of the model's runs: the same numbers as mw compare.

#include "app/gui/times_window.h"
#include "app/workbench/timers/report.h"
#include "tests/app/window_fixture.h"

#include <QClipboard>
#include <QFile>
#include <QPushButton>
#include <QTableWidget>

namespace times_window_test {

using namespace mw;
using namespace mw::test;

namespace {

struct Times : WindowFixture {
    QString written(const char* name, const char* text) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        REQUIRE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return file.fileName();
    }
    QString openacc() {
        return written("openacc.json", R"({
  "apply_diffusion_to_vn": {"latency": {"value": 0.2, "lower_value": 0.19, "upper_value": 0.22},
    "latency_total": {"value": 1.0}, "num_calls": {"value": 3}},
  "calculate_nabla2_and_smag_coefficients_for_vn": {
    "latency": {"value": 0.1, "lower_value": 0.09, "upper_value": 0.12},
    "latency_total": {"value": 1.0}, "num_calls": {"value": 3}},
  "nh_solve": {"latency": {"value": 9, "lower_value": 9, "upper_value": 9},
    "latency_total": {"value": 1.0}, "num_calls": {"value": 3}}})");
    }
    QString gt4py() {
        return written("gt4py.json", R"({
  "apply_diffusion_to_vn<gpu>#1[-1]": {"metadata": {"name": "apply_diffusion_to_vn"},
    "metrics": {"total": [0.8, 0.00015, 0.00015], "compute": [0.004, 0.0001, 0.00012]}},
  "calculate_nabla2_and_smag_coefficients_for_vn<gpu>#1[-2]": {
    "metadata": {"name": "calculate_nabla2_and_smag_coefficients_for_vn"},
    "metrics": {"total": [0.8, 0.00016, 0.00016], "compute": [0.004, 0.00014, 0.00012]}}})");
    }
    app::TimesWindow& times() { return app::TimesWindow::of(window, window.parts().jobs, work()); }
};

} // namespace

TEST_CASE_METHOD(Times, "times of the model are shown as mw compare has them, and copied") {
    const QStringList files{openacc(), gt4py()};
    times().openFiles(files);
    settle();
    INFO(times().message().toStdString());
    const auto comparison =
        workbench::compareTimes({*workbench::readTimes(files[0].toStdString()),
                                 *workbench::readTimes(files[1].toStdString())});
    REQUIRE(comparison);
    const auto table = tableOf(*comparison);
    CHECK(times().shown().lines == table.lines);
    CHECK(times().shown().sums == table.sums);
    const auto* cells = times().findChild<QTableWidget*>(QStringLiteral("times-table"));
    REQUIRE(cells->rowCount() == 2);
    CHECK(cells->item(0, 0)->text() == "apply_diffusion_to_vn");
    CHECK(cells->item(0, 0)->data(Qt::UserRole).isNull());
    CHECK(cells->item(0, 2)->data(Qt::UserRole).toDouble() == Approx(1)); // the longest bar
    CHECK(cells->item(1, 2)->data(Qt::UserRole).toDouble() == Approx(0.5));
    for (auto* button : times().findChildren<QPushButton*>())
        if (button->text().contains("SV"))
            button->click();
    CHECK(QGuiApplication::clipboard()->text().toStdString() == toCsv(table));
    if (const auto kept = qEnvironmentVariable("MAPWRIGHT_PICTURES"); !kept.isEmpty())
        times().grab().save(kept + "/times.png");
}

TEST_CASE_METHOD(Times, "what is no file of times is said where the sums would stand") {
    times().openFiles({openacc(), written("other.json", "{\"a\": 1}")});
    settle();
    CHECK(times().message().contains("neither GT4Py's 'metrics'"));
    CHECK(times().shown().lines.empty());
    for (auto* button : times().findChildren<QPushButton*>())
        if (button->text().contains("SV"))
            CHECK_FALSE(button->isEnabled());
}

TEST_CASE_METHOD(Times, "what devices measured of a program stands side by side, files join them") {
    const auto measured = [](const char* device) {
        bench::BenchResult result;
        result.program = "nabla4";
        result.device = device;
        auto& variant = result.variants.emplace_back();
        variant.name = "original";
        variant.verified = true;
        variant.deviceSamples = {20, 20, 20};
        variant.device = summarise(variant.deviceSamples);
        return bench::toJson(result);
    };
    CHECK_FALSE(window.parts().actions.trigger("compare-devices").isEmpty()); // nothing measured
    open(sample("nabla4"));
    for (const char* device : {"CPU", "H200", "CPU"})
        work().program()->measurements.push_back({{}, measured(device)});
    act("compare-devices");
    const std::vector<std::string> head{"variant: kernel", "CPU, us", "of copy",
                                        "H200, us",        "of copy", "times as fast"};
    INFO(times().message().toStdString());
    REQUIRE_FALSE(times().shown().lines.empty());
    CHECK(times().shown().lines.front() == head);
    // Files of the terminal are the same.
    times().openFiles({written("a.json", measured("CPU").c_str()),
                       written("b.json", measured("MI300A").c_str())});
    settle();
    REQUIRE_FALSE(times().shown().lines.empty());
    CHECK(times().shown().lines.front()[3] == "MI300A, us");
}

TEST_CASE_METHOD(Times, "files of times open wherever graphs do, beside a graph among them") {
    window.parts().files.open({openacc(), sample("laplacian"), gt4py()});
    settle();
    CHECK(work().programName() == "laplacian");
    CHECK(times().isVisible());
    CHECK(times().shown().lines.size() == 3);
}

TEST_CASE_METHOD(Times, "a profiler's table wants the program whose kernels it has") {
    const auto table =
        written("kernels.csv", "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),"
                               "Min (ns),Max (ns),StdDev (ns),GridXYZ,BlockXYZ,Name\n");
    window.parts().files.open({table});
    settle();
    CHECK(times().message().contains("open its graph first"));
    open(sample("laplacian"));
    window.parts().files.open({table});
    settle();
    CHECK_FALSE(times().message().isEmpty()); // it has no kernels
    CHECK_FALSE(times().message().contains("open its graph first"));
}

} // namespace times_window_test
