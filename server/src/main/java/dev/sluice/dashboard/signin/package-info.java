/// The way in: sign-in with its second step, forgotten passwords, and the sandbox's outbox.
@NullMarked
package dev.sluice.dashboard.signin;

import org.jspecify.annotations.NullMarked;
