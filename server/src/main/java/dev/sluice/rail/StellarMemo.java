package dev.sluice.rail;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// A memo of a payment on Stellar. It identifies the recipient behind a shared account.
public sealed interface StellarMemo {
    /// A 64-bit number.
    record Id(BigInteger number) implements StellarMemo {}

    /// 32 bytes, in lower-case hex.
    record Hash(String hex) implements StellarMemo {}

    /// Up to 28 bytes of text.
    record Text(String text) implements StellarMemo {}

    /// Parses a memo: 64 hex digits or 44 characters of base64 are a hash, digits an id, anything else a text. A
    /// prefix `id:`, `hash:` or `text:` sets the type explicitly. Empty if the text does not fit the type.
    static Optional<StellarMemo> parse(String text) {
        int colon = text.indexOf(':');
        var rest = text.substring(colon + 1);
        return switch (text.substring(0, Math.max(colon, 0))) {
            case "id" -> id(rest);
            case "hash" -> hash(rest);
            case "text" -> text(rest);
            default ->
                Forms.HASH.matcher(text).matches()
                                || Forms.HASH_IN_BASE64.matcher(text).matches()
                        ? hash(text)
                        : Forms.DIGITS.matcher(text).matches() ? id(text) : text(text);
        };
    }

    private static Optional<StellarMemo> id(String text) {
        return Optional.of(text)
                .filter(digits -> Forms.ID.matcher(digits).matches())
                .map(BigInteger::new)
                .filter(number -> number.bitLength() <= Forms.ID_BITS)
                .map(Id::new);
    }

    private static Optional<StellarMemo> hash(String text) {
        if (Forms.HASH_IN_BASE64.matcher(text).matches()) {
            return Optional.of(
                    new Hash(HexFormat.of().formatHex(Base64.getDecoder().decode(text))));
        }
        return Forms.HASH.matcher(text).matches()
                ? Optional.of(new Hash(text.toLowerCase(Locale.ROOT)))
                : Optional.empty();
    }

    private static Optional<StellarMemo> text(String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        return bytes > 0 && bytes <= Forms.TEXT_BYTES_MAX ? Optional.of(new Text(text)) : Optional.empty();
    }
}

/// Formats of the memo types.
final class Forms {
    static final Pattern DIGITS = Pattern.compile("\\d+");
    static final Pattern ID = Pattern.compile("\\d{1,20}");
    static final Pattern HASH = Pattern.compile("[0-9a-fA-F]{64}");
    /// 32 bytes: the last character before the padding has two zero bits.
    static final Pattern HASH_IN_BASE64 = Pattern.compile("[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=");
    static final int TEXT_BYTES_MAX = 28;
    static final int ID_BITS = 64;

    private Forms() {}
}
