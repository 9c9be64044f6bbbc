// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace spinscope {

/// The built program as its own process, without a display, its output caught in files.
class Program {
 public:
    struct Result {
        int exit_code = -1;  ///< 128 + the signal where one ended it
        std::string out;
        std::string err;
    };

    explicit Program(const std::vector<std::string>& arguments);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void send(int signal) const;
    /// Waits for its end; kills it, and fails the test, when that takes longer.
    Result wait(std::chrono::milliseconds limit = std::chrono::seconds{30});

 private:
    pid_t pid_ = -1;
    int out_;
    int err_;
};

inline Program::Result run_program(const std::vector<std::string>& arguments) {
    return Program(arguments).wait();
}

}  // namespace spinscope
