#pragma once

#include <QApplication>
#include <QEvent>
#include <QMetaEnum>

#include <algorithm>
#include <ctime>
#include <limits>
#include <numeric>
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

/// How much longer work takes now than when nothing else ran: what others do on the machine costs a
/// thread processor time too, through shared caches and cores.
class Slowdown {
public:
    Slowdown() : list_(1 << 16) {
        std::iota(list_.begin(), list_.end(), 0U);
        for (int i = 0; i < 20; ++i)
            static_cast<void>(now());
    }
    /// 1: none. Takes some milliseconds.
    double now() {
        double taken = work();
        for (int i = 0; i < 2; ++i) // a single one may have been interrupted
            taken = std::min(taken, work());
        fastest_ = std::min(fastest_, taken);
        return taken / fastest_;
    }

private:
    /// Arithmetic, and reading here and there in a quarter of a megabyte.
    double work() {
        const double begin = threadMilliseconds();
        unsigned at = 1;
        for (int i = 0; i < 200'000; ++i) {
            at = at * 1664525U + 1013904223U;
            list_[at >> 16] += at;
        }
        return threadMilliseconds() - begin;
    }

    std::vector<unsigned> list_;
    double fastest_ = std::numeric_limits<double>::max();
};

/// An application that notes what the handling of each event costs the GUI thread: for so long the
/// window answers nobody.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;

    struct Event {
        double milliseconds = 0; ///< as it would be if nothing else ran
        std::string what;        ///< what the test was doing, who got which event
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
            return QApplication::notify(receiver, event);     // a part of the one around it
        constexpr double kWorthNoting = 5, kWorthAsking = 40; // ms
        const std::string who = receiver->metaObject()->className();
        const int type = event->type();
        ++depth_;
        const double before = threadMilliseconds();
        const bool handled = QApplication::notify(receiver, event);
        const double spent = threadMilliseconds() - before;
        --depth_;
        if (spent >= kWorthNoting) {
            const char* name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
            // Only where it may matter, since asking takes time.
            const double slowdown = spent >= kWorthAsking ? slowdown_.now() : 1;
            events_.push_back(
                {spent / slowdown, doing_ + ": " + who + " got " + (name ? name : "an event")});
        }
        return handled;
    }

private:
    Slowdown slowdown_;
    std::string doing_;
    std::vector<Event> events_;
    int depth_ = 0;
};

} // namespace mw::test
