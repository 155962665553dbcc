package dev.sluice.auth;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/// Network source of a request, as the key of rate limits: an IPv4 address, or the /64 prefix of an IPv6 address,
/// since one sender controls the rest.
final class ClientNetwork {
    private static final int NETWORK_BYTES = 8;

    private ClientNetwork() {}

    static String of(String address) {
        if (address.indexOf(':') < 0) {
            return address;
        }
        try {
            return InetAddress.ofLiteral(address) instanceof Inet6Address six
                    ? HexFormat.of().formatHex(Arrays.copyOf(six.getAddress(), NETWORK_BYTES))
                    : address;
        } catch (IllegalArgumentException noAddress) {
            return address;
        }
    }
}
