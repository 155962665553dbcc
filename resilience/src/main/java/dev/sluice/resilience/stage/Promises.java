package dev.sluice.resilience.stage;

import dev.sluice.resilience.stage.Order.End;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// Acknowledged results, which have to exist exactly once.
public final class Promises {
    private static final int ID_LENGTH = 36;

    private final Map<UUID, Item> payouts = new HashMap<>();
    private final Set<UUID> deposits = new HashSet<>();
    private final Set<UUID> paid = new HashSet<>();
    private final Set<UUID> conversions = new HashSet<>();

    public static Promises of(Collection<End> ended) {
        var promises = new Promises();
        ended.forEach(end -> promises.add(end.order(), end.ids()));
        return promises;
    }

    /// An expected payout.
    ///
    /// @param units amount in the smallest units
    /// @param behaviour behaviour of its account or wallet in the sandbox
    record Item(long units, int behaviour) {
        /// Returns the expected final status under any fault.
        String end() {
            return behaviour == Orders.REFUSED ? "failed" : "completed";
        }
    }

    /// Records the objects in an answer, and returns their ids.
    public List<UUID> add(Order order, String answer) {
        var kind = order.kind();
        if (kind == Order.Kind.LOOK) {
            return List.of();
        }
        var ids = new ArrayList<UUID>();
        var field = "\"" + kind.id + "\":\"";
        for (int at = answer.indexOf(field); at >= 0; at = answer.indexOf(field, at + 1)) {
            int from = at + field.length();
            ids.add(UUID.fromString(answer.substring(from, from + ID_LENGTH)));
        }
        add(order, ids);
        return ids;
    }

    private synchronized void add(Order order, List<UUID> ids) {
        switch (order.kind()) {
            case PAYOUT, WALLET_PAYOUT -> ids.forEach(id -> payouts.put(id, Orders.item(order)));
            case DEPOSIT -> deposits.addAll(ids);
            case PAYMENT -> paid.addAll(ids);
            case CONVERSION -> conversions.addAll(ids);
            case LOOK -> {
                // Creates no object.
            }
        }
    }

    /// Returns the expected payouts.
    synchronized Map<UUID, Item> payouts() {
        return Map.copyOf(payouts);
    }

    public synchronized Set<UUID> deposits() {
        return Set.copyOf(deposits);
    }

    /// Returns the deposits that were paid.
    public synchronized Set<UUID> paid() {
        return Set.copyOf(paid);
    }

    public synchronized Set<UUID> conversions() {
        return Set.copyOf(conversions);
    }
}
