// The table of times and the run strip: what stands beside what, and what is ranked.
#include "tests/support/catch.h"
#include "tests/viewers/painted.h"
#include "tests/viewers/panels/bench_results.h"
#include "viewers/panels/distribution_tip.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_columns.h"
#include "viewers/panels/timings_model.h"
#include "viewers/panels/timings_panel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QCompleter>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

namespace timings_test {

using namespace mw;
using test::twoVariants;
using Cell = viewers::TimingsCell;

namespace {

/// The names of the rows, and of every variant these columns.
std::string columnsText(const viewers::TimingsModel& model,
                        const std::vector<Cell::Field>& fields) {
    QString text;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells{model.index(row, 0).data().toString()};
        for (int variant = 0; variant < model.measuredNames().size(); ++variant)
            for (const auto field : fields)
                cells << model.index(row, 1 + variant * Cell::kFields + field).data().toString();
        text += cells.join(QStringLiteral(" | ")) + QLatin1Char('\n');
    }
    return text.toStdString();
}

/// As measured on a GPU.
bench::BenchResult onGpu() {
    auto result = twoVariants();
    result.target = codegen::Target::cuda;
    int registers = 32;
    for (auto& variant : result.variants)
        for (auto& kernel : variant.kernels) {
            kernel.resources = {registers, 16, 4096, 64, 0.75};
            kernel.shape.grid = {420, 10, 1};
            kernel.shape.block = {static_cast<unsigned>(registers) * 4, 1, 1};
            registers += 8;
        }
    return result;
}

} // namespace

TEST_CASE("a fused kernel stands beside the sum of what it replaced, the program above") {
    viewers::TimingsModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    auto result = twoVariants();
    result.variants[0].kernels[0].modelledBytes = 5e6;
    model.setResult(result);
    result.variants[0].kernels[1].modelledBytes = 15e6;
    result.cacheBandwidth = 1000;
    model.setResult(result);
    CHECK(
        columnsText(model,
                    {Cell::Median, Cell::Minimum, Cell::Spread, Cell::Ratio, Cell::RatioInterval,
                     Cell::Bytes, Cell::Bandwidth, Cell::Share, Cell::Sectors, Cell::CacheShare}) ==
        R"(program on the device | 40.0 µs | 40.0 µs | 0.0 % |  |  | 4.00 MB | 100 | 50 % |  |  | 20.0 µs | 20.0 µs | 0.0 % | ▼ 0.50 × | 0.50 … 0.50 | 4.00 MB | 200 | 100 % |  | 
Σ first + second (2 kernels) | 40.0 µs | 40.0 µs | 0.0 % |  |  | 4.00 MB | 100 | 50 % | 625 k | 50 % | 20.0 µs | 20.0 µs | 0.0 % | ▼ 0.50 × | 0.50 … 0.50 | 4.00 MB | 200 | 100 % |  | 
    first | 10.0 µs | 10.0 µs | 0.0 % |  |  | 1.00 MB | 100 | 50 % | 156 k | 50 % | – |  |  |  |  |  |  |  |  | 
    second | 30.0 µs | 30.0 µs | 0.0 % |  |  | 3.00 MB | 100 | 50 % | 469 k | 50 % | – |  |  |  |  |  |  |  |  | 
)");
    const int sectors = 1 + Cell::Sectors;
    CHECK(model.index(2, sectors).data(Qt::ToolTipRole).toString() ==
          "0.16 million sectors of 32 bytes that threads ask of the L2 cache: 5.00 × the bytes "
          "that have to move");
    CHECK(model.verified());
    CHECK(model.conditions() == "CPU, 2 threads  ·  torus:8,6,10  ·  20 repeats, warm cache  ·  "
                                "copy 200 GB/s  ·  in the last cache 1000 GB/s");
}

TEST_CASE("kernels without a partner stand below those that have one") {
    auto result = twoVariants();
    result.variants[0].kernels.insert(result.variants[0].kernels.begin(),
                                      test::kernel("alone", 5, 90, 1e6));
    viewers::TimingsModel model;
    model.setResult(result);
    QStringList names;
    for (int row = 1; row < model.rowCount(); ++row)
        names << model.rowName(row).trimmed();
    REQUIRE(names.size() >= 4);
    CHECK(names.mid(0, 4) == QStringList{QString::fromUtf8("Σ first + second (2 kernels)"), "first",
                                         "second", "alone"});
}

