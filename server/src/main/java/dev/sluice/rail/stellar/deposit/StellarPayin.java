package dev.sluice.rail.stellar.deposit;

import dev.sluice.rail.Destination;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.Wallet;
import dev.sluice.rail.stellar.StellarRail;
import dev.sluice.rail.stellar.StellarToken;
import dev.sluice.rail.stellar.Tokens;
import dev.sluice.text.Sha256;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;

/// The deposit rail to Stellar. One account receives all deposits, and the memo identifies the deposit. The memo is a
/// number derived from the deposit's id, so it needs no storage and no allocation.
public final class StellarPayin implements PayinRail {
    private final String account;
    private final Tokens tokens;

    public StellarPayin(String account, Tokens tokens) {
        this.account = account;
        this.tokens = tokens;
    }

    @Override
    public String name() {
        return StellarRail.NAME;
    }

    @Override
    public Optional<Wallet> wallet(String token, String network, UUID depositId) {
        return network.equals(StellarRail.NAME) && tokens.offers(token)
                ? Optional.of(new Wallet(StellarRail.NAME, account, Long.toString(memo(depositId))))
                : Optional.empty();
    }

    /// Returns the destination of a payment of a token with a memo, or to a muxed id.
    static Destination destination(StellarToken token, String account, String memo) {
        return new Destination(token.asset().code(), StellarRail.NAME, account + ":" + memo);
    }

    /// Returns 63 bits of the id's digest. Consecutive ids have unrelated memos, so a payer who mistypes a digit
    /// does not pay another deposit.
    static long memo(UUID depositId) {
        var id = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(depositId.getMostSignificantBits())
                .putLong(depositId.getLeastSignificantBits());
        return ByteBuffer.wrap(Sha256.of(id.array())).getLong() & Long.MAX_VALUE;
    }
}
