# The building blocks of every CMakeLists.txt here: modules, programs, tests.
include_guard()

add_library(mw_warnings INTERFACE)
target_compile_options(mw_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual
    -Wformat=2 -Wundef -Wextra-semi $<$<BOOL:${MW_WERROR}>:-Werror>)
# g++ 12 at -O2 takes members of variants and optionals for uninitialised where they are not
# (gcc.gnu.org bug 105562 and its kin); the sanitizer build and clang watch over the real thing.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(mw_warnings INTERFACE -Wno-maybe-uninitialized)
endif()
add_library(mw_warnings_strict INTERFACE)
target_link_libraries(mw_warnings_strict INTERFACE mw_warnings)
target_compile_options(mw_warnings_strict INTERFACE -Wconversion)
# Clang counts changes of sign among them, g++ does not.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_compile_options(mw_warnings_strict INTERFACE -Wno-sign-conversion)
endif()

add_library(mw_options INTERFACE)
target_include_directories(mw_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_features(mw_options INTERFACE cxx_std_20)
if(MW_SANITIZE)
    target_compile_options(mw_options INTERFACE
        -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(mw_options INTERFACE -fsanitize=address,undefined)
endif()

if(MW_FUZZ)
    # Coverage for libFuzzer in every module; only the fuzzers themselves link its main.
    target_compile_options(mw_options INTERFACE -fsanitize=fuzzer-no-link)
    target_link_options(mw_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# A linker that takes a tenth of the time, where there is one.
find_program(MW_MOLD mold)
if(MW_MOLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(mw_options INTERFACE -fuse-ld=mold)
endif()

# With -Wsubobject-linkage a class of x.cpp may not have a member of a type that x.cpp keeps to itself,
# wherever x.cpp is included: as it is where several sources are compiled as one.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(mw_warnings INTERFACE -Wno-subobject-linkage)
endif()

# Whether x.cpp beside x.h includes x.h before anything else.
function(mw_own_source_begins_with HEADER RESULT)
    set(${RESULT} NO PARENT_SCOPE)
    cmake_path(REPLACE_EXTENSION HEADER LAST_ONLY cpp OUTPUT_VARIABLE source)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    if(EXISTS ${source})
        cmake_path(ABSOLUTE_PATH HEADER BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        cmake_path(RELATIVE_PATH HEADER BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
        file(STRINGS ${source} first REGEX "^#include" LIMIT_COUNT 1)
        if(first STREQUAL "#include \"${HEADER}\"")
            set(${RESULT} YES PARENT_SCOPE)
        endif()
    endif()
endfunction()

# mw_precompiled(NAME LINK ... HEADERS ... [OPTIONS ...]): headers that targets of this folder and others begin
#   with, where the preset compiles sources together; compiled once. Every source includes what it needs all
#   the same. OPTIONS: of the compiler, which those targets have too.
function(mw_precompiled NAME)
    cmake_parse_arguments(ARG "" "" "LINK;HEADERS;OPTIONS" ${ARGN})
    if(CMAKE_UNITY_BUILD)
        file(CONFIGURE OUTPUT ${NAME}.cpp CONTENT "")
        add_library(${NAME} OBJECT EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/${NAME}.cpp)
        target_link_libraries(${NAME} PRIVATE mw_options mw_warnings ${ARG_LINK})
        target_compile_options(${NAME} PRIVATE ${ARG_OPTIONS})
        target_precompile_headers(${NAME} PRIVATE ${ARG_HEADERS})
    endif()
endfunction()
# Of Qt what several sources include: all of it takes twice as long to compile and to load.
set(MW_QT_HEADERS <QAbstractTableModel> <QAction> <QApplication> <QCheckBox> <QClipboard> <QComboBox>
    <QCoreApplication> <QDialog> <QDialogButtonBox> <QEvent> <QFileDialog> <QFileInfo> <QFont>
    <QFontMetricsF> <QFrame> <QGuiApplication> <QHBoxLayout> <QHeaderView> <QHelpEvent> <QKeyEvent> <QLabel>
    <QLineEdit> <QMenu> <QMouseEvent> <QObject> <QPainter> <QPainterPath> <QPalette> <QPlainTextEdit>
    <QPointer> <QPushButton> <QRectF> <QScopedValueRollback> <QScrollArea> <QScrollBar> <QSpinBox>
    <QSplitter> <QStackedWidget> <QString> <QStringList> <QStyle> <QStyledItemDelegate> <QTabBar>
    <QTableView> <QTimer> <QToolButton> <QToolTip> <QTreeView> <QTreeWidget> <QVBoxLayout> <QWidget>)
function(mw_begins_with TARGET NAME)
    if(CMAKE_UNITY_BUILD)
        target_precompile_headers(${TARGET} REUSE_FROM ${NAME})
    endif()
endfunction()

# mw_module(NAME [LAX] SOURCES ... HEADERS ... PUBLIC ... PRIVATE ... SYSTEM ...)
#   One static library `mw_NAME` for the current folder. PUBLIC: modules whose headers ours include.
#   PRIVATE: modules and libraries that only the sources need. LAX: without -Wconversion (Qt).
#   Every header is compiled alone: by its own source, which includes it first, else by the target
#   all_verify_interface_header_sets.
function(mw_module NAME)
    cmake_parse_arguments(ARG "LAX" "" "SOURCES;HEADERS;PUBLIC;PRIVATE" ${ARGN})
    set(target mw_${NAME})
    add_library(${target} STATIC ${ARG_SOURCES})
    if(NOT ARG_LAX)
        if(TARGET mw_ir)
            mw_begins_with(${target} mw_graph_headers)
        else()
            mw_begins_with(${target} mw_headers)
        endif()
    elseif(Qt6::Widgets IN_LIST ARG_PUBLIC)
        mw_begins_with(${target} mw_qt_headers)
    endif()
    set(alone)
    foreach(header IN LISTS ARG_HEADERS)
        mw_own_source_begins_with(${header} begins)
        if(NOT begins)
            list(APPEND alone ${header})
            list(REMOVE_ITEM ARG_HEADERS ${header})
        endif()
    endforeach()
    target_sources(${target} PUBLIC
        FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${ARG_HEADERS}
        FILE_SET alone TYPE HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${alone})
    target_link_libraries(${target} PUBLIC mw_options ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
    if(ARG_LAX)
        target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:mw_warnings>)
    else()
        target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:mw_warnings_strict>)
    endif()
    # Not position-independent for shared libraries, which there are none of: functions of a file
    # could not be inlined into each other then, and thread-local variables cost a call.
    set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON
                                               INTERFACE_HEADER_SETS_TO_VERIFY alone)
endfunction()

# For tests that are no Catch2 programs: ENVIRONMENT "${MW_TEST_ENVIRONMENT}". Threads of generated code
# that wait for each other sleep: other tests run beside. MAPWRIGHT_MEMORY_MB: to copy what a CPU's memory is measured
# by takes longer than what is tested; test_exec_parts leaves it as it is.
set(MW_TEST_ENVIRONMENT MAPWRIGHT_CACHE=${PROJECT_BINARY_DIR}/test-cache OMP_WAIT_POLICY=passive MAPWRIGHT_MEASURE=never
    MAPWRIGHT_MEMORY_MB=4)

# Not -O0: of the inline functions that tests and modules share, the linker takes those of the tests for both,
# and tests take four times as long. CATCH_CONFIG_FAST_COMPILE: an assertion has no try of its own, an exception
# ends its test case; a sixth of the time to compile.
set(MW_TEST_OPTIONS $<$<CONFIG:Release>:-O1> -DCATCH_CONFIG_FAST_COMPILE)

# mw_test(NAME [OWN_MAIN] [EACH] LABELS ... SOURCES ... LINK ... [ENVIRONMENT ...] [TIMEOUT seconds] [COST seconds]
#         [PARTS number source ...])
#   One Catch2 program `test_NAME` (Debian's prebuilt main). Every source with test cases is a CTest
#   entry: one process runs them all; EACH: every test case is one, since some of them take long. What
#   a source keeps to itself stands in a namespace of its own, so that several can be compiled as one.
#   They have the build's cache of kernels, never the user's, unless ENVIRONMENT says another. COST: CTest
#   begins with what takes longest. PARTS: so many entries of each of these sources, which take what they
#   try in turn (test::partOfTest()). OWN_MAIN: among the sources is a main(), which calls
#   mw::test::runTests().
function(mw_test NAME)
    cmake_parse_arguments(ARG "OWN_MAIN;EACH" "TIMEOUT;COST" "LABELS;SOURCES;LINK;ENVIRONMENT;PARTS" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 240)
    endif()
    if(NOT ARG_COST)
        set(ARG_COST 1)
    endif()
    if(MW_SANITIZE)
        # A test lets a kernel crash and reads the signal that ended the runner.
        list(APPEND ARG_ENVIRONMENT ASAN_OPTIONS=handle_segv=0 UBSAN_OPTIONS=print_stacktrace=1)
    endif()
    add_executable(test_${NAME} ${ARG_SOURCES})
    if(Qt6::Test IN_LIST ARG_LINK)
        mw_begins_with(test_${NAME} mw_qt_test_headers)
    elseif(NOT CMAKE_CURRENT_SOURCE_DIR MATCHES "/tests/(viewers|app)$")
        mw_begins_with(test_${NAME} mw_test_headers)
    endif()
    target_link_libraries(test_${NAME} PRIVATE mw_options mw_warnings mw_test_support ${ARG_LINK} jemalloc_static)
    target_compile_options(test_${NAME} PRIVATE ${MW_TEST_OPTIONS})
    if(ARG_OWN_MAIN)
        target_link_libraries(test_${NAME} PRIVATE mw_test_runner)
    else()
        target_link_libraries(test_${NAME} PRIVATE Catch2::Catch2WithMain)
    endif()
    set(environment ${MW_TEST_ENVIRONMENT} QT_QPA_PLATFORM=offscreen ${ARG_ENVIRONMENT})
    if(ARG_EACH)
        catch_discover_tests(test_${NAME} TEST_PREFIX "${NAME}: "
            PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT} COST ${ARG_COST})
        # The variables are set behind what Catch2 writes: of a list among its PROPERTIES only the first
        # element arrives.
        set(script ${CMAKE_CURRENT_BINARY_DIR}/test_${NAME}_environment.cmake)
        file(WRITE ${script} "if(test_${NAME}_TESTS)\n    set_tests_properties(\${test_${NAME}_TESTS} "
                             "PROPERTIES ENVIRONMENT \"${environment}\")\nendif()\n")
        set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${script})
        return()
    endif()
    foreach(source IN LISTS ARG_SOURCES)
        cmake_path(GET source STEM stem)
        if(NOT stem MATCHES "_test$")
            continue()
        endif()
        string(REGEX REPLACE "_test$" "" title ${stem})
        if(source IN_LIST ARG_PARTS)
            list(GET ARG_PARTS 0 parts)
            foreach(part RANGE 1 ${parts})
                set(name "${NAME}: ${title}, part ${part} of ${parts}")
                add_test(NAME ${name} COMMAND test_${NAME} --filenames-as-tags --warn NoTests "[#${stem}]")
                set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT}
                    COST ${ARG_COST} ENVIRONMENT "${environment};MAPWRIGHT_PART=${part}/${parts}")
            endforeach()
            continue()
        endif()
        add_test(NAME "${NAME}: ${title}" COMMAND test_${NAME} --filenames-as-tags --warn NoTests "[#${stem}]")
        set_tests_properties("${NAME}: ${title}" PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT}
            COST ${ARG_COST} ENVIRONMENT "${environment}")
    endforeach()
endfunction()