TEST_CASE("bars are as long as the medians, and rows know their maps") {
    viewers::TimingsModel model;
    model.setResult(twoVariants());
    const auto bar = [&](int row, int column) {
        return model.index(row, column).data(viewers::TimingsModel::BarRole);
    };
    CHECK(bar(1, 1).toDouble() == Approx(1.0));
    CHECK(bar(2, 1).toDouble() == Approx(1.0 / 4));
    CHECK_FALSE(bar(0, 1).isValid());
    CHECK(model.rowOf(NodeId{20}) == 3); // its own row rather than the sum
    CHECK(model.rowOf(NodeId{20}, "original") == 3);
    CHECK(model.rowOf(NodeId{20}, "fused") == 1); // there the id is that of the fused map
    CHECK(model.rowOf(NodeId{20}, "of no measurement") == 3);
    CHECK(model.rowOf(NodeId{21}) == -1);
    CHECK(model.kernels(1, 0).size() == 2);
    CHECK(model.kernels(1, 1).size() == 1);
    CHECK(model.kernels(2, 1).empty());
    CHECK(model.index(1, 0).data(Qt::ToolTipRole).toString().contains("The sum of 2 kernels:"));
}

TEST_CASE("another baseline stands first, keeps its colour, and stays for the next measurement") {
    viewers::TimingsModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setResult(twoVariants());
    model.setBaseline(1);
    CHECK(model.variantName(0) == "fused");
    CHECK(model.measuredNames() == QStringList{"original", "fused"});
    CHECK(model.index(1, 1).data(viewers::TimingsModel::VariantRole) == 1);
    const int ratio = 1 + viewers::TimingsModel::kFields + viewers::TimingsCell::Ratio;
    CHECK(model.index(0, ratio).data().toString() == "▲ 2.00 ×");
    CHECK(model.index(1, ratio).data().toString() == "▲ 2.00 ×");
    model.setResult(twoVariants());
    CHECK(model.variantName(0) == "fused");
    model.setResult(std::nullopt);
    CHECK(model.baseline() == 0);
}

TEST_CASE("normalised times are multiples of the baseline's, where there is an order") {
    viewers::TimingsModel model;
    model.setResult(twoVariants());
    model.setNormalised(true);
    const int other = 1 + viewers::TimingsModel::kFields;
    CHECK(model.headerData(1, Qt::Horizontal, Qt::DisplayRole) == "median ×");
    CHECK(model.index(1, 1).data().toString() == "1.00 ×");
    CHECK(model.index(1, other).data().toString() == "0.50 ×");
    CHECK(model.index(0, other).data().toString() == "0.50 ×");
    CHECK(model.index(1, other).data(viewers::TimingsModel::BarRole).toDouble() == Approx(0.5));

    auto loaded = twoVariants();
    loaded.load.processors = loaded.load.cores = loaded.load.threads = 2;
    loaded.load.othersBusy = 1.5;
    model.setResult(loaded);
    CHECK(model.index(1, other).data().toString() == "20.0 µs"); // no order, so no multiple
}

TEST_CASE("a row's samples stand variant below variant; of a sum, its sums") {
    auto result = twoVariants();
    result.variants[0].kernels[0].samples.back() = 50;
    viewers::TimingsPanel panel;
    panel.showResults({.results = &result});
    CHECK(panel.model().samples(1, 0).back() == 80);
    CHECK(panel.model().samples(0, 1).size() == 20);
    CHECK(panel.model().samples(2, 1).empty());
    panel.findChild<QTableView*>()->selectRow(1);
    panel.showDistribution();
    const auto& shown = panel.distribution().shown();
    REQUIRE(shown.size() == 2);
    CHECK(viewers::sentenceOf(shown[0]) ==
          "original: 20 samples, half of them 40.0 µs … 40.0 µs, median 40.0 µs, all 40.0 µs … "
          "80.0 µs");
    CHECK(shown[1].name == "fused");
    CHECK_FALSE(panel.distribution().isHidden());
    panel.distribution().grab();
    QTest::keyClick(panel.findChild<QTableView*>(), Qt::Key_Down);
    CHECK(panel.distribution().isHidden());
}

