/// Balances of all currencies and tokens, and the account statement with its export.
@NullMarked
package dev.sluice.dashboard.balance;

import org.jspecify.annotations.NullMarked;
