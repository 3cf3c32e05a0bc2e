#pragma once

#include <QApplication>
#include <QEvent>
#include <QMetaEnum>

#include <algorithm>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

namespace mw::test {

/// Processor time that this thread has taken, milliseconds: what others do on the machine does not
/// count.
inline double threadMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// An application that notes what the handling of each event costs the GUI thread: for so long the
/// window answers nobody.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;

    struct Event {
        double milliseconds = 0;
        std::string what; ///< what the test was doing, who got which event
    };

    /// What the test does from now on, for the notes.
    void setDoing(std::string what) { doing_ = std::move(what); }
    /// Everything since the last call that took at least so long, the longest first.
    std::vector<Event> take(double atLeast) {
        auto taken = std::exchange(events_, {});
        std::erase_if(taken, [&](const Event& one) { return one.milliseconds < atLeast; });
        std::ranges::sort(
            taken, [](const Event& a, const Event& b) { return a.milliseconds > b.milliseconds; });
        return taken;
    }

    bool notify(QObject* receiver, QEvent* event) override {
        if (depth_ > 0)
            return QApplication::notify(receiver, event); // a part of the one around it
        constexpr double kWorthNoting = 5;
        const std::string who = receiver->metaObject()->className();
        const int type = event->type();
        ++depth_;
        const double before = threadMilliseconds();
        const bool handled = QApplication::notify(receiver, event);
        const double spent = threadMilliseconds() - before;
        --depth_;
        if (spent >= kWorthNoting) {
            const char* name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
            events_.push_back({spent, doing_ + ": " + who + " got " + (name ? name : "an event")});
        }
        return handled;
    }

private:
    std::string doing_;
    std::vector<Event> events_;
    int depth_ = 0;
};

} // namespace mw::test
