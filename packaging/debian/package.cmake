# The Debian package: `cpack -G DEB` in the build folder, or tools/package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME mapwright)
set(CPACK_PACKAGE_VENDOR "The Mapwright authors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# The compiler is for running on the CPU, Graphviz for pictures of `mw show`; CUDA, HIP and libnetcdf are
# found where they are.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++ | c++-compiler, graphviz")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "qt6-wayland, qt6-translations-l10n, libnetcdf19, libamdhip64-5, libhiprtc-builtins5, clang-19, lld-19, rocm-device-libs")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "workbench for SDFGs: see, rewrite, compile, measure")
set(CPACK_PACKAGE_DESCRIPTION
"Mapwright opens stencil programs of weather models as DaCe and GT4Py write
them, shows their maps and data movement, rewrites them step by step with
exact undo, compiles them at run time for CPU or GPU, and shows verified
timings of variants side by side.

The package has the window (mapwright), the same in the terminal (mw), the
process that owns a device (mw-runner), and sample programs.")

# Who packages: MW_PACKAGE_MAINTAINER, else what Debian's own tools ask for, else git's identity.
set(MW_PACKAGE_MAINTAINER "" CACHE STRING "Maintainer of the Debian package: Name <address>")
function(mw_git_setting NAME RESULT)
    execute_process(COMMAND git config ${NAME} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
        OUTPUT_VARIABLE value OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    set(${RESULT} "${value}" PARENT_SCOPE)
endfunction()
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${MW_PACKAGE_MAINTAINER}")
if(NOT CPACK_DEBIAN_PACKAGE_MAINTAINER)
    set(name "$ENV{DEBFULLNAME}")
    set(address "$ENV{DEBEMAIL}")
    if(NOT name)
        mw_git_setting(user.name name)
    endif()
    if(NOT address)
        mw_git_setting(user.email address)
    endif()
    if(name AND address) # otherwise cpack says what it lacks
        set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${name} <${address}>")
    endif()
endif()

# What only the package has is a component of its own, so that `cmake --install` leaves it out.
string(TIMESTAMP built "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(debian/changelog.in debian/changelog @ONLY)
add_custom_command(OUTPUT debian/changelog.Debian.gz
    COMMAND gzip -9n < debian/changelog > debian/changelog.Debian.gz
    DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/debian/changelog VERBATIM)
add_custom_target(debian_changelog ALL DEPENDS debian/changelog.Debian.gz)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/debian/changelog.Debian.gz DESTINATION ${doc_folder}
    COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES debian/lintian-overrides DESTINATION share/lintian/overrides RENAME mapwright
    COMPONENT debian EXCLUDE_FROM_ALL)
set(CPACK_INSTALL_CMAKE_PROJECTS
    "${PROJECT_BINARY_DIR};mapwright;ALL;/;${PROJECT_BINARY_DIR};mapwright;debian;/")
include(CPack)
