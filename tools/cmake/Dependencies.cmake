# Libraries without a CMake package of their own. isl and gmp are linked statically where the static
# library is there, so that mw and mw-runner run on a bare node.
include_guard()

find_path(ISL_INCLUDE isl/set.h REQUIRED)
find_library(ISL_LIBRARY NAMES libisl.a isl REQUIRED)
find_library(GMP_LIBRARY NAMES libgmp.a gmp REQUIRED)
add_library(isl_static INTERFACE)
target_include_directories(isl_static SYSTEM INTERFACE ${ISL_INCLUDE})
target_link_libraries(isl_static INTERFACE ${ISL_LIBRARY} ${GMP_LIBRARY})

find_library(ZLIB_STATIC NAMES libz.a z REQUIRED)
add_library(zlib_static INTERFACE)
target_include_directories(zlib_static SYSTEM INTERFACE ${ZLIB_INCLUDE_DIRS})
target_link_libraries(zlib_static INTERFACE ${ZLIB_STATIC})

# fmt as a static library, so that mw and mw-runner run on a bare node; Debian ships only the shared
# one, so its compiled part is built here.
add_library(fmt_static STATIC ${CMAKE_CURRENT_LIST_DIR}/fmt_format.cpp)

# Graphviz: cgraph and gvc, linked only by the layout helper.
find_path(GRAPHVIZ_INCLUDE graphviz/gvc.h)
find_library(GVC_LIBRARY gvc)
find_library(CGRAPH_LIBRARY cgraph)
if(GRAPHVIZ_INCLUDE AND GVC_LIBRARY AND CGRAPH_LIBRARY)
    add_library(graphviz INTERFACE)
    target_include_directories(graphviz SYSTEM INTERFACE ${GRAPHVIZ_INCLUDE})
    target_link_libraries(graphviz INTERFACE ${GVC_LIBRARY} ${CGRAPH_LIBRARY})
endif()

# jemalloc for mw, mapwright and tests, where it is there: optimising makes and forgets small pieces of
# documents, a sixth faster with it; lists after edits gain as much. Linked statically, for a bare node.
find_library(JEMALLOC_LIBRARY NAMES libjemalloc_pic.a)
add_library(jemalloc_static INTERFACE)
if(JEMALLOC_LIBRARY AND NOT MW_SANITIZE)
    target_link_libraries(jemalloc_static INTERFACE ${JEMALLOC_LIBRARY} Threads::Threads ${CMAKE_DL_LIBS} m)
endif()
