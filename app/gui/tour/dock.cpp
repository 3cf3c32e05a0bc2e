// Shows the open step of the tour.
#include "app/gui/tour/dock.h"

#include "app/gui/action_table.h"
#include "app/gui/tour/guide.h"
#include "app/gui/tour/text.h"
#include "app/gui/tr.h"

#include <QAction>
#include <QCloseEvent>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

namespace mw::app {

namespace {

constexpr double kTitleSize = 1.25;         // of the usual font
constexpr const char* kAction = "mwAction"; // of a button: the id of what it does

/// A paragraph with links, for mouse and keyboard.
QLabel* paragraph(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    return label;
}

} // namespace

TourDock::TourDock(TourGuide& guide, const ActionTable& actions, QWidget* parent)
    : QDockWidget(tr("Tour"), parent), guide_(guide), actions_(actions), list_(new QComboBox),
      title_(new QLabel), text_(paragraph("tour-text")), task_(nullptr), mark_(new QLabel),
      taskText_(paragraph("tour-task")), said_(new QLabel) {
    setObjectName(QStringLiteral("dock-tour"));
    buildPage();
    connect(&guide, &TourGuide::changed, this, &TourDock::refresh);
    hide();
}

void TourDock::buildPage() {
    list_->setObjectName(QStringLiteral("tour-list"));
    list_->setAccessibleName(tr("Step of the tour"));
    list_->setToolTip(tr("Every step can be turned to, and done again"));
    list_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(list_, &QComboBox::activated, this,
            [this](int index) { guide_.goTo(static_cast<std::size_t>(index)); });
    auto font = title_->font();
    font.setPointSizeF(font.pointSizeF() * kTitleSize);
    font.setBold(true);
    title_->setFont(font);
    title_->setWordWrap(true);
    title_->setTextFormat(Qt::PlainText);

    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(10, 8, 10, 8);
    column->setSpacing(10);
    column->addWidget(title_);
    column->addWidget(text_);
    column->addWidget(buildTask());
    column->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("What the step says"));
    scroll->setWidget(page);
    for (auto* label : {text_, taskText_})
        connect(label, &QLabel::linkActivated, this, [this](const QString& link) {
            emit actionRequested(link.mid(static_cast<qsizetype>(qstrlen(kTourLink))));
        });

    auto* whole = new QWidget;
    auto* layout = new QVBoxLayout(whole);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(0);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(10, 0, 10, 0);
    top->addWidget(list_);
    layout->addLayout(top);
    layout->addWidget(scroll, 1);
    layout->addLayout(buildButtons());
    setWidget(whole);
}

/// What is to be done, with a mark that says whether it is, and below what came of it.
QWidget* TourDock::buildTask() {
    mark_->setObjectName(QStringLiteral("tour-mark"));
    mark_->setAlignment(Qt::AlignTop);
    said_->setObjectName(QStringLiteral("tour-said"));
    said_->setWordWrap(true);
    said_->setTextFormat(Qt::PlainText);
    said_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    task_ = new QFrame;
    task_->setAutoFillBackground(true);
    static_cast<QFrame*>(task_)->setFrameShape(QFrame::StyledPanel);
    auto* lines = new QVBoxLayout;
    lines->addWidget(taskText_);
    lines->addWidget(said_);
    auto* row = new QHBoxLayout(task_);
    row->setContentsMargins(8, 8, 8, 8);
    row->addWidget(mark_);
    row->addLayout(lines, 1);
    return task_;
}

QPushButton* TourDock::button(const QString& action, const QString& text) {
    auto* made = new QPushButton(text);
    made->setObjectName(action + QStringLiteral("-button"));
    made->setProperty(kAction, action);
    made->setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard where it was
    connect(made, &QPushButton::clicked, this, [this, action] { emit actionRequested(action); });
    return made;
}

QLayout* TourDock::buildButtons() {
    back_ = button(QStringLiteral("tour-back"), tr("&Back"));
    again_ = button(QStringLiteral("tour-again"), tr("Do &again"));
    skip_ = button(QStringLiteral("tour-skip"), tr("&Skip"));
    next_ = button(QStringLiteral("tour-next"), tr("&Next"));
    auto* line = new QHBoxLayout;
    line->setContentsMargins(10, 6, 10, 8);
    line->setSpacing(6);
    line->addWidget(back_);
    line->addStretch(1);
    for (auto* each : {again_, skip_, next_})
        line->addWidget(each);
    return line;
}

