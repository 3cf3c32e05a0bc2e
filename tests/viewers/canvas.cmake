# Layout, scene and canvas.
find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
mw_test(viewers_layout LABELS gui
    SOURCES layout/placement_test.cpp layout/layout_test.cpp layout/order_test.cpp scene/scene_test.cpp
    LINK mw_scene mw_layout mw_transforms mw_ir mw_io)
target_compile_definitions(test_viewers_layout PRIVATE
    MW_LAYOUT_HELPER="$<IF:$<TARGET_EXISTS:mw-layout>,${PROJECT_BINARY_DIR}/bin/mw-layout,>")
mw_test(viewers_canvas OWN_MAIN LABELS gui
    SOURCES qt_main.cpp canvas/canvas_test.cpp canvas/colour_vision_test.cpp
    LINK mw_canvas mw_ir Qt6::Test)
if(TARGET mw-layout)
    add_dependencies(test_viewers_layout mw-layout)
endif()
