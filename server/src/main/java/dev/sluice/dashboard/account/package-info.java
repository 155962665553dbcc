/// Account of a user: name, password, second factor, sessions.
@NullMarked
package dev.sluice.dashboard.account;

import org.jspecify.annotations.NullMarked;
