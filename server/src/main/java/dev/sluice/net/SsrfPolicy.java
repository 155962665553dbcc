package dev.sluice.net;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Filter of destination addresses: only public ones are allowed. The addresses of a name are checked at each use,
/// since names change their target (SSRF).
public final class SsrfPolicy {
    private static final List<IpRange> LOOPBACK = IpRange.list("127.0.0.0/8", "::1/128");

    /// IANA's special-purpose registries: no address in here is a public server.
    private static final List<IpRange> SPECIAL = IpRange.list(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "3fff::/20");

    /// IPv6 range of all public addresses. Mapped, translated, local and multicast addresses lie outside.
    private static final List<IpRange> GLOBAL_IPV6 = IpRange.list("2000::/3");

    private final Resolver resolver;
    private final boolean loopback;

    /// @param loopback true if endpoints on this machine are allowed, for development
    public SsrfPolicy(Resolver resolver, boolean loopback) {
        this.resolver = resolver;
        this.loopback = loopback;
    }

    /// Turns names into addresses.
    @FunctionalInterface
    public interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /// Thrown for a forbidden host.
    public static final class Forbidden extends UnknownHostException {
        private static final long serialVersionUID = 1L;

        Forbidden(String host) {
            super(host + " is not a public address");
        }
    }

    /// Returns the addresses of a host.
    ///
    /// @throws Forbidden if any of them is not public
    /// @throws UnknownHostException if there is none
    public InetAddress[] resolve(String host) throws UnknownHostException {
        // A zone is one of our own interfaces, so its target is not a public server.
        if (host.indexOf('%') >= 0) {
            throw new Forbidden(host);
        }
        if (!loopback && isOurOwnName(host)) {
            throw new Forbidden(host);
        }
        var addresses = resolver.resolve(host);
        if (!Arrays.stream(addresses).allMatch(this::isAllowed)) {
            throw new Forbidden(host);
        }
        return addresses;
    }

    /// Names that mean this machine, whether or not a resolver knows them (RFC 6761, 6.3).
    private static boolean isOurOwnName(String host) {
        var name = host.toLowerCase(Locale.ROOT);
        var bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        return bare.equals("localhost") || bare.endsWith(".localhost");
    }

    private boolean isAllowed(InetAddress address) {
        if (loopback && IpRange.anyContains(LOOPBACK, address)) {
            return true;
        }
        boolean inSpace = address instanceof Inet4Address || IpRange.anyContains(GLOBAL_IPV6, address);
        return inSpace && !IpRange.anyContains(SPECIAL, address);
    }
}
