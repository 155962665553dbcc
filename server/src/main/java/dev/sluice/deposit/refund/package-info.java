/// Refunds of deposits, and the return of payments that belong to no deposit.
@NullMarked
package dev.sluice.deposit.refund;

import org.jspecify.annotations.NullMarked;
