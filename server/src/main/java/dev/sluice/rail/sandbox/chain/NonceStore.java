package dev.sluice.rail.sandbox.chain;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.util.List;

/// SQL of `rail_sandbox_chain_nonce`: the next nonce of each wallet that payouts come from. A sender locks the row
/// until its transactions are stored, so that no nonce is used twice or skipped.
final class NonceStore {
    /// Locks the rows in one order for all callers. ON CONFLICT DO UPDATE also returns the values that another
    /// transaction committed during the wait.
    private static final String LOCK = """
            INSERT INTO rail_sandbox_chain_nonce AS nonce (network, sender, next_nonce)
            SELECT network, sender, 0 FROM unnest(?::text[], ?::text[]) AS wanted (network, sender) ORDER BY network
            ON CONFLICT (network, sender) DO UPDATE SET next_nonce = nonce.next_nonce
            RETURNING network, sender, next_nonce
            """;

    private static final String WRITE = """
            UPDATE rail_sandbox_chain_nonce nonce SET next_nonce = new.next_nonce
            FROM unnest(?::text[], ?::text[], ?::int8[]) AS new (network, sender, next_nonce)
            WHERE nonce.network = new.network AND nonce.sender = new.sender
            """;

    private NonceStore() {}

    /// The next nonce of a network's wallet.
    record Next(String network, String sender, long nonce) {}

    static List<Next> lock(Tx tx, List<SandboxNetwork> networks) {
        return Batch.of(LOCK)
                .texts(networks, SandboxNetwork::name)
                .texts(networks, SandboxNetwork::sender)
                .query(
                        tx,
                        row -> new Next(row.getString("network"), row.getString("sender"), row.getLong("next_nonce")));
    }

    static void write(Tx tx, List<Next> next) {
        Batch.of(WRITE)
                .texts(next, Next::network)
                .texts(next, Next::sender)
                .longs(next, Next::nonce)
                .write(tx, next.size());
    }
}
