package dev.sluice.http;

import dev.sluice.http.TrustedProxies.AddressRange;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Limits the number of connections per client address, so that no single client can take all of a node's connections.
/// Loopback addresses and trusted proxies are exempt, since many clients share them.
final class Crowd {
    private static final Logger LOG = LoggerFactory.getLogger(Crowd.class);

    private final int eachMax;
    private final Predicate<String> everybodys;
    private final Map<String, Integer> here = new ConcurrentHashMap<>();
    private final ThrottledLog telling = new ThrottledLog();

    /// @param eachMax maximum number of connections per address
    /// @param everybodys matches the addresses that are exempt
    Crowd(int eachMax, Predicate<String> everybodys) {
        this.eachMax = eachMax;
        this.everybodys = everybodys;
    }

    static Crowd behind(TrustedProxies proxies, int eachMax) {
        return new Crowd(eachMax, address -> AddressRange.isLoopback(address) || proxies.trusts(address));
    }

    /// Returns true and counts the connection if the address may open one more. Each admitted connection must call
    /// [#leave].
    boolean enter(String address) {
        if (isEverybodys(address)) {
            return true;
        }
        if (here.merge(AddressRange.household(address), 1, Integer::sum) <= eachMax) {
            return true;
        }
        left(address);
        telling.ifDue(untold -> LOG.warn(
                "{} has the maximum of {} connections, new ones are refused; {} similar lines suppressed",
                address,
                eachMax,
                untold));
        return false;
    }

    void leave(String address) {
        if (!isEverybodys(address)) {
            left(address);
        }
    }

    /// Returns true if many clients share the address.
    boolean isEverybodys(String address) {
        return everybodys.test(address);
    }

    private void left(String address) {
        here.computeIfPresent(AddressRange.household(address), (_, count) -> count == 1 ? null : count - 1);
    }
}
