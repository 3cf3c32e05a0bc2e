# The program view.
mw_test(viewers_program OWN_MAIN LABELS gui
    SOURCES qt_main.cpp painted.cpp program/bands_test.cpp program/program_view_test.cpp
    LINK mw_program mw_ir Qt6::Test)
