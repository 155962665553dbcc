package dev.sluice.net;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parser of IP address literals. It makes no DNS look-up.
public final class IpAddress {
    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");

    private IpAddress() {}

    /// Parses four decimal numbers, or an IPv6 address with or without brackets; empty for any other text. An
    /// IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) becomes the IPv4 address. The zone of an IPv6 address is
    /// dropped: it names a local interface and is no part of the address.
    public static Optional<InetAddress> parse(String text) {
        int zone = text.indexOf('%');
        var literal = zone < 0 ? text : text.substring(0, zone);
        if (literal.indexOf(':') < 0 && !IPV4.matcher(literal).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(literal));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /// Returns true for an address of this machine's loopback interface.
    public static boolean isLoopback(String text) {
        return parse(text).filter(InetAddress::isLoopbackAddress).isPresent();
    }
}
