package dev.sluice.rail;

import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.stellar.sdk.AccountConverter;
import org.stellar.sdk.StrKey;
import org.stellar.sdk.xdr.MuxedAccount;

/// A Stellar address (StrKey): an account (`G…`), or a muxed account with an additional id (`M…`, SEP-23).
///
/// @param text the address in its textual form
/// @param account the account (`G…`)
/// @param id the additional id of a muxed address; null otherwise
public record StellarAddress(
        String text, String account, @Nullable BigInteger id) {
    private static final AccountConverter CONVERTER = AccountConverter.enableMuxed();
    /// The account whose key is 32 zero bytes, used as Stellar's burn address.
    private static final String ZERO = "G" + "A".repeat(52) + "WHF";

    /// Reports whether the account has no known key.
    public boolean isUnowned() {
        return account.equals(ZERO);
    }

    /// Parses an address; empty if the text is none.
    public static Optional<StellarAddress> parse(String text) {
        try {
            return Optional.of(of(CONVERTER.encode(text)));
        } catch (RuntimeException none) {
            return Optional.empty();
        }
    }

    private static StellarAddress of(MuxedAccount address) {
        var text = CONVERTER.decode(address);
        var muxed = address.getMed25519();
        return muxed == null
                ? new StellarAddress(text, text, null)
                : new StellarAddress(
                        text,
                        StrKey.encodeEd25519PublicKey(muxed.getEd25519().getUint256()),
                        muxed.getId().getUint64().getNumber());
    }
}
