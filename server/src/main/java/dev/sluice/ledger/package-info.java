/// The books: double entry, append-only, per organization and asset. Owns `ledger_account` and `ledger_transfer`.
/// Every transfer has a debit and a credit account of the same organization and asset, so the accounts of one asset
/// always sum to zero; what a merchant can spend never goes below zero.
@NullMarked
package dev.sluice.ledger;

import org.jspecify.annotations.NullMarked;
