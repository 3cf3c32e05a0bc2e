// Access nodes by the data that they name.

#include "transforms/toolkit/users.h"

#include "transforms/framework/kept.h"

#include <map>
#include <utility>

namespace mw::transforms {

namespace {

using Users = std::map<std::string, std::vector<User>, std::less<>>;

Users allUsers(const ir::Sdfg& sdfg) {
    Users users;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        for (std::size_t i = 0; state && i < state->nodes.size(); ++i)
            if (const auto* access = state->nodes[i]->as<ir::AccessNode>())
                users[access->data].push_back({block.id, state->nodes[i].get()});
    });
    return users;
}

struct UsersOf {
    static std::vector<User> find(const DocumentView& view,
                                  const std::pair<SdfgId, std::string>& key) {
        const Users& all = kept<allUsers>(view, view.sdfg(key.first));
        const auto found = all.find(key.second);
        return found == all.end() ? std::vector<User>() : found->second;
    }
};

} // namespace

const std::vector<User>& usersOf(const DocumentView& view, const ir::SdfgPtr& sdfg,
                                 const std::string& data) {
    return asked<UsersOf>(view, std::pair(sdfg->id, data));
}

} // namespace mw::transforms