TEST_CASE("the panel offers every measured variant as the baseline") {
    auto result = twoVariants();
    viewers::TimingsPanel panel;
    panel.showResults({.results = &result});
    auto* baseline = panel.findChild<QComboBox*>("timings-baseline");
    REQUIRE(baseline);
    CHECK(baseline->count() == 2);
    panel.nextBaseline();
    CHECK(baseline->currentText() == "fused");
    CHECK(panel.model().variantName(0) == "fused");
    panel.nextBaseline();
    CHECK(panel.model().variantName(0) == "original");
}

TEST_CASE("where calls of the program were counted, totals are weighted by them") {
    auto result = twoVariants();
    viewers::TimingsModel model;
    model.setResult(result);
    CHECK(model.weightedTotals().isEmpty());
    result.calls = 1500;
    model.setResult(result);
    CHECK(model.weightedTotals() == "1500 calls in the pipeline: original 60.0 ms, fused 30.0 ms");
    CHECK(model.conditions().endsWith(model.weightedTotals()));
}

TEST_CASE("a difference inside the noise says so") {
    auto result = twoVariants();
    result.variants[1].ratio = {0.9, 1.1};
    result.variants[1].device = summarise(std::vector<double>(20, 41));
    viewers::TimingsModel model;
    model.setResult(result);
    const auto ratio =
        model.index(0, 1 + viewers::TimingsModel::kFields + viewers::TimingsCell::Ratio);
    CHECK(ratio.data().toString().toStdString() == "≈ 1.02 ×");
    CHECK(ratio.data(Qt::ToolTipRole).toString().contains("inside the noise"));
}

TEST_CASE("on a loaded machine times that never meet have a bound in place of a ratio") {
    auto result = twoVariants();
    result.load.processors = result.load.cores = result.load.threads = 2;
    result.load.othersBusy = 1.5;
    result.variants[0].device = summarise(std::vector<double>{40, 44, 60});
    result.variants[1].device = summarise(std::vector<double>{10, 11, 16});
    viewers::TimingsModel model;
    model.setResult(result);
    const auto ratio =
        model.index(0, 1 + viewers::TimingsModel::kFields + viewers::TimingsCell::Ratio);
    CAPTURE(ratio.data().toString().toStdString());
    CHECK(ratio.data().toString().startsWith(QStringLiteral("▼ < ")));
    CHECK(ratio.data(Qt::ToolTipRole).toString().contains("1.5 of 2 cores busy"));
}

TEST_CASE("on a loaded machine nothing is ranked, and the panel says why") {
    auto result = twoVariants();
    result.load.processors = result.load.cores = result.load.threads = 2;
    result.load.othersBusy = 1.5;
    result.variants[1].device = result.variants[0].device; // no bound either
    viewers::TimingsPanel panel;
    panel.showResults({.results = &result});
    auto& model = panel.model();
    for (int row = 0; row < 2; ++row) {
        const auto ratio =
            model.index(row, 1 + viewers::TimingsModel::kFields + viewers::TimingsCell::Ratio);
        CHECK(ratio.data().toString() == "not ranked");
        CHECK(ratio.data(Qt::ToolTipRole).toString() ==
              "Not ranked: other work kept 1.5 of 2 cores busy meanwhile");
        CHECK_FALSE(ratio.data(viewers::TimingsModel::VerdictRole).isValid());
    }
    CHECK(model.conditions().contains("1.50 cores busy with other work"));
    bool said = false;
    for (const auto* label : panel.findChildren<QLabel*>())
        said = said || label->text().contains("not ranked: other work kept 1.5 of 2 cores busy");
    CHECK(said);
}

TEST_CASE("times of arrays that stay in a CPU's cache are not ranked, and why is said") {
    auto result = twoVariants();
    result.lastCacheBytes = 50e6;
    result.variants[1].workingBytes = 40e6;
    viewers::TimingsPanel panel;
    panel.showResults({.results = &result});
    CHECK(panel.model().index(0, 1 + Cell::kFields + Cell::Ratio).data() == "not ranked");
    bool said = false;
    for (const auto* label : panel.findChildren<QLabel*>())
        said = said || label->text().contains("not ranked: the arrays of fused (40 MB) fit");
    CHECK(said);
    CHECK(panel.model().conditionsInFull().contains("the arrays of fused (40 MB) fit"));
}

