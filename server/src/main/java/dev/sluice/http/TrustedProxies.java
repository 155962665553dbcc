package dev.sluice.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Proxies that are trusted to set `X-Forwarded-For`. The client is the right-most address that is no trusted proxy.
public record TrustedProxies(List<AddressRange> ranges) {
    public TrustedProxies {
        ranges = List.copyOf(ranges);
    }

    String clientAddress(String peer, String forwardedFor) {
        if (ranges.isEmpty() || forwardedFor.isEmpty() || !trusts(peer)) {
            return peer;
        }
        var hops = List.of(forwardedFor.split(",")).reversed();
        for (var hop : hops) {
            var address = withoutPort(hop.strip());
            if (!trusts(address)) {
                return AddressRange.normal(address).orElse(peer);
            }
        }
        return peer;
    }

    /// Removes the port that some proxies append: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
    private static String withoutPort(String hop) {
        var bracketed = hop.startsWith("[") && hop.contains("]");
        if (bracketed) {
            return hop.substring(1, hop.indexOf(']'));
        }
        int colon = hop.indexOf(':');
        return colon > 0 && colon == hop.lastIndexOf(':') ? hop.substring(0, colon) : hop;
    }

    boolean trusts(String address) {
        return AddressRange.contains(ranges, address);
    }

    /// A block of addresses in CIDR form, or a single address.
    public record AddressRange(String text, byte[] network, int bits) {
        private static final int HOUSEHOLD_BYTES = 8;
        private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");

        /// Parses a block or address such as `10.0.0.0/8` or `::1`.
        ///
        /// @throws IllegalArgumentException if the text is neither an address nor a block
        public static AddressRange parse(String text) {
            int slash = text.indexOf('/');
            var bytes = bytes(slash < 0 ? text : text.substring(0, slash));
            int bits = slash < 0 ? bytes.length * Byte.SIZE : Integer.parseInt(text.substring(slash + 1));
            if (bits < 0 || bits > bytes.length * Byte.SIZE) {
                throw new IllegalArgumentException("not a block of addresses: " + text);
            }
            return new AddressRange(text, bytes, bits);
        }

        public static boolean contains(List<AddressRange> ranges, String address) {
            if (!isAddress(address)) {
                return false;
            }
            var bytes = bytes(address);
            return ranges.stream().anyMatch(range -> range.contains(bytes));
        }

        /// Returns an IP address in its normal form; empty if the text is none.
        static Optional<String> normal(String text) {
            return isAddress(text) ? Optional.of(address(text).getHostAddress()) : Optional.empty();
        }

        static boolean isLoopback(String text) {
            return isAddress(text) && address(text).isLoopbackAddress();
        }

        /// Returns the /64 network of an IPv6 address: a client with one address has the other 2^64 of its
        /// network as well.
        static String household(String text) {
            if (!isAddress(text) || !(address(text) instanceof Inet6Address address)) {
                return text;
            }
            return HexFormat.of().formatHex(address.getAddress(), 0, HOUSEHOLD_BYTES);
        }

        static boolean isAddress(String text) {
            try {
                address(text);
                return true;
            } catch (IllegalArgumentException notAnAddress) {
                return false;
            }
        }

        /// Returns true if this block contains every address of the other.
        public boolean covers(AddressRange other) {
            return bits <= other.bits && contains(other.network);
        }

        private boolean contains(byte[] address) {
            if (address.length != network.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit % Byte.SIZE);
                if ((address[bit / Byte.SIZE] & mask) != (network[bit / Byte.SIZE] & mask)) {
                    return false;
                }
            }
            return true;
        }

        private static byte[] bytes(String text) {
            return address(text).getAddress();
        }

        /// Accepts literals only: a name in an untrusted text would trigger a DNS look-up. The zone of an IPv6
        /// address names a local interface and is no part of the address.
        private static InetAddress address(String text) {
            int zone = text.indexOf('%');
            var literal = zone < 0 ? text : text.substring(0, zone);
            if (literal.indexOf(':') < 0 && !IPV4.matcher(literal).matches()) {
                throw new IllegalArgumentException("not an IP address: " + text);
            }
            return InetAddress.ofLiteral(literal);
        }
    }
}
