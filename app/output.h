// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace spinscope {

/// Text on its way to a file descriptor that may be a slow reader's pipe: nothing here blocks, so that a
/// signal is always noticed. The descriptor's own flags are left alone, as others share it.
class Output {
 public:
    explicit Output(int descriptor) : descriptor_(descriptor) {}

    void put(std::string_view text) { pending_ += text; }
    /// Writes what can be written now.
    void push();

    int descriptor() const { return descriptor_; }
    bool pending() const { return error_ == 0 && !pending_.empty(); }
    std::size_t pending_bytes() const { return pending_.size(); }
    /// The errno of a write that failed for good (EPIPE: the reader has gone), else 0.
    int error() const { return error_; }

 private:
    int descriptor_;
    std::string pending_;
    int error_ = 0;
};

}  // namespace spinscope
