package dev.sluice.rail.sandbox.chain;

import java.time.Instant;

/// A transaction as it was sent.
///
/// @param sender the wallet that signed it
/// @param order what tells it apart from the sender's others: its nonce, or a payment's key
/// @param confirmations the blocks after which it is final
record Transaction(SandboxNetwork network, String sender, String order, int confirmations, Instant sentAt) {
    /// The digest of its first form, 0, or of the one that replaced it, 1.
    Digest digest(int form) {
        return Digest.of(network.family(), network.name(), "transaction", sender, order, form);
    }

    String hash(int form) {
        return digest(form).hash();
    }
}
