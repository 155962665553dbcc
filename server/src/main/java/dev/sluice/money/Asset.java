package dev.sluice.money;

import java.util.Locale;
import java.util.Objects;

/// What an amount is an amount of: a fiat currency (`IDR`) or a token on a network (`usdc-polygon`). The exponent is
/// the number of decimals of its smallest unit (ISO 4217 for fiat, the contract's `decimals` for a token).
public record Asset(String code, Kind kind, int exponent) {
    /// No known token has more decimals than this.
    public static final int EXPONENT_MAX = 18;

    public Asset {
        Objects.requireNonNull(code);
        Objects.requireNonNull(kind);
        if (exponent < 0 || exponent > EXPONENT_MAX) {
            throw new IllegalArgumentException("exponent of " + code + " out of range: " + exponent);
        }
    }

    public static Asset fiat(String code, int exponent) {
        return new Asset(code, Kind.FIAT, exponent);
    }

    public static Asset crypto(String code, int exponent) {
        return new Asset(code, Kind.CRYPTO, exponent);
    }

    /// A code as it is answered and kept, in whichever case somebody wrote it: a token's identifier, which has its
    /// network after a dash, in lower case, and a currency's in upper case.
    public static String codeOf(String written) {
        var code = written.strip();
        return code.indexOf('-') < 0 ? code.toUpperCase(Locale.ROOT) : code.toLowerCase(Locale.ROOT);
    }

    /// The two families of assets, named on the wire in lower case.
    public enum Kind {
        FIAT("fiat"),
        CRYPTO("crypto");

        private final String wire;

        Kind(String wire) {
            this.wire = wire;
        }

        public String wire() {
            return wire;
        }
    }
}
