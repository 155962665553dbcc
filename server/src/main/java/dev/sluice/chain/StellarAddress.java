package dev.sluice.chain;

import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.stellar.sdk.AccountConverter;
import org.stellar.sdk.StrKey;
import org.stellar.sdk.xdr.MuxedAccount;

/// An address of Stellar (StrKey): an account (`G…`), or an account with an id of somebody behind it (`M…`, SEP-23).
///
/// @param text the address as it is written
/// @param account the account (`G…`)
/// @param id who is meant behind it, where the address is muxed
public record StellarAddress(
        String text, String account, @Nullable BigInteger id) {
    private static final AccountConverter CONVERTER = AccountConverter.enableMuxed();
    /// The account whose key is 32 bytes of zero, which serves as Stellar's burn address.
    private static final String ZERO = "G" + "A".repeat(52) + "WHF";

    /// Reports whether nobody can have the key of the account.
    public boolean isUnowned() {
        return account.equals(ZERO);
    }

    /// The address that a text is, if it is one.
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
