package dev.sluice;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/// A block of addresses, such as `10.0.0.0/8`, `::1` or `2001:db8::/32`.
///
/// @param network the first address, with the host bits cleared
/// @param bits number of leading bits that an address shares with it
public record Cidr(InetAddress network, int bits) {

    /// Parses an address literal with an optional prefix length. Host names are rejected, since they would need a
    /// DNS look-up.
    public static Cidr parse(String text) {
        var slash = text.indexOf('/');
        var address = literal(slash < 0 ? text : text.substring(0, slash));
        var bitsMax = address.getAddress().length * 8;
        var bits = slash < 0 ? bitsMax : prefix(text.substring(slash + 1), bitsMax, text);
        return new Cidr(masked(address, bits), bits);
    }

    public boolean contains(InetAddress address) {
        return address.getAddress().length == network.getAddress().length
                && masked(address, bits).equals(network);
    }

    @Override
    public String toString() {
        return network.getHostAddress() + "/" + bits;
    }

    private static int prefix(String digits, int bitsMax, String text) {
        if (!digits.matches("\\d{1,3}") || Integer.parseInt(digits) > bitsMax) {
            throw new IllegalArgumentException("'" + text + "' needs a prefix length of 0 to " + bitsMax);
        }
        return Integer.parseInt(digits);
    }

    private static InetAddress literal(String text) {
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is not an IP address or CIDR block", e);
        }
    }

    private static InetAddress masked(InetAddress address, int bits) {
        var bytes = address.getAddress();
        var whole = bits / 8;
        if (whole < bytes.length) {
            bytes[whole] = (byte) (bytes[whole] & (0xff00 >> (bits % 8)));
            Arrays.fill(bytes, whole + 1, bytes.length, (byte) 0);
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address keeps its length", e);
        }
    }
}
