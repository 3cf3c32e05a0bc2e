// Makes the form for the parameters of a transformation.
#include "viewers/panels/param_form.h"

#include "core/support/overload.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/transformation_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace mw::viewers {

namespace {

int clampToInt(std::int64_t value) {
    return static_cast<int>(std::clamp<std::int64_t>(value, std::numeric_limits<int>::min(),
                                                     std::numeric_limits<int>::max()));
}

} // namespace

ParamForm::ParamForm(QWidget* parent) : QWidget(parent), layout_(new QFormLayout(this)) {
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setVerticalSpacing(4);
    layout_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
}

void ParamForm::setTransformation(const transforms::Transformation* transformation,
                                  const transforms::Params& values) {
    while (layout_->rowCount() > 0)
        layout_->removeRow(0);
    readers_.clear();
    if (!transformation)
        return;
    for (const auto& spec : transformation->params) {
        const auto given = values.find(spec.name);
        auto* field = makeField(spec, given == values.end() ? spec.defaultValue : given->second);
        field->setToolTip(helpOf(spec));
        field->setObjectName(qs(spec.name));
        auto* label = new QLabel(nameOf(spec));
        // As commands and recipes have it.
        label->setToolTip(QStringLiteral("%1\n%2").arg(qs(spec.name), helpOf(spec)));
        label->setBuddy(field);
        layout_->addRow(label, field);
    }
}

QWidget* ParamForm::makeField(const transforms::ParamSpec& spec,
                              const transforms::ParamValue& value) {
    return std::visit(
        Overload{
            [&](bool on) -> QWidget* {
                auto* box = new QCheckBox;
                box->setChecked(on);
                readers_.push_back({spec.name, [box] { return box->isChecked(); }});
                connect(box, &QCheckBox::toggled, this, &ParamForm::changed);
                return box;
            },
            [&](std::int64_t number) -> QWidget* {
                auto* spin = new QSpinBox;
                spin->setRange(clampToInt(spec.minimum), clampToInt(spec.maximum));
                spin->setValue(clampToInt(number));
                readers_.push_back({spec.name, [spin] { return std::int64_t{spin->value()}; }});
                connect(spin, &QSpinBox::valueChanged, this, &ParamForm::changed);
                return spin;
            },
            [&](const std::string& text) -> QWidget* {
                if (!spec.choices.empty()) {
                    auto* combo = new QComboBox;
                    for (const auto& choice : spec.choices)
                        combo->addItem(qs(choice));
                    combo->setCurrentText(qs(text));
                    readers_.push_back(
                        {spec.name, [combo] { return combo->currentText().toStdString(); }});
                    connect(combo, &QComboBox::currentIndexChanged, this, &ParamForm::changed);
                    return combo;
                }
                auto* line = new QLineEdit(qs(text));
                readers_.push_back({spec.name, [line] { return line->text().toStdString(); }});
                connect(line, &QLineEdit::editingFinished, this, &ParamForm::changed);
                return line;
            }},
        value);
}

transforms::Params ParamForm::values() const {
    transforms::Params result;
    for (const auto& reader : readers_)
        result[reader.name] = reader.read();
    return result;
}

} // namespace mw::viewers
