/// Payouts that wait for approval by another person than their maker.
@NullMarked
package dev.sluice.disbursement.approval;

import org.jspecify.annotations.NullMarked;
