// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which sanitizer this file is compiled for, by either compiler.
#if defined(__SANITIZE_ADDRESS__)
#define SPINSCOPE_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define SPINSCOPE_TSAN 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SPINSCOPE_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define SPINSCOPE_TSAN 1
#endif
#endif
