package dev.sluice.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/// The proxies whose `X-Forwarded-For` is believed. The client is the right-most address that no trusted proxy has.
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
            var address = hop.strip();
            if (!trusts(address)) {
                return AddressRange.isAddress(address) ? address : peer;
            }
        }
        return peer;
    }

    private boolean trusts(String address) {
        return AddressRange.contains(ranges, address);
    }

    /// A block of addresses in CIDR form, or a single address.
    public record AddressRange(String text, byte[] network, int bits) {
        /// Reads `10.0.0.0/8`, `::1` and the like.
        ///
        /// @throws IllegalArgumentException where it is neither an address nor a block
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

        static boolean isAddress(String text) {
            return !text.isEmpty() && text.matches("[0-9a-fA-F.:]+(%[0-9a-zA-Z]+)?") && text.matches(".*[.:].*");
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

        private static byte[] bytes(String address) {
            if (!isAddress(address)) {
                throw new IllegalArgumentException("not an IP address: " + address);
            }
            try {
                return InetAddress.getByName(address).getAddress();
            } catch (UnknownHostException notAnAddress) {
                throw new IllegalArgumentException("not an IP address: " + address, notAnAddress);
            }
        }
    }
}
