package dev.sluice.chain;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.web3j.crypto.Keys;

/// Addresses of EVM networks: 20 bytes in hex, whose mixed case is a checksum (EIP-55).
public final class EvmAddress {
    private static final Pattern FORM = Pattern.compile("0x[0-9a-fA-F]{40}");
    private static final String ZERO = "0x" + "0".repeat(40);

    private EvmAddress() {}

    /// Whether a text is the zero address, which nobody has the key of.
    public static boolean isZero(String text) {
        return text.equals(ZERO);
    }

    /// The address with its checksum; nothing where the text is no address, has a wrong checksum, or is the zero
    /// address, from which nothing comes back. All in lower or all in upper case has no checksum to be wrong.
    public static Optional<String> parse(String text) {
        if (!FORM.matcher(text).matches() || isZero(text)) {
            return Optional.empty();
        }
        var digits = text.substring(2);
        var written = Keys.toChecksumAddress(text);
        boolean unchecked =
                digits.equals(digits.toLowerCase(Locale.ROOT)) || digits.equals(digits.toUpperCase(Locale.ROOT));
        return unchecked || written.equals(text) ? Optional.of(written) : Optional.empty();
    }
}
