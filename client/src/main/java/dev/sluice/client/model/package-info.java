/// What goes to the service and what comes back: immutable values with the names of the contract. Amounts are exact
/// decimals, times are instants, and what may be missing is nullable.
@NullMarked
package dev.sluice.client.model;

import org.jspecify.annotations.NullMarked;
