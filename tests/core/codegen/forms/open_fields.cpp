// A program whose memory the caller says, as GT4Py names it.
#include "tests/core/codegen/forms/open_fields.h"

#include <fmt/format.h>

#include <vector>

namespace mw::test {

namespace {

struct Field {
    std::string name, dimension;
    bool levels = true;
};

const std::vector<Field>& fields() {
    static const std::vector<Field> all = {
        {"u", "Vertex"}, {"w", "Edge", false}, {"x", "Edge"}, {"z", "Edge"}, {"v", "Edge", false}};
    return all;
}

/// `-__x_K_range_0 + __x_K_range_1`
std::string extent(const Field& field, const std::string& dimension) {
    return fmt::format("-__{0}_{1}_range_0 + __{0}_{1}_range_1", field.name, dimension);
}
std::string stride(const Field& field, const std::string& dimension) {
    return fmt::format("__{}_{}_stride", field.name, dimension);
}
std::string declared(const Field& field) {
    const std::string h = extent(field, field.dimension), s = stride(field, field.dimension);
    if (!field.levels)
        return fmt::format("  array {} float64 [{}] strides [{}] total [({}) * {}]\n", field.name,
                           h, s, h, s);
    const std::string k = extent(field, "K"), t = stride(field, "K");
    return fmt::format("  array {} float64 [{}, {}] strides [{}, {}] total [({}) * {} + ({}) * "
                       "{}]\n",
                       field.name, h, k, s, t, h, s, k, t);
}
/// An element, from where the field begins.
std::string at(const std::string& field, const std::string& dimension, const std::string& e,
               const std::string& k) {
    return fmt::format("{0}[-__{0}_{1}_range_0 + {2}, -__{0}_K_range_0 + {3}]", field, dimension, e,
                       k);
}

} // namespace

std::string openFields() {
    std::string symbols = "horizontal_end:int32 vertical_end:int32 __gt_conn_E2V_source_size:int32 "
                          "__gt_conn_E2V_source_stride:int32 __gt_conn_E2V_neighbor_stride:int32";
    std::string arrays = "  array gt_conn_E2V int32 [__gt_conn_E2V_source_size, 2] strides "
                         "[__gt_conn_E2V_source_stride, __gt_conn_E2V_neighbor_stride] total "
                         "[__gt_conn_E2V_source_size * __gt_conn_E2V_source_stride + 2 * "
                         "__gt_conn_E2V_neighbor_stride]\n";
    for (const Field& field : fields()) {
        arrays += declared(field);
        for (const std::string& dimension : field.levels
                                                ? std::vector<std::string>{field.dimension, "K"}
                                                : std::vector<std::string>{field.dimension})
            symbols += fmt::format(" __{0}_{1}_range_0:int32 __{0}_{1}_range_1:int32 "
                                   "__{0}_{1}_stride:int32",
                                   field.name, dimension);
    }
    const std::string edge = "i_Edge_gtx_horizontal", level = "i_K_gtx_vertical";
    const std::string u =
        "u[0:" + extent(fields()[0], "Vertex") + ", -__u_K_range_0 + " + level + "]";
    return fmt::format(
        R"(sdfg fields {{
  symbols {0}
{1}  scalar s0 float64 transient
  scalar s1 float64 transient
  state main {{
    nt = access gt_conn_E2V
    nu = access u
    nw = access w
    nx = access x
    nz = access z
    nv = access v
    a0 = access s0
    a1 = access s1
    m = map m [{2} = 0:horizontal_end, {3} = 0:vertical_end] -> end
    g0 = tasklet g0 `o = f[l]`
    g1 = tasklet g1 `o = f[l]`
    s = tasklet s `r = w * (p0 + 2.0 * p1) + v * x`
    end = exit m
    nt -> m.IN_t : gt_conn_E2V[0:__gt_conn_E2V_source_size, 0:2]
    nu -> m.IN_u : u[0:{4}, 0:{5}]
    nw -> m.IN_w : w[0:{6}]
    nx -> m.IN_x : x[0:{7}, 0:{8}]
    nv -> m.IN_v : v[0:{14}]
    m.OUT_u -> g0.f : {9}
    m.OUT_t -> g0.l : gt_conn_E2V[{2}, 0]
    m.OUT_u -> g1.f : {9}
    m.OUT_t -> g1.l : gt_conn_E2V[{2}, 1]
    g0.o -> a0 : s0[0]
    g1.o -> a1 : s1[0]
    a0 -> s.p0 : s0[0]
    a1 -> s.p1 : s1[0]
    m.OUT_w -> s.w : w[-__w_Edge_range_0 + {2}]
    m.OUT_v -> s.v : v[-__v_Edge_range_0 + {2}]
    m.OUT_x -> s.x : {10}
    s.r -> end.IN_z : {11}
    end.OUT_z -> nz : z[0:{12}, 0:{13}]
  }}
}}
)",
        symbols, arrays, edge, level, extent(fields()[0], "Vertex"), extent(fields()[0], "K"),
        extent(fields()[1], "Edge"), extent(fields()[2], "Edge"), extent(fields()[2], "K"), u,
        at("x", "Edge", edge, level + " + 1"), at("z", "Edge", edge, level),
        extent(fields()[3], "Edge"), extent(fields()[3], "K"), extent(fields()[4], "Edge"));
}

symbolic::Bindings symbolsOf(const FieldMemory& memory) {
    symbolic::Bindings values;
    const auto set = [&](const std::string& name, std::int64_t value) {
        values[name] = symbolic::Value::integer(value);
    };
    set("horizontal_end", memory.edges);
    set("vertical_end", memory.levels);
    set("__gt_conn_E2V_source_size", memory.edges);
    set("__gt_conn_E2V_source_stride", memory.unit);
    set("__gt_conn_E2V_neighbor_stride", memory.edges * memory.unit);
    for (const Field& field : fields()) {
        const std::int64_t points = field.dimension == "Edge" ? memory.edges : memory.vertices;
        const std::string of = "__" + field.name + "_";
        set(of + field.dimension + "_range_0", 0);
        set(of + field.dimension + "_range_1", points);
        set(of + field.dimension + "_stride", memory.unit);
        if (!field.levels)
            continue;
        const bool output = field.name == "z";
        set(of + "K_range_0", output ? memory.origin : 0);
        set(of + "K_range_1", memory.levels + 1);
        set(of + "K_stride",
            points * memory.unit + memory.padding + (output ? memory.otherPadding : 0));
    }
    return values;
}

} // namespace mw::test
