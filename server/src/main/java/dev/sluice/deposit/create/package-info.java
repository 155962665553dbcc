/// Create requests: their parsing, the preparation of many deposits, and the payment instructions of each.
@NullMarked
package dev.sluice.deposit.create;

import org.jspecify.annotations.NullMarked;
