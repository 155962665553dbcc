/// Three-way reconciliation of bank accounts: the ledger, the orders, and the bank's statements.
@NullMarked
package dev.sluice.reconcile;

import org.jspecify.annotations.NullMarked;