TEST_CASE("what a GPU's kernels use and how they are launched are columns; of a sum, from to") {
    viewers::TimingsModel model;
    model.setResult(onGpu());
    CHECK(columnsText(model, {Cell::Registers, Cell::Spills, Cell::SharedMemory, Cell::Occupancy,
                              Cell::LaunchGrid, Cell::LaunchBlock}) ==
          R"(program on the device |  |  |  |  |  |  |  |  |  |  |  | 
Σ first + second (2 kernels) | 32 … 40 | 16 B | 4.10 kB | 75 % | 420 × 10 |  | 48 | 16 B | 4.10 kB | 75 % | 420 × 10 | 192
    first | 32 | 16 B | 4.10 kB | 75 % | 420 × 10 | 128 |  |  |  |  |  | 
    second | 40 | 16 B | 4.10 kB | 75 % | 420 × 10 | 160 |  |  |  |  |  | 
)");
    CHECK(model.has(Cell::Registers));
    model.setResult(twoVariants());
    for (const auto field : {Cell::Registers, Cell::Occupancy, Cell::LaunchGrid})
        CHECK_FALSE(model.has(field)); // a CPU has none of it
}

TEST_CASE("below the kernels stands what a call is made of") {
    auto result = twoVariants();
    auto& fused = result.variants[1];
    result.variants[0].call =
        summarise(result.variants[0].callSamples = std::vector<double>(20, 70));
    fused.call = summarise(fused.callSamples = std::vector<double>(20, 35));
    fused.copies = summarise(std::vector<double>(20, 2));
    fused.device = summarise(std::vector<double>(20, 25));
    fused.allocation = 8;
    viewers::TimingsModel model;
    model.setResult(result);
    CHECK(columnsText(model, {Cell::Median, Cell::Ratio})
              .substr(columnsText(model, {Cell::Median, Cell::Ratio}).find("call from")) ==
          R"(call from the host | 70.0 µs |  | 35.0 µs | ▼ 0.50 ×
    kernels | 40.0 µs |  | 20.0 µs | 
    copies and fills | – |  | 2.00 µs | 
    gaps between them | – |  | 3.00 µs | 
    outside the device | 30.0 µs |  | 10.0 µs | 
allocation of temporaries | – |  | 8.00 µs | 
)");
    const int call = model.rowCount() - 6;
    CHECK(model.samples(call, 1) == fused.callSamples);
    CHECK(model.samples(call + 1, 1).empty());
    CHECK(model.kernels(call, 0).empty());
    CHECK(model.index(call, 1).data(viewers::TimingsModel::BarRole).toDouble() == Approx(1));
    CHECK(model.index(call + 4, 1).data(viewers::TimingsModel::BarRole).toDouble() ==
          Approx(30.0 / 70));
}

TEST_CASE("columns are chosen, apart beside the roofline, remembered, and wide enough") {
    auto result = onGpu();
    viewers::TimingsPanel panel;
    panel.resize(1600, 300);
    panel.showResults({.results = &result});
    auto* table = panel.findChild<QTableView*>();
    const auto isShown = [&](int variant, Cell::Field field) {
        return !table->isColumnHidden(1 + variant * Cell::kFields + field);
    };
    for (int field = 0; field < Cell::kFields; ++field) {
        INFO(field); // at first: how long, against what, how fast; the rest under Columns
        CHECK(isShown(1, static_cast<Cell::Field>(field)) ==
              (field == Cell::Median || field == Cell::Ratio || field == Cell::Bandwidth));
    }
    panel.columns().setWanted(Cell::Sectors, true);
    CHECK_FALSE(isShown(0, Cell::Sectors)); // nothing is known of them
    CHECK_FALSE(isShown(0, Cell::Ratio));   // the baseline's to itself
    panel.columns().setWanted(Cell::Registers, true);
    panel.columns().setWanted(Cell::Spills, true);
    CHECK(isShown(0, Cell::Registers));
    panel.columns().setWanted(Cell::Registers, false);
    CHECK_FALSE(isShown(0, Cell::Registers));
    CHECK_FALSE(isShown(1, Cell::Registers));

    panel.setRooflineVisible(true);
    CHECK(isShown(1, Cell::Ratio));
    CHECK_FALSE(isShown(1, Cell::Bytes));
    panel.columns().setWanted(Cell::Bytes, true);
    CHECK(isShown(1, Cell::Bytes));
    const auto state = panel.state();

    viewers::TimingsPanel later;
    later.setState(state);
    CHECK(later.isRooflineVisible());
    CHECK(later.columns().isWanted(Cell::Bytes));
    later.setRooflineVisible(false);
    CHECK_FALSE(later.columns().isWanted(Cell::Registers));
    CHECK(later.columns().isWanted(Cell::Spills));
    later.columns().reset();
    CHECK_FALSE(later.columns().isWanted(Cell::Spills));
    CHECK(later.columns().isWanted(Cell::Bandwidth));

    panel.setRooflineVisible(false);
    auto large = panel.font();
    large.setPointSizeF(2 * large.pointSizeF());
    panel.setFont(large);
    QCoreApplication::processEvents();
    const auto metrics = table->fontMetrics();
    const auto titles = table->horizontalHeader()->fontMetrics();
    for (int column = 1; column < panel.model().columnCount(); ++column)
        if (!table->isColumnHidden(column)) {
            INFO(column);
            CHECK(
                table->columnWidth(column) >
                titles.horizontalAdvance(
                    panel.model().headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()));
            CHECK(table->columnWidth(column) >
                  metrics.horizontalAdvance(panel.model().index(1, column).data().toString()));
        }
}

