package dev.sluice.bench.seed;

import dev.sluice.disbursement.PayeeDocument;
import dev.sluice.rail.sandbox.Magic;
import dev.sluice.reference.PayoutMethod;

/// A saved recipient for payouts: the snapshot, encrypted once for all of them, the payout method, and the sandbox
/// bank's treatment of the account.
record Beneficiary(PayeeDocument payee, byte[] sealed, PayoutMethod method, Magic magic) {}
