/// Pages for developers: webhooks, events, credentials of programs, and the request log.
@NullMarked
package dev.sluice.dashboard.developer;

import org.jspecify.annotations.NullMarked;