TEST_CASE("bars stand beside the times: nothing is behind a number, selected or not") {
    auto result = test::twoVariants();
    viewers::TimingsPanel panel;
    panel.resize(1200, 300);
    panel.showResults({.results = &result});
    panel.show();
    QCoreApplication::processEvents();
    auto* table = panel.findChild<QTableView*>();
    table->selectRow(1);
    const auto painted = test::paintedBy(*table->viewport());
    const int row = table->verticalHeader()->defaultSectionSize();
    int times = 0;
    for (const auto& text : painted.texts) {
        CAPTURE(text.text.toStdString());
        CHECK(text.isGroundEven);
        CHECK_FALSE(text.isPaintedOver);
        times += text.text.contains(QStringLiteral("µs"));
    }
    CHECK(times >= 5);
    CHECK(test::collisions(painted.texts) == QStringList());
    // Of the two kernels of the original, 10 and 30 us, in the colour of their variant.
    const auto& theme = viewers::Theme::of(viewers::ThemeKind::light);
    const auto lengthIn = [&](int line) {
        const int y = table->rowViewportPosition(line) + row / 2;
        int length = 0;
        for (int x = 0; x < table->columnViewportPosition(1) + table->columnWidth(1); ++x)
            length += painted.picture.pixelColor(x, y) == theme.accents.front();
        return length;
    };
    const int longest = lengthIn(3), shortest = lengthIn(2);
    CHECK(longest > 30);
    CHECK(std::abs(longest - 3 * shortest) <= 3);
}

TEST_CASE("names stay beside numbers that are scrolled to") {
    auto result = onGpu();
    viewers::TimingsPanel panel;
    panel.resize(700, 300);
    panel.showResults({.results = &result});
    for (int field = 0; field < Cell::kFields; ++field)
        panel.columns().setWanted(static_cast<Cell::Field>(field), true);
    panel.show();
    QCoreApplication::processEvents();
    auto* table = panel.findChild<QTableView*>();
    auto* names = panel.columns().names();
    REQUIRE(table->horizontalScrollBar()->maximum() > 0);
    CHECK(names->isVisible());
    table->horizontalScrollBar()->setValue(table->horizontalScrollBar()->maximum());
    CHECK(names->mapTo(table, QPoint()).x() == table->frameWidth());
    CHECK(names->columnWidth(0) == table->columnWidth(0));
    QTest::mouseClick(names->viewport(), Qt::LeftButton, {},
                      names->visualRect(names->model()->index(2, 0)).center());
    CHECK(table->selectionModel()->isRowSelected(2));
    panel.resize(4000, 300);
    QCoreApplication::processEvents();
    CHECK_FALSE(names->isVisible());
}

