// Which device the window predicts times for.
#include "app/gui/prediction_device.h"

#include "app/gui/tr.h"

namespace mw::app {

const workbench::DeviceModel& PredictionDevice::modelFor(const ir::Document& document) const {
    const auto made =
        asked.empty() ? workbench::madeFor(document, file) : workbench::MadeFor::unknown;
    exec::DeviceInfo shown;
    shown.target = target;
    shown.canRun = !name.empty();
    shown.name = name;
    const auto chosen = workbench::chooseModel({asked, {}}, made, {shown});
    return chosen ? *chosen->model : workbench::usualModel(codegen::Target::cuda);
}

workbench::DeviceRates PredictionDevice::ratesFor(const ir::Document& document) const {
    return workbench::deviceRates(modelFor(document));
}

QString PredictionDevice::text(const workbench::DeviceModel& model) const {
    const bool isThere =
        name.empty() ||
        (model.target == target &&
         (target == codegen::Target::cpu || workbench::modelNamedIn(name, target) == &model));
    return isThere ? modelText(model.name)
                   : app::tr("%1 (not for the chosen device, %2)")
                         .arg(modelText(model.name), QString::fromStdString(name));
}

QString modelText(const std::string& model) {
    const auto name = QString::fromStdString(model);
    if (model == "cpu")
        return app::tr("a CPU");
    return (workbench::articleOf(model) == "a" ? app::tr("a %1") : app::tr("an %1")).arg(name);
}

} // namespace mw::app
