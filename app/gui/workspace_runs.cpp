// How programs are run, and what is known of their variants.
#include "app/gui/workspace.h"

#include <algorithm>
#include <utility>

namespace mw::app {

namespace {

const std::optional<bench::BenchResult> kNoResult;

} // namespace

Workspace::Grid Workspace::grid(const ProgramPtr& program) const {
    if (!program || !inputsOf(program).isDefault())
        return [] { return std::string(); };
    std::erase_if(grids_, [](const auto& one) { return one.first.expired(); });
    auto& grids = grids_[program];
    if (!grids)
        grids = std::make_shared<workbench::MeasuringGrids>(program->history->root().document,
                                                            program->path);
    return [grids, target = deviceShown()] { return grids->of(target); };
}

workbench::InputChoice Workspace::inputsOf(const ProgramPtr& program) const {
    return program ? project_.inputsFor(*program) : project_.inputs;
}

codegen::Target Workspace::deviceShown() const {
    return deviceShown_.value_or(
        codegen::targetFromName(project_.settings.target).value_or(codegen::Target::cpu));
}

void Workspace::setDeviceShown(codegen::Target target, const QString& name) {
    const bool isOther = deviceShown() != target, isNamedOther = deviceName_ != name;
    deviceName_ = name;
    deviceShown_ = target;
    if (isOther)
        emit sizesChanged();
    if (isOther || isNamedOther)
        emit predictionChanged();
}

void Workspace::setPredictedFor(const QString& device) {
    if (std::exchange(predictedFor_, device) != device)
        emit predictionChanged();
}

PredictionDevice Workspace::predictionDevice(const ProgramPtr& program) const {
    return {predictedFor_.toStdString(), deviceShown(), deviceName_.toStdString(),
            program ? program->path : ""};
}

void Workspace::rename(history::VariantId id, const QString& name) {
    program()->history->rename(id, name.toStdString());
    workDone(program());
}

void Workspace::setPinned(history::VariantId id, bool pinned) {
    program()->history->setPinned(id, pinned);
    workDone(program());
}

void Workspace::setBaseline(int measured) {
    if (!isOpen() || program()->measurements.empty())
        return;
    const auto& variants = program()->measurements.back().variants;
    const auto place = static_cast<std::size_t>(measured);
    if (place >= variants.size() || program()->baseline == variants[place])
        return;
    program()->baseline = variants[place];
    workDone(program());
    emit benchChanged();
}

int Workspace::measuredBaseline() const {
    if (!isOpen() || program()->measurements.empty())
        return 0;
    const auto& variants = program()->measurements.back().variants;
    const auto found = std::ranges::find(variants, program()->baseline);
    return found == variants.end() ? 0 : static_cast<int>(found - variants.begin());
}

void Workspace::setAgreement(const ProgramPtr& program, history::VariantId id,
                             history::Agreement agreement) {
    program->history->setAgreement(id, std::move(agreement));
    emit historyChanged();
}

std::vector<history::VariantId> Workspace::variantsToRun() const {
    return isOpen() ? workbench::variantsToRun(*program()) : std::vector<history::VariantId>{};
}

void Workspace::setBenchResult(const ProgramPtr& program, bench::BenchResult result,
                               const std::vector<history::VariantId>& variants) {
    workbench::keepMeasurement(*program, std::move(result), variants);
    workDone(program);
    emit measured();
    emit benchChanged();
}

const std::optional<bench::BenchResult>& Workspace::benchResult() const {
    return isOpen() ? program()->bench : kNoResult;
}

} // namespace mw::app
