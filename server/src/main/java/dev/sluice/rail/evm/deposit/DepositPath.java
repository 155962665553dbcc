package dev.sluice.rail.evm.deposit;

import dev.sluice.rail.evm.key.ExtendedKey;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.web3j.crypto.Hash;

/// Derivation path of a deposit's address below the extended key: two levels without hardening, so that the public key
/// is enough. Both numbers are derived from the deposit's id, so that nothing has to be allocated or stored. They are
/// 62 bits of its SHA-256, so that two deposits of a service are unlikely ever to share them.
public record DepositPath(int first, int second) {
    public static DepositPath of(UUID depositId) {
        var id = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(depositId.getMostSignificantBits())
                .putLong(depositId.getLeastSignificantBits())
                .array();
        var hash = ByteBuffer.wrap(Hash.sha256(id));
        return new DepositPath(hash.getInt() & Integer.MAX_VALUE, hash.getInt() & Integer.MAX_VALUE);
    }

    public ExtendedKey below(ExtendedKey top) {
        return top.child(first).child(second);
    }
}
