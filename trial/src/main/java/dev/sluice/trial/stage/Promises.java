package dev.sluice.trial.stage;

import dev.sluice.trial.stage.Order.End;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// What was answered with success, and has to be there therefore: each once.
public final class Promises {
    private static final int ID_LENGTH = 36;

    private final Set<UUID> payouts = new HashSet<>();
    private final Set<UUID> deposits = new HashSet<>();
    private final Set<UUID> conversions = new HashSet<>();

    public static Promises of(Collection<End> ended) {
        var promises = new Promises();
        ended.forEach(
                end -> end.ids().forEach(id -> promises.of(end.order().kind()).add(UUID.fromString(id))));
        return promises;
    }

    /// Notes what an answer says was made.
    public synchronized void add(Order.Kind kind, String answer) {
        var field = "\"" + kind.id + "\":\"";
        for (int at = answer.indexOf(field); at >= 0; at = answer.indexOf(field, at + 1)) {
            int from = at + field.length();
            of(kind).add(UUID.fromString(answer.substring(from, from + ID_LENGTH)));
        }
    }

    /// How many of these payouts were promised.
    public synchronized long payouts(List<UUID> there) {
        return there.stream().filter(payouts::contains).count();
    }

    public synchronized long payouts() {
        return payouts.size();
    }

    public synchronized long deposits() {
        return deposits.size();
    }

    public synchronized long conversions() {
        return conversions.size();
    }

    private Set<UUID> of(Order.Kind kind) {
        return switch (kind) {
            case PAYOUT, WALLET_PAYOUT -> payouts;
            case DEPOSIT -> deposits;
            case CONVERSION -> conversions;
        };
    }
}
