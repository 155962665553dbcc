package dev.sluice.rail.sandbox.chain;

import dev.sluice.db.Tx;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Nonces of the wallets that payouts come from, locked until the end of the transaction. No other transaction takes
/// nonces of the same networks at the same time, so none is used twice. A rollback skips none.
final class Nonces {
    private static final Comparator<SandboxNetwork> ORDER = Comparator.comparing(SandboxNetwork::name);

    private final Map<SandboxNetwork, Long> next;

    private Nonces(Map<SandboxNetwork, Long> next) {
        this.next = next;
    }

    static Nonces hold(Tx tx, Collection<SandboxNetwork> networks) {
        var sorted = networks.stream().distinct().sorted(ORDER).toList();
        var locked = NonceStore.lock(tx, sorted);
        var next = new TreeMap<SandboxNetwork, Long>(ORDER);
        for (var network : sorted) {
            next.put(network, nextOf(network, locked));
        }
        return new Nonces(next);
    }

    /// Returns the next nonce of a network and advances it.
    long take(SandboxNetwork network) {
        return next.merge(network, 1L, Long::sum) - 1;
    }

    /// Stores the advanced nonces.
    void store(Tx tx) {
        NonceStore.write(
                tx,
                next.entrySet().stream()
                        .map(each -> new NonceStore.Next(
                                each.getKey().name(), each.getKey().sender(), each.getValue()))
                        .toList());
    }

    private static long nextOf(SandboxNetwork network, List<NonceStore.Next> locked) {
        return locked.stream()
                .filter(each -> each.network().equals(network.name()))
                .mapToLong(NonceStore.Next::nonce)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no nonce was locked on " + network.name()));
    }
}
