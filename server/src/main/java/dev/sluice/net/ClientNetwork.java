package dev.sluice.net;

import java.net.Inet6Address;
import java.util.HexFormat;

/// Network of a client, as the key of limits: an IPv4 address, or the /64 prefix of an IPv6 address, since one
/// subscriber has all of its addresses.
public final class ClientNetwork {
    private static final int NETWORK_BYTES = 8;

    private ClientNetwork() {}

    /// Returns the network of an address; a text that is no address stays as it is.
    public static String of(String address) {
        return IpAddress.parse(address)
                .map(each -> each instanceof Inet6Address six
                        ? HexFormat.of().formatHex(six.getAddress(), 0, NETWORK_BYTES)
                        : each.getHostAddress())
                .orElse(address);
    }
}
