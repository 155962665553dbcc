/// Pages of the bank accounts: balances, files in both directions, open entries, breaks, and decisions of two people.
@NullMarked
package dev.sluice.operator.bank;

import org.jspecify.annotations.NullMarked;
