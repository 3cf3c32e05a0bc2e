// The right side of the panel with advice and transformations.
#include "viewers/panels/step_detail.h"

#include "viewers/panels/element_text.h"
#include "viewers/panels/gain_text.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/param_form.h"
#include "viewers/panels/transformation_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace mw::viewers {

namespace {

QString cell(const QString& text, bool bold = false) {
    return QStringLiteral("<td align='right' style='padding-left:14px'>%1</td>")
        .arg(bold ? QStringLiteral("<b>%1</b>").arg(text) : text);
}

/// One figure before and after, and the difference where there is one.
template <class Number, class Text>
QString row(const QString& what, const Number& before, const Number& after, const Text& text) {
    const double difference = static_cast<double>(after) - static_cast<double>(before);
    return QStringLiteral("<tr><td>%1</td>%2%3%4</tr>")
        .arg(what.toHtmlEscaped(), cell(text(static_cast<double>(before))),
             cell(text(static_cast<double>(after)), difference != 0),
             cell(differenceText(difference, text)));
}
template <class Text>
QString row(const QString& what, const std::optional<double>& before,
            const std::optional<double>& after, const Text& text) {
    return before && after
               ? row(what, *before, *after, text)
               : QStringLiteral("<tr><td>%1</td>%2%3</tr>")
                     .arg(what.toHtmlEscaped(), cell(before ? text(*before) : QStringLiteral("?")),
                          cell(after ? text(*after) : QStringLiteral("?")));
}

} // namespace

StepDetail::StepDetail(QWidget* parent)
    : QWidget(parent), title_(new QLabel(this)), verdict_(new QLabel(this)),
      needs_(new QLabel(this)), change_(new QLabel(this)), text_(new QLabel(this)),
      form_(new ParamForm(this)), help_(new QLabel(this)),
      apply_(new QPushButton(tr("Apply"), this)), try_(new QPushButton(tr("Try"), this)),
      applyAll_(new QPushButton(tr("Apply everywhere"), this)),
      assume_(new QPushButton(tr("Assume and apply"), this)) {
    for (auto* label : {title_, text_, help_, verdict_, needs_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    change_->setTextFormat(Qt::RichText);
    change_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    verdict_->setObjectName(QStringLiteral("step-verdict"));
    change_->setObjectName(QStringLiteral("step-change"));
    form_->setObjectName(QStringLiteral("step-form"));
    apply_->setObjectName(QStringLiteral("step-apply"));
    try_->setObjectName(QStringLiteral("step-try"));
    applyAll_->setObjectName(QStringLiteral("step-apply-everywhere"));
    assume_->setObjectName(QStringLiteral("assume"));
    assume_->setToolTip(tr("The condition becomes part of the variant and of its recipe; "
                           "a run with inputs that violate it is refused"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 6, 10, 6);
    layout->setSpacing(6);
    layout->addWidget(title_);
    layout->addWidget(buildScrolled(), 1);
    auto* buttons = new QHBoxLayout;
    for (auto* button : {apply_, try_, applyAll_, assume_})
        buttons->addWidget(button);
    buttons->addStretch();
    layout->addLayout(buttons);
    connect(form_, &ParamForm::changed, this, &StepDetail::changed);
    connect(apply_, &QPushButton::clicked, this, &StepDetail::applyPressed);
    connect(try_, &QPushButton::clicked, this, &StepDetail::tryPressed);
    connect(applyAll_, &QPushButton::clicked, this, &StepDetail::applyAllPressed);
    connect(assume_, &QPushButton::clicked, this, &StepDetail::assumePressed);
    auto bold = font();
    bold.setBold(true);
    title_->setFont(bold);
    setTransformation(nullptr, {});
    setVerdict({});
    setNoChange();
    setPossible({tr("No step is chosen"), tr("No step is chosen"), false});
    offer({});
}

QWidget* StepDetail::buildScrolled() {
    auto* scroll = new QScrollArea;
    scroll->setAccessibleName(tr("What it changes, parameters and explanation"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    auto* inner = new QWidget;
    auto* layout = new QVBoxLayout(inner);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    for (auto* widget :
         std::initializer_list<QWidget*>{verdict_, needs_, change_, form_, text_, help_})
        layout->addWidget(widget);
    layout->addStretch();
    scroll->setWidget(inner);
    return scroll;
}

void StepDetail::setTransformation(const transforms::Transformation* transformation,
                                   const transforms::Params& values) {
    const auto wanted = transformation ? transforms::completeParams(*transformation, values)
                                       : Expected<transforms::Params>();
    if (transformation && transformation == transformation_ && wanted && *wanted == form_->values())
        return; // somebody may be typing
    transformation_ = transformation;
    form_->setTransformation(transformation, values);
    form_->setVisible(!form_->isEmpty());
    title_->setText(transformation ? bothNames(*transformation)
                                   : tr("Choose a step to see what it would change"));
    text_->setText(transformation ? summaryOf(*transformation) : QString());
    help_->setText(transformation ? qs(transformation->help) : QString());
}

transforms::Params StepDetail::values() const {
    return form_->values();
}

void StepDetail::setVerdict(const QString& verdict) {
    verdict_->setText(verdict);
    verdict_->setVisible(!verdict.isEmpty());
}

void StepDetail::setPossible(const Possible& possible) {
    apply_->setText(possible.isFirst ? tr("Apply first") : tr("Apply"));
    const auto set = [](QPushButton* button, const QString& tip, const QString& whyNot) {
        button->setEnabled(whyNot.isEmpty());
        button->setToolTip(whyNot.isEmpty() ? tip : whyNot);
    };
    set(apply_, tr("Applies at the selected place (Return)"), possible.whyNot);
    set(try_,
        tr("Applies it as a variant, verifies it, times it against the variant before, "
           "and pins both"),
        possible.whyNot);
    set(applyAll_, tr("Applies at the first place again and again until none is left"),
        possible.whyNotEverywhere);
}

void StepDetail::setNoChange(const QString& why) {
    change_->setText(why.toHtmlEscaped());
    change_->setVisible(!why.isEmpty());
}

void StepDetail::setChange(const StepChange& change, const QString& device) {
    const auto& [before, after, touched] = change;
    const auto number = [](double n) { return wholeNumber(n); };
    change_->setText(
        QStringLiteral("<table cellspacing='2'><tr><td></td>%1%2<td></td></tr>")
            .arg(cell(tr("before")), cell(tr("after"))) +
        row(tr("Predicted for %1").arg(device), before.microseconds, after.microseconds,
            microseconds) +
        row(tr("Kernels"), before.kernels, after.kernels, number) +
        row(tr("Bytes that they move"), before.bytes, after.bytes, bytesText) +
        row(tr("Temporaries"), before.temporaries, after.temporaries, number) +
        row(tr("Their bytes"), before.temporaryBytes, after.temporaryBytes, bytesText) +
        QStringLiteral("</table>"));
    change_->show();
}

void StepDetail::offer(const QString& assumption) {
    needs_->setText(tr("It would apply if %1: the inputs of a run decide that.").arg(assumption));
    needs_->setVisible(!assumption.isEmpty());
    assume_->setVisible(!assumption.isEmpty());
}

} // namespace mw::viewers
