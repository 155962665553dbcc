/// What there is of every currency and token, and how it came to that: the balances, and the statement to read and to
/// take away.
@NullMarked
package dev.sluice.dashboard.balance;

import org.jspecify.annotations.NullMarked;
