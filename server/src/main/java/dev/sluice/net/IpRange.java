package dev.sluice.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A block of addresses in CIDR form, such as `10.0.0.0/8` or `2001:db8::/32`, or a single address.
///
/// @param text the range as written
/// @param network the first address, with the host bits cleared
/// @param bits number of leading bits that an address shares with it
public record IpRange(String text, InetAddress network, int bits) {
    private static final Pattern PREFIX = Pattern.compile("[0-9]{1,3}");

    public IpRange {
        network = masked(network, bits);
    }

    /// Parses an address literal with an optional prefix length. Host names are rejected, since they would need a
    /// DNS look-up.
    ///
    /// @throws IllegalArgumentException naming the malformed text
    public static IpRange parse(String text) {
        int slash = text.indexOf('/');
        var address = IpAddress.parse(slash < 0 ? text : text.substring(0, slash))
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is not an IP address or CIDR block"));
        int bitsMax = address.getAddress().length * Byte.SIZE;
        int bits = slash < 0 ? bitsMax : prefix(text.substring(slash + 1), bitsMax, text);
        return new IpRange(text, address, bits);
    }

    /// Parses ranges of constants.
    public static List<IpRange> list(String... texts) {
        return Stream.of(texts).map(IpRange::parse).toList();
    }

    public boolean contains(InetAddress address) {
        return isSameFamily(address) && masked(address, bits).equals(network);
    }

    /// Returns true if this block contains every address of the other.
    public boolean covers(IpRange other) {
        return bits <= other.bits && contains(other.network);
    }

    /// Returns true if one of the ranges contains the address; false for a text that is no address.
    public static boolean anyContains(Collection<IpRange> ranges, String address) {
        return IpAddress.parse(address)
                .filter(each -> anyContains(ranges, each))
                .isPresent();
    }

    public static boolean anyContains(Collection<IpRange> ranges, InetAddress address) {
        return ranges.stream().anyMatch(range -> range.contains(address));
    }

    /// Returns the range in its canonical form.
    @Override
    public String toString() {
        return network.getHostAddress() + "/" + bits;
    }

    private boolean isSameFamily(InetAddress address) {
        return address.getAddress().length == network.getAddress().length;
    }

    private static int prefix(String digits, int bitsMax, String text) {
        if (!PREFIX.matcher(digits).matches() || Integer.parseInt(digits) > bitsMax) {
            throw new IllegalArgumentException("'" + text + "' needs a prefix length of 0 to " + bitsMax);
        }
        return Integer.parseInt(digits);
    }

    private static InetAddress masked(InetAddress address, int bits) {
        var bytes = address.getAddress();
        int whole = bits / Byte.SIZE;
        if (whole < bytes.length) {
            bytes[whole] = (byte) (bytes[whole] & (0xff00 >> (bits % Byte.SIZE)));
            Arrays.fill(bytes, whole + 1, bytes.length, (byte) 0);
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address keeps its length", e);
        }
    }
}
