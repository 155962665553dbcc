package dev.sluice.trial.stage;

import dev.sluice.trial.stage.Order.End;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/// What was answered with success, and has to be there therefore: each once.
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

    /// What a payout is to be.
    ///
    /// @param units in the smallest that there are
    /// @param behaviour what the sandbox does with its account or wallet
    record Item(long units, int behaviour) {
        /// The status that it has in the end, whatever goes wrong on the way.
        String end() {
            return behaviour == Orders.REFUSED ? "failed" : "completed";
        }
    }

    /// Notes what an answer says was made, and gives that.
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
                // It promises nothing.
            }
        }
    }

    /// What each payout is to be.
    synchronized Map<UUID, Item> payouts() {
        return Map.copyOf(payouts);
    }

    public synchronized Set<UUID> deposits() {
        return Set.copyOf(deposits);
    }

    /// The deposits that somebody has paid.
    public synchronized Set<UUID> paid() {
        return Set.copyOf(paid);
    }

    public synchronized Set<UUID> conversions() {
        return Set.copyOf(conversions);
    }
}
