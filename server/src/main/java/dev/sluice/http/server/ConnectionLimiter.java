package dev.sluice.http.server;

import dev.sluice.http.ThrottledLog;
import dev.sluice.net.ClientNetwork;
import dev.sluice.net.IpAddress;
import dev.sluice.net.KeyedLimiter;
import dev.sluice.net.KeyedLimiter.Limits;
import dev.sluice.net.KeyedLimiter.Permit;
import dev.sluice.net.TrustedProxies;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Limits the number of connections per client network, so that no single client can take all of a node's
/// connections. Loopback addresses and trusted proxies are exempt, since many clients share them.
final class ConnectionLimiter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionLimiter.class);
    private static final Permit EXEMPT = () -> {};

    private final int eachMax;
    private final Predicate<String> shared;
    private final KeyedLimiter<String> open;
    private final ThrottledLog throttledLog = new ThrottledLog();

    /// @param eachMax maximum number of connections per network
    /// @param shared matches the addresses that are exempt
    ConnectionLimiter(int eachMax, Predicate<String> shared) {
        this.eachMax = eachMax;
        this.shared = shared;
        this.open = new KeyedLimiter<>(Limits.perKey(eachMax));
    }

    static ConnectionLimiter behind(TrustedProxies proxies, int eachMax) {
        return new ConnectionLimiter(eachMax, address -> IpAddress.isLoopback(address) || proxies.trusts(address));
    }

    /// Returns a permit for one more connection, to be closed with it; empty if the network has too many.
    Optional<Permit> enter(String address) {
        if (isShared(address)) {
            return Optional.of(EXEMPT);
        }
        var permit = open.tryAcquire(ClientNetwork.of(address));
        if (permit.isEmpty()) {
            throttledLog.ifDue(untold -> LOG.warn(
                    "{} has the maximum of {} connections, new ones are refused; {} similar lines suppressed",
                    address,
                    eachMax,
                    untold));
        }
        return permit;
    }

    /// Returns true if many clients share the address.
    boolean isShared(String address) {
        return shared.test(address);
    }
}
