package dev.sluice.rail;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.web3j.crypto.Keys;

/// Addresses of EVM networks: 20 bytes in hex, whose mixed case is a checksum (EIP-55).
public final class EvmAddress {
    private static final Pattern FORM = Pattern.compile("0x[0-9a-fA-F]{40}");
    private static final String ZERO = "0x" + "0".repeat(40);

    /// Every address up to `0xffff`: zero, `0x…dEaD`, precompiles of Ethereum, Arbitrum and the OP stack, and the
    /// contract of Polygon's coin.
    private static final Pattern LOW = Pattern.compile("0x0{36}[0-9a-f]{4}");
    /// The address `0xeeee…`, an alias of the native coin at exchanges, and the highest address, used for burning.
    /// Other repeated digits are placeholders of test programs, and remain payable.
    private static final Pattern PLACEHOLDER = Pattern.compile("0x(?:e{40}|f{40})");
    /// Predeploys of the OP stack, and their implementation contracts.
    private static final Pattern PREDEPLOY = Pattern.compile("0x(?:42(?:0{34})|(?:c0d3){9})[0-9a-f]{4}");
    /// Other burn addresses, and artificial senders of the networks' own transactions.
    private static final Set<String> UNOWNED = Set.of(
            "0xdead000000000000000042069420694206942069",
            "0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead",
            "0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000",
            "0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001",
            "0xdead000000000000000000000000000000000000",
            "0x00000000000000000000045261d4ee77acdb3286",
            "0xfffffffffffffffffffffffffffffffffffffffe",
            "0x00000000000000000000000000000000000a4b05");

    private EvmAddress() {}

    /// Reports whether an address has no key: the zero address, burn addresses, precompiles, predeploys.
    public static boolean isUnowned(String address) {
        var lower = address.toLowerCase(Locale.ROOT);
        return LOW.matcher(lower).matches()
                || PLACEHOLDER.matcher(lower).matches()
                || PREDEPLOY.matcher(lower).matches()
                || UNOWNED.contains(lower);
    }

    /// Reports whether a text is the zero address. It has no key.
    public static boolean isZero(String text) {
        return text.equals(ZERO);
    }

    /// Returns the address with its checksum. Empty if the text is not an address, has a wrong checksum, or is the
    /// zero address, because money sent there is lost. An address in only lower or only upper case has no checksum
    /// to verify.
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
