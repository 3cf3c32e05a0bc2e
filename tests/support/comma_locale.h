#pragma once

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>

namespace mw::test {

/// The process in a language that writes 0,5 for a half; as it was when this is gone.
class CommaLocale {
public:
    CommaLocale() : before_(std::setlocale(LC_NUMERIC, nullptr)) {
        for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR.utf8"})
            if (std::setlocale(LC_NUMERIC, name))
                return;
        // Machines that compute have none installed: it is made where its sources are.
        folder_ =
            (std::filesystem::temp_directory_path() / ("mw-locale-" + std::to_string(getpid())))
                .string();
        std::filesystem::create_directories(folder_);
        const std::string make =
            "localedef -i de_DE -f UTF-8 " + folder_ + "/de_DE.UTF-8 2>/dev/null";
        if (std::system(make.c_str()) >= 0) {
            setenv("LOCPATH", folder_.c_str(), 1);
            std::setlocale(LC_NUMERIC, "de_DE.UTF-8");
        }
    }
    ~CommaLocale() {
        std::setlocale(LC_NUMERIC, before_.c_str());
        if (!folder_.empty()) {
            unsetenv("LOCPATH");
            std::filesystem::remove_all(folder_);
        }
    }
    CommaLocale(const CommaLocale&) = delete;
    CommaLocale& operator=(const CommaLocale&) = delete;

    /// Not where the machine has no such language.
    bool isOn() const { return *std::localeconv()->decimal_point == ','; }

private:
    std::string before_, folder_;
};

} // namespace mw::test
