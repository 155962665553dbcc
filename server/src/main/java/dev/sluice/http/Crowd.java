package dev.sluice.http;

import dev.sluice.http.TrustedProxies.AddressRange;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How many connections each address has: nobody from outside takes all that a node has. Those of this machine and of
/// the proxies are everybody's.
final class Crowd {
    private static final Logger LOG = LoggerFactory.getLogger(Crowd.class);

    private final int eachMax;
    private final Predicate<String> everybodys;
    private final Map<String, Integer> here = new ConcurrentHashMap<>();
    private final Seldom telling = new Seldom();

    /// @param eachMax how many connections an address may have
    /// @param everybodys addresses of which that is not asked
    Crowd(int eachMax, Predicate<String> everybodys) {
        this.eachMax = eachMax;
        this.everybodys = everybodys;
    }

    static Crowd behind(TrustedProxies proxies, int eachMax) {
        return new Crowd(eachMax, address -> AddressRange.isLoopback(address) || proxies.trusts(address));
    }

    /// Whether one more may come from there. One that comes leaves again.
    boolean enter(String address) {
        if (isEverybodys(address)) {
            return true;
        }
        if (here.merge(AddressRange.household(address), 1, Integer::sum) <= eachMax) {
            return true;
        }
        left(address);
        telling.ifDue(untold -> LOG.warn(
                "{} has {} connections, and gets no more; {} such were not told before", address, eachMax, untold));
        return false;
    }

    void leave(String address) {
        if (!isEverybodys(address)) {
            left(address);
        }
    }

    /// Whether the connections from there are not one client's.
    boolean isEverybodys(String address) {
        return everybodys.test(address);
    }

    private void left(String address) {
        here.computeIfPresent(AddressRange.household(address), (_, count) -> count == 1 ? null : count - 1);
    }
}
