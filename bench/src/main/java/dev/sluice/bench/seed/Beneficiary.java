package dev.sluice.bench.seed;

import dev.sluice.disbursement.PayeeDocument;
import dev.sluice.rail.sandbox.Magic;
import dev.sluice.reference.PayoutMethod;

/// A stored recipient as payouts know it: the snapshot, sealed once and used for all of them, the way to its bank, and
/// what the sandbox's bank makes of its account.
record Beneficiary(PayeeDocument payee, byte[] sealed, PayoutMethod method, Magic magic) {}
