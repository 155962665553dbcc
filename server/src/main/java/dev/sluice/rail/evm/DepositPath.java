package dev.sluice.rail.evm;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.web3j.crypto.Hash;

/// Where a deposit's address is below the extended key: two levels, each with a number that is not hardened, so that
/// the public key is enough. Both follow from the deposit's id, so that nothing has to be given out or kept: 62 bits
/// of its SHA-256, which no two of any number of deposits that a service will ever see are likely to share.
record DepositPath(int first, int second) {
    static DepositPath of(UUID depositId) {
        var id = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(depositId.getMostSignificantBits())
                .putLong(depositId.getLeastSignificantBits())
                .array();
        var hash = ByteBuffer.wrap(Hash.sha256(id));
        return new DepositPath(hash.getInt() & Integer.MAX_VALUE, hash.getInt() & Integer.MAX_VALUE);
    }

    ExtendedKey below(ExtendedKey top) {
        return top.child(first).child(second);
    }
}
