/// Payouts by files at banks: orders, sealed files, their delivery, and what the bank says about them.
@NullMarked
package dev.sluice.rail.iso20022.payout;

import org.jspecify.annotations.NullMarked;
