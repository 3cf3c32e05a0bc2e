# Models of the docks as printed text, and the job queue. Included by tests/viewers.
find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
mw_test(panels OWN_MAIN LABELS gui
    SOURCES ${CMAKE_CURRENT_LIST_DIR}/qt_main.cpp ${CMAKE_CURRENT_LIST_DIR}/painted.cpp ${CMAKE_CURRENT_LIST_DIR}/panels/graphs.cpp
            ${CMAKE_CURRENT_LIST_DIR}/panels/column_widths_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/panels/inspector_test.cpp panels/log_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/panels/job_queue_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/panels/metrics_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/panels/outline_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/panels/properties_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/panels/roofline_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/panels/scope_data_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/panels/timings_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/panels/history_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/panels/top_kernels_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/panels/transformation_test.cpp
    LINK mw_panels mw_test_support Qt6::Test)
