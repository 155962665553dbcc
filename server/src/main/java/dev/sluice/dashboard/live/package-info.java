/// Live pages: what the windows of people are told as it happens, so that they ask again for what they show. Hints
/// only, never what happened to whom: a window asks for its page as ever, and access is checked there.
@NullMarked
package dev.sluice.dashboard.live;

import org.jspecify.annotations.NullMarked;
