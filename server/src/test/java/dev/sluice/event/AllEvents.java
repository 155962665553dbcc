package dev.sluice.event;

import dev.sluice.db.Database;
import dev.sluice.vault.Vault;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/// Returns the events of one resource with their data, oldest first.
public final class AllEvents {
    private static final int MAX = 10_000;

    private AllEvents() {}

    public static List<Recorded> of(Database database, Vault vault, UUID organizationId, UUID resourceId) {
        var events = new Events(vault);
        return database
                .inTx(tx -> events.at(
                        tx,
                        events.headsOf(tx, organizationId, resourceId, MAX).stream()
                                .map(each -> new Events.FeedPosition(organizationId, each.position()))
                                .toList()))
                .stream()
                .sorted(Comparator.comparingLong(Recorded::position))
                .toList();
    }
}
