package dev.sluice.net;

import java.net.InetAddress;
import java.util.List;

/// Proxies that are trusted to set `X-Forwarded-For`. The client is the right-most address that is no trusted proxy.
public record TrustedProxies(List<IpRange> ranges) {
    public TrustedProxies {
        ranges = List.copyOf(ranges);
    }

    public String clientAddress(String peer, String forwardedFor) {
        if (ranges.isEmpty() || forwardedFor.isEmpty() || !trusts(peer)) {
            return peer;
        }
        var hops = List.of(forwardedFor.split(",")).reversed();
        for (var hop : hops) {
            var address = withoutPort(hop.strip());
            if (!trusts(address)) {
                return IpAddress.parse(address).map(InetAddress::getHostAddress).orElse(peer);
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

    public boolean trusts(String address) {
        return IpRange.anyContains(ranges, address);
    }
}
