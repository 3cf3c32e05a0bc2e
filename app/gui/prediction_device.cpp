// Which device the window predicts times for.
#include "app/gui/prediction_device.h"

#include "app/gui/tr.h"

#include <tuple>

namespace mw::app {

const workbench::DeviceModel& PredictionDevice::modelFor(const ir::Document& document) const {
    const auto made =
        asked.empty() ? workbench::madeFor(document, file) : workbench::MadeFor::unknown;
    const auto chosen = workbench::chooseModel({asked, {}}, made, {shown});
    return chosen ? *chosen->model : workbench::usualModel(codegen::Target::cuda);
}

workbench::DeviceRates PredictionDevice::ratesFor(const ir::Document& document) const {
    return workbench::deviceRates(modelFor(document));
}

bool PredictionDevice::operator==(const PredictionDevice& other) const {
    const auto key = [](const PredictionDevice& one) {
        return std::tie(one.asked, one.shown.target, one.shown.name, one.file);
    };
    return key(*this) == key(other);
}

QString modelText(const std::string& model) {
    const auto name = QString::fromStdString(model);
    if (model == "cpu")
        return tr("a CPU");
    return (model.starts_with("G") ? tr("a %1") : tr("an %1")).arg(name);
}

} // namespace mw::app
