// Loops of a kernel over the elements of boxes and the parameters of maps.
#include "core/codegen/kernel/loops.h"

#include <fmt/format.h>

namespace mw::codegen {

using symbolic::Expr;

Expected<void> boxLoops(KernelBody& body, const std::vector<Expr>& sizes,
                        const std::function<Expected<void>(const std::vector<Expr>&)>& inner) {
    std::vector<Expr> indices(sizes.size(), Expr(0));
    std::function<Expected<void>(std::size_t)> level = [&](std::size_t d) -> Expected<void> {
        if (d == sizes.size())
            return inner(indices);
        if (sizes[d].isInteger(1))
            return level(d + 1);
        For loop;
        loop.variable = body.fresh(fmt::format("c{}", d));
        loop.begin = 0;
        loop.end = symbolic::simplify(sizes[d] - 1);
        loop.step = 1;
        loop.over = For::Over::box;
        indices[d] = Expr::symbol(loop.variable);
        MW_CHECK(body.inside(loop.body, [&] { return level(d + 1); }));
        body.emit({std::move(loop)});
        return {};
    };
    return level(0);
}

Expected<void> mapLoops(KernelBody& body, Environment& env, const ir::Map& map, std::size_t first,
                        const std::function<Expected<void>()>& inner) {
    std::function<Expected<void>(std::size_t)> level = [&](std::size_t d) -> Expected<void> {
        if (d == map.params.size())
            return inner();
        const auto& range = map.range.dims[d];
        For loop;
        loop.begin = symbolic::simplify(env.outer(range.begin));
        loop.end = symbolic::simplify(env.outer(range.end));
        loop.step = symbolic::simplify(env.outer(range.step));
        loop.variable = body.fresh(map.params[d]);
        loop.over = For::Over::map;
        if (map.unroll)
            loop.unroll = map.unrollFactor > 0 ? map.unrollFactor : -1;
        env.symbols.set(map.params[d], Expr::symbol(loop.variable));
        MW_CHECK(body.inside(loop.body, [&] { return level(d + 1); }));
        body.emit({std::move(loop)});
        return {};
    };
    return level(first);
}

} // namespace mw::codegen
