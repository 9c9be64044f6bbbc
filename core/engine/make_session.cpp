// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engine/session.h"

namespace spinscope {

std::unique_ptr<Session> make_session(const std::string& machine) {
    if (machine == "host") return make_host_session();
    throw UsageError("Unknown machine \"" + machine + "\"", "there is only host", "Use --machine host");
}

}  // namespace spinscope
