/// Deposits by transfer to a bank account: the account and the reference that a payer gets.
@NullMarked
package dev.sluice.rail.iso20022.payin;

import org.jspecify.annotations.NullMarked;
