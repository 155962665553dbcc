/// What people see and change of themselves: name, password, second factor, sessions.
@NullMarked
package dev.sluice.dashboard.account;

import org.jspecify.annotations.NullMarked;
