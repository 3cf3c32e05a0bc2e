#pragma once

#include "viewers/layout/layout.h"
#include "viewers/layout/order.h"
#include "viewers/scene/scene.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace mw::viewers {

/// The layouter of this process: its helper and cache are shared by all canvases.
layout::Layouter& sharedLayouter();

struct LayoutRequest {
    ir::DocumentPtr document;
    layout::Options options;
    std::uint64_t number = 0; ///< as the one who asks counts
};

/// Lays out documents in a thread of its own. A new request drops the one that waits and stops the
/// one that runs; only answers of the newest request are delivered. The last few pictures are kept:
/// who goes back to one has it at once, and the next of the same scope keeps the order of the last.
class LayoutWorker {
public:
    /// `deliver` is called in the worker's thread or, of a picture that was kept, in request().
    using Deliver = std::function<void(std::uint64_t number, std::shared_ptr<const Scene>)>;
    explicit LayoutWorker(Deliver deliver);
    ~LayoutWorker();
    LayoutWorker(const LayoutWorker&) = delete;
    LayoutWorker& operator=(const LayoutWorker&) = delete;

    void request(LayoutRequest request);
    void takePicturesOf(LayoutWorker& other);
    void startOver(); ///< nobody waits any more, nothing is kept

private:
    struct Kept {
        ir::DocumentPtr document;
        layout::Options options;
        std::shared_ptr<const Scene> scene;
        std::shared_ptr<const layout::Order> order;
    };
    std::shared_ptr<const Scene> kept(const LayoutRequest& request);
    std::shared_ptr<const layout::Order> orderBefore(const LayoutRequest& request);
    void keep(Kept picture, const std::stop_source& own);
    void run(const std::stop_token& stop);

    Deliver deliver_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::optional<LayoutRequest> waiting_;
    std::stop_source current_;
    std::vector<Kept> kept_; ///< newest first
    std::jthread thread_;    ///< last: joins before the rest goes
};

} // namespace mw::viewers
