package dev.sluice.money;

import java.util.Locale;
import java.util.Objects;

/// A fiat currency (`IDR`) or a token on a network (`usdc-polygon`). The exponent is the number of decimals of its
/// smallest unit (ISO 4217 for fiat, the contract's `decimals` for a token).
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

    /// Normalizes the case of a code. A token's identifier, with its network after a dash, is in lower case; a
    /// currency's code is in upper case.
    public static String codeOf(String written) {
        var code = written.strip();
        return code.indexOf('-') < 0 ? code.toUpperCase(Locale.ROOT) : code.toLowerCase(Locale.ROOT);
    }

    /// Fiat or crypto, in lower case in the API.
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
