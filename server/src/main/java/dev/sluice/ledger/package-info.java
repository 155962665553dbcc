/// The ledger: double entry, append-only, per organization and asset. Owns `ledger_account` and `ledger_transfer`.
/// Every transfer debits and credits accounts of the same organization and asset, so that the accounts of one asset
/// always sum to zero. A merchant's accounts never go below zero.
@NullMarked
package dev.sluice.ledger;

import org.jspecify.annotations.NullMarked;