TEST_CASE("the conditions are all there: in full where there is room, else in a line with a tip") {
    auto result = twoVariants();
    result.calls = 1500;
    viewers::TimingsPanel panel;
    panel.resize(900, 600);
    panel.showResults({.results = &result});
    panel.show();
    QCoreApplication::processEvents();
    auto* full = panel.findChild<QLabel*>("timings-conditions");
    REQUIRE(full);
    CHECK(full->isVisible());
    CHECK(full->text() == panel.model().conditions());
    CHECK(full->height() >= full->heightForWidth(full->width()));
    panel.resize(900, 150);
    QCoreApplication::processEvents();
    CHECK_FALSE(full->isVisible());
    panel.setConditionsOpen(true);
    CHECK(full->isVisible());
    panel.resize(900, 600);
    panel.setConditionsOpen(false);
    CHECK_FALSE(full->isVisible());
    viewers::TimingsPanel later;
    later.setState(panel.state());
    later.resize(900, 600);
    CHECK_FALSE(later.areConditionsOpen());
}

TEST_CASE("outputs that differ make the whole table untrustworthy") {
    auto result = twoVariants();
    result.variants[1].verified = false;
    viewers::TimingsModel model;
    model.setResult(result);
    CHECK_FALSE(model.verified());
}

TEST_CASE("the run strip picks the GPU that can run, and says what is missing") {
    viewers::RunPanel panel;
    exec::DeviceInfo cpu{codegen::Target::cpu, true, true, "CPU, 2 threads", "x86-64", "", ""};
    exec::DeviceInfo cuda{codegen::Target::cuda,
                          true,
                          false,
                          "",
                          "",
                          "",
                          "No NVIDIA driver answers; install one to run CUDA."};
    panel.setPinned(2, true);
    const auto* grid = panel.findChild<QLineEdit*>("run-grid");
    REQUIRE(grid);

    int shown = 0;
    QObject::connect(&panel, &viewers::RunPanel::deviceShown, [&] { ++shown; });
    SECTION("no GPU: the CPU, on the grid that is usual for it") {
        panel.setDevices({cpu, cuda});
        CHECK(panel.choice().target == codegen::Target::cpu);
        CHECK(shown == 1);
        panel.setUsualGrid("torus:120,100,40");
        CHECK(grid->text() == "torus:120,100,40");
        CHECK(panel.choice().grid.isEmpty()); // nothing was chosen
        CHECK(panel.missing() == "No NVIDIA driver answers; install one to run CUDA.");
    }
    SECTION("a GPU: it is the default") {
        cuda.canRun = true;
        cuda.name = "NVIDIA H200";
        panel.setDevices({cpu, cuda});
        CHECK(panel.choice().target == codegen::Target::cuda);
        CHECK(panel.missing().isEmpty());
    }
    SECTION("what was typed stays") {
        panel.setChoice({codegen::Target::cpu, "torus:8,6,10", "", 20, false});
        panel.setUsualGrid("torus:120,100,40");
        CHECK(panel.choice().grid == "torus:8,6,10");
    }
    SECTION("chosen without a driver: the sentence says what to do") {
        panel.setDevices({cpu, cuda});
        panel.setChoice({codegen::Target::cuda, "", "", 20, false});
        CHECK(panel.missing() == "No NVIDIA driver answers; install one to run CUDA.");
    }
}

TEST_CASE("the device that is wanted is chosen as soon as it is known") {
    viewers::RunPanel panel;
    exec::DeviceInfo cpu{codegen::Target::cpu, true, true, "CPU", "", "", ""};
    exec::DeviceInfo cuda{codegen::Target::cuda, true, true, "GPU", "", "", ""};
    panel.setTarget(codegen::Target::cpu);
    SECTION("and can run") {
        panel.setDevices({cpu, cuda});
        CHECK(panel.choice().target == codegen::Target::cpu);
    }
    SECTION("else the best one") {
        panel.setTarget(codegen::Target::hip);
        panel.setDevices({cpu, cuda});
        CHECK(panel.choice().target == codegen::Target::cuda);
    }
    SECTION("also where the devices are known") {
        panel.setDevices({cpu, cuda});
        panel.setTarget(codegen::Target::cuda);
        CHECK(panel.choice().target == codegen::Target::cuda);
    }
}

