# The same transformations with a switch at every condition: tools/disable-conditions builds and runs it.
find_program(MW_PYTHON python3)
if(MW_PYTHON)
    get_target_property(sources mw_transforms SOURCES)
    get_target_property(folder mw_transforms SOURCE_DIR)
    set(switched_folder ${CMAKE_CURRENT_BINARY_DIR}/switched)
    set(originals)
    set(switched)
    set(unswitched)
    foreach(source IN LISTS sources)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
        cmake_path(IS_PREFIX folder ${source} ours)
        if(ours AND source MATCHES "\\.cpp$")
            cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE relative)
            list(APPEND originals ${source})
            list(APPEND switched ${switched_folder}/${relative})
        elseif(source MATCHES "\\.cpp$")
            list(APPEND unswitched ${source})
        endif()
    endforeach()
    add_custom_command(OUTPUT ${switched} ${switched_folder}/conditions.inc
        COMMAND ${MW_PYTHON} ${PROJECT_SOURCE_DIR}/tools/disable-conditions --patch ${switched_folder}
                ${PROJECT_SOURCE_DIR} ${originals}
        DEPENDS ${originals} ${PROJECT_SOURCE_DIR}/tools/disable-conditions)
    add_custom_target(mw_conditions DEPENDS ${switched_folder}/conditions.inc) # for tools/check-sources
    get_target_property(libraries mw_transforms LINK_LIBRARIES)
    add_library(mw_transforms_switched STATIC EXCLUDE_FROM_ALL ${switched} ${unswitched})
    target_link_libraries(mw_transforms_switched PUBLIC ${libraries})
    add_executable(test_conditions EXCLUDE_FROM_ALL conditions_test.cpp
        ${switched_folder}/conditions.inc ${case_sources} applying.cpp equivalence.cpp)
    target_include_directories(test_conditions PRIVATE ${switched_folder})
    target_link_libraries(test_conditions PRIVATE mw_options mw_warnings mw_transforms_switched
        mw_test_execution mw_analysis mw_validate mw_history mw_io mw_ir Catch2::Catch2WithMain fmt_static)
    set(name "transforms: every condition is missed by a graph when it is disabled")
    add_test(NAME "${name}"
        COMMAND ${PROJECT_SOURCE_DIR}/tools/disable-conditions --if-long ${PROJECT_BINARY_DIR})
    set_tests_properties("${name}" PROPERTIES LABELS exec ENVIRONMENT "${MW_TEST_ENVIRONMENT}"
        TIMEOUT 3600 SKIP_REGULAR_EXPRESSION "only with MAPWRIGHT_LONG=1")
endif()
