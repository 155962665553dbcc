/// Stored payees: the list, each with its account and what the bank said of its name, and the forms that are built from
/// what a currency requires.
@NullMarked
package dev.sluice.dashboard.recipient;

import org.jspecify.annotations.NullMarked;
