package dev.sluice.rail.stellar;

import dev.sluice.http.Decimals;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/// A token that the rail transfers: identified by our asset, and on the network by code and issuer. The native coin
/// has neither.
///
/// @param asset the token's id, with the network's seven decimals
/// @param offered true if new payments in it are accepted; existing payments continue in any case
public record StellarToken(
        Asset asset, @Nullable String code, @Nullable String issuer, boolean offered) {
    /// Every amount on the network is a whole number of 0.0000001.
    public static final int DECIMALS = 7;

    public StellarToken {
        if (asset.exponent() != DECIMALS) {
            throw new IllegalArgumentException(asset.code() + " must have " + DECIMALS + " decimals");
        }
        if ((code == null) != (issuer == null)) {
            throw new IllegalArgumentException(asset.code() + " needs both a code and an issuer, or none of them");
        }
    }

    /// Returns the network's native coin.
    public static StellarToken coin(String id) {
        return new StellarToken(Asset.crypto(id, DECIMALS), null, null, true);
    }

    /// Returns a token that an account issued.
    public static StellarToken issued(String id, String code, String issuer) {
        return new StellarToken(Asset.crypto(id, DECIMALS), code, issuer, true);
    }

    public boolean isCoin() {
        return code == null;
    }

    public boolean is(@Nullable String otherCode, @Nullable String otherIssuer) {
        return code != null && code.equals(otherCode) && issuer != null && issuer.equals(otherIssuer);
    }

    public Money money(long stroops) {
        return new Money(BigInteger.valueOf(stroops), asset);
    }

    /// Returns an amount in Horizon's format, such as `25.5000000`, in stroops.
    public static long stroops(String decimal) {
        return Decimals.read(decimal)
                .orElseThrow(NumberFormatException::new)
                .movePointRight(DECIMALS)
                .longValueExact();
    }

    /// Returns an amount with any number of decimals, in stroops.
    ///
    /// @throws ArithmeticException if the amount is too large or not a whole number of stroops
    static long stroops(Money amount) {
        return amount.decimal().movePointRight(DECIMALS).longValueExact();
    }

    /// Returns stroops in the format of the Stellar SDK.
    public static String decimal(long stroops) {
        return BigDecimal.valueOf(stroops, DECIMALS).toPlainString();
    }
}
