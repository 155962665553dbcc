/// Sign-in with its second factor, password reset, and the outbox of the sandbox.
@NullMarked
package dev.sluice.dashboard.signin;

import org.jspecify.annotations.NullMarked;
