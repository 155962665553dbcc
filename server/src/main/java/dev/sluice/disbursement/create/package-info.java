/// Create requests: their parsing into drafts, wallets to pay, and payouts that people prepare at length.
@NullMarked
package dev.sluice.disbursement.create;

import org.jspecify.annotations.NullMarked;