TEST_CASE("the field of the grid takes a scenario's file: typed, offered, or chosen") {
    viewers::RunPanel panel;
    auto* field = panel.findChild<QLineEdit*>("run-grid");
    REQUIRE(field);
    QSignalSpy changed(&panel, &viewers::RunPanel::choiceChanged);
    const auto type = [&](const QString& text) {
        field->setText(text);
        emit field->textEdited(text);
    };
    type("/a/b.scenario.json");
    CHECK(panel.choice().grid == "/a/b.scenario.json");
    CHECK(changed.size() == 1);
    type("torus:8"); // no grid yet
    CHECK(changed.size() == 1);
    type("");
    CHECK(panel.choice().grid.isEmpty());
    CHECK(changed.size() == 2);

    CHECK_FALSE(field->completer());
    panel.offerScenario("/a/nabla4.scenario.json");
    REQUIRE(field->completer());
    CHECK(field->completer()->model()->index(0, 0).data() == "/a/nabla4.scenario.json");
    panel.offerScenario({});
    CHECK_FALSE(field->completer());

    field->findChild<QAction*>("run-scenario")->trigger();
    auto* dialog = panel.findChild<QFileDialog*>("scenario");
    REQUIRE(dialog);
    emit dialog->fileSelected("/c/d.json");
    dialog->reject();
    CHECK(panel.choice().grid == "/c/d.json");
    CHECK(changed.size() == 3);
}

TEST_CASE("numbers keep three digits and name their unit") {
    CHECK(viewers::microseconds(12.345) == "12.3 µs");
    CHECK(viewers::microseconds(1234) == "1.23 ms");
    CHECK(viewers::microseconds(23456) == "23.5 ms");
    CHECK(viewers::microseconds(2.5e6) == "2.50 s");
    CHECK(viewers::scaledCount(156'250) == "156 k");
    CHECK(viewers::bytesText(999) == "999 B");
    CHECK(viewers::bytesText(1'234'567) == "1.23 MB");
    CHECK(viewers::flopText(12'345'678) == "12.3 MFLOP");
    CHECK(viewers::flopRateText(33'450) == "33.5 TFLOP/s");
    CHECK(viewers::percentText(0.0123) == "1.2 %");
    // Groups of digits, but of no names, fractions or short numbers.
    const QChar blank(0x202f);
    CHECK(viewers::groupedDigits("213870182400") ==
          QStringLiteral("213_870_182_400").replace(QLatin1Char('_'), blank));
    CHECK(viewers::groupedDigits("80*12345 + N12345 + 1234 + 0.123456") ==
          QStringLiteral("80*12_345 + N12345 + 1234 + 0.123456").replace(QLatin1Char('_'), blank));
    CHECK(viewers::withTimeLeft("timing", 0.2) == "timing, about 1 s left");
    CHECK(viewers::withTimeLeft("timing", 42.4) == "timing, about 42 s left");
    CHECK(viewers::withTimeLeft("timing", 170) == "timing, about 3 min left");
    CHECK(viewers::withTimeLeft("timing", std::nullopt) == "timing");
    CHECK(viewers::ratioText(123.4) == "123 ×");
    CHECK(viewers::ratioText(1.234) == "1.23 ×");
    CHECK(viewers::ratioText(0.0583) == "0.058 ×");
    viewers::TimingsCell cell;
    cell.ratioValue = 0.0693;
    cell.ratio = {0.0678, 0.0712}; // which two decimals make one number of
    CHECK(cell.text(viewers::TimingsCell::RatioInterval, false) == "0.068 … 0.071");
}

TEST_CASE("kernels are sorted by any column, sums with their parts, the program stays above") {
    viewers::TimingsModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    auto result = twoVariants();
    result.variants[0].kernels.push_back(test::kernel("apart", 30, 90, 1e5));
    model.setResult(result);
    const auto rows = [&] {
        QStringList names;
        for (int row = 0; row < 5; ++row)
            names << model.rowName(row).trimmed().section(' ', 0, 1);
        return names;
    };
    const QStringList program = rows();
    const int median = 1 + Cell::Median;
    model.sort(median, Qt::DescendingOrder);
    CHECK(rows() == QStringList{"program on", "apart", "Σ first", "second", "first"});
    CHECK(model.kernels(1, 0).front()->name == "apart");
    CHECK(model.rowOf(NodeId{30}) == 1);
    model.sort(median, Qt::AscendingOrder);
    CHECK(rows() == QStringList{"program on", "Σ first", "first", "second", "apart"});
    model.setResult(result); // measured again: sorted as before
    CHECK(rows().back() == "apart");
    model.sort(0, Qt::AscendingOrder);
    CHECK(rows()[1] == "apart");
    model.sort(-1, Qt::AscendingOrder);
    CHECK(rows() == program);
}

} // namespace timings_test
