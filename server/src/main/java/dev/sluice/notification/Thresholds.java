package dev.sluice.notification;

import dev.sluice.db.Database;
import dev.sluice.ledger.Statement;
import dev.sluice.money.Money;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/// Thresholds for notices of low balances. A notice is created once, and again only after the balance had recovered.
public final class Thresholds {
    private static final int BATCH_MAX = 500;
    private static final UUID FIRST = new UUID(0, 0);

    private final Database database;
    private final Statement statement;
    private final Notifications notifications;

    public Thresholds(Database database, Statement statement, Notifications notifications) {
        this.database = database;
        this.statement = statement;
        this.notifications = notifications;
    }

    /// Returns an organization's thresholds, by the code of the asset.
    public Map<String, Money> of(UUID organizationId) {
        return database.read(handle -> of(handle, organizationId));
    }

    private static Map<String, Money> of(Handle handle, UUID organizationId) {
        return ThresholdStore.of(handle, organizationId).stream()
                .collect(Collectors.toMap(ThresholdStore.Row::asset, ThresholdStore.Row::amount));
    }

    /// Sets some, all or none of them; an empty value removes one.
    ///
    /// @param seen optimistic lock: true if all of them are still as the user saw them
    /// @throws Refused `CHANGED_MEANWHILE` if they are not
    public void set(UUID organizationId, Map<String, Optional<Money>> amounts, Predicate<Map<String, Money>> seen) {
        database.run(tx -> {
            NotificationCursorStore.hold(tx, organizationId);
            if (!seen.test(of(tx.handle(), organizationId))) {
                throw Refusal.CHANGED_MEANWHILE.refused();
            }
            amounts.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(each -> each.getValue()
                            .ifPresentOrElse(
                                    amount -> ThresholdStore.put(tx, organizationId, amount),
                                    () -> ThresholdStore.delete(tx, organizationId, each.getKey())));
        });
    }

    /// Checks all balances that have a threshold.
    void check() {
        var organizationId = FIRST;
        var asset = "";
        while (true) {
            var after = Map.entry(organizationId, asset);
            var rows =
                    database.read(handle -> ThresholdStore.after(handle, after.getKey(), after.getValue(), BATCH_MAX));
            check(rows);
            if (rows.size() < BATCH_MAX) {
                return;
            }
            organizationId = rows.getLast().organizationId();
            asset = rows.getLast().asset();
        }
    }

    private void check(List<ThresholdStore.Row> rows) {
        var available = new HashMap<Statement.Place, Money>();
        statement
                .available(rows.stream().map(Thresholds::place).toList())
                .forEach(each -> available.put(each.place(), each.amount()));
        for (var row : rows) {
            var amount =
                    available.getOrDefault(place(row), Money.zero(row.amount().asset()));
            boolean low = amount.compareTo(row.amount()) < 0;
            if (low != row.low()) {
                turned(row, amount, low);
            }
        }
    }

    private static Statement.Place place(ThresholdStore.Row row) {
        return new Statement.Place(row.organizationId(), row.asset());
    }

    private void turned(ThresholdStore.Row row, Money available, boolean low) {
        database.run(tx -> {
            if (ThresholdStore.mark(tx, row, low) && low) {
                notifications.create(
                        tx,
                        row.organizationId(),
                        Kind.BALANCE_LOW,
                        new Subject(
                                row.asset(),
                                available.decimal(),
                                row.asset(),
                                row.amount().decimal().toPlainString()));
            }
        });
    }
}
