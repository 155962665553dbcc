package dev.sluice.rail.stellar;

import dev.sluice.hash.Sha256;
import dev.sluice.rail.Destination;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.Wallet;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;

/// The rail to Stellar, in. One account takes all deposits; the memo tells them apart. It is a number that follows from
/// the deposit's id alone, so nothing has to be remembered or handed out.
public final class StellarPayin implements PayinRail {
    private final String account;
    private final Tokens tokens;

    StellarPayin(String account, Tokens tokens) {
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

    /// Where a payment of a token with a memo, or to a muxed id, arrives.
    static Destination destination(StellarToken token, String account, String memo) {
        return new Destination(token.asset().code(), StellarRail.NAME, account + ":" + memo);
    }

    /// 63 bits of the id's digest, so that neighbours in time have nothing in common: a payer who mistypes a digit pays
    /// nobody else's deposit.
    static long memo(UUID depositId) {
        var id = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(depositId.getMostSignificantBits())
                .putLong(depositId.getLeastSignificantBits());
        return ByteBuffer.wrap(Sha256.of(id.array())).getLong() & Long.MAX_VALUE;
    }
}
