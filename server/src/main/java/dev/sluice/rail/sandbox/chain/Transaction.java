package dev.sluice.rail.sandbox.chain;

import java.time.Instant;

/// A transaction as it was sent.
///
/// @param sender the wallet that signed it
/// @param order identifier among the sender's transactions: its nonce, or a payment's key
/// @param confirmations number of blocks until it is final
record Transaction(SandboxNetwork network, String sender, String order, int confirmations, Instant sentAt) {
    /// Returns the digest of the original transaction (0) or of its replacement (1).
    Digest digest(int form) {
        return Digest.of(network.family(), network.name(), "transaction", sender, order, form);
    }

    String hash(int form) {
        return digest(form).hash();
    }
}