void TourDock::closeEvent(QCloseEvent* event) {
    QDockWidget::closeEvent(event);
    if (guide_.isRunning())
        guide_.close();
}

void TourDock::setTheme(viewers::ThemeKind kind) {
    theme_ = kind;
    colour();
}

void TourDock::bringUp() {
    QDockWidget::show();
    raise();
    (next_->isEnabled() ? next_ : skip_)->setFocus(Qt::OtherFocusReason);
}

// --- What stands on it ------------------------------------------------------------------------

void TourDock::refresh() {
    if (!guide_.isRunning()) {
        hide();
        return;
    }
    if (isHidden())
        emit placeNeeded();
    const auto& tour = guide_.tour();
    const auto scene = guide_.scene();
    showList();
    title_->setText(tour::tr(tour.step().title));
    text_->setText(tourHtml(tour.step().text, scene, actions_));
    showTask();
    back_->setEnabled(tour.at() > 0);
    // Each has its place, so that a click twice does nothing else.
    again_->setEnabled(tour.isDone(tour.at()) && tour.step().check);
    skip_->setEnabled(!tour.mayGoOn());
    next_->setEnabled(tour.mayGoOn());
    next_->setText(tour.isLast() ? tr("&Finish") : tr("&Next"));
    next_->setDefault(true);
    for (auto* each : {back_, again_, skip_, next_})
        each->setToolTip(actions_.action(each->property(kAction).toString())->toolTip());
    colour();
}

void TourDock::showList() {
    const auto& tour = guide_.tour();
    const auto steps = tourSteps();
    const QSignalBlocker quiet(list_);
    list_->clear();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto state = tour.isDone(i)      ? QStringLiteral("✓ ")
                           : tour.isSkipped(i) ? QStringLiteral("– ")
                                               : QString();
        list_->addItem(tr("%1%2 of %3 · %4")
                           .arg(state)
                           .arg(i + 1)
                           .arg(steps.size())
                           .arg(tour::tr(steps[i].title)));
    }
    list_->setCurrentIndex(static_cast<int>(tour.at()));
}

void TourDock::showTask() {
    const auto& tour = guide_.tour();
    const auto& step = tour.step();
    task_->setVisible(step.task);
    if (!step.task)
        return;
    const bool done = tour.isDone(tour.at());
    mark_->setText(done ? QStringLiteral("✓") : QStringLiteral("○"));
    mark_->setAccessibleName(done ? tr("Done") : tr("To be done"));
    taskText_->setText(tourHtml(step.task, guide_.scene(), actions_));
    QString said = tour.verdict().said;
    if (!guide_.isSampleShown())
        said = tr("Another program is shown: Help › Tour leads back to the sample.");
    said_->setText(said);
    said_->setVisible(!said.isEmpty());
}

/// By words and signs first; the colours repeat them.
void TourDock::colour() {
    const auto& theme = viewers::Theme::of(theme_);
    const auto& tour = guide_.tour();
    const bool done = tour.isDone(tour.at());
    const auto set = [](QWidget* widget, QPalette::ColorRole role, const QColor& value) {
        auto palette = widget->palette();
        palette.setColor(role, value);
        widget->setPalette(palette);
    };
    set(task_, QPalette::Window, theme.alternateBase);
    set(mark_, QPalette::WindowText, done ? theme.good : theme.mutedText);
    set(said_, QPalette::WindowText,
        tour.verdict().doubtful ? theme.warning
        : done                  ? theme.good
                                : theme.text);
}

QString TourDock::text() const {
    QStringList lines{title_->text()};
    for (const auto* label : {text_, taskText_})
        if (label == text_ || !task_->isHidden())
            lines << QTextDocumentFragment::fromHtml(label->text()).toPlainText();
    if (!task_->isHidden() && !said_->isHidden())
        lines << said_->text();
    return lines.join(QLatin1Char('\n'));
}

} // namespace mw::app
