package dev.sluice.app;

import dev.sluice.db.Database;
import dev.sluice.rail.iso20022.inbound.BankBreaks;
import dev.sluice.rail.iso20022.inbound.BreakKind;
import dev.sluice.rail.iso20022.profile.BankProfile;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Metrics of a bank account: its open breaks by kind. Every node reads them from the database, so all nodes report the
/// same values; an unknown value is NaN.
final class BankMeters {
    private final Database database;
    private final String account;
    private volatile @Nullable Map<BreakKind, Long> open;

    BankMeters(MeterRegistry meters, Database database, BankProfile profile) {
        this.database = database;
        this.account = profile.id();
        for (var kind : BreakKind.values()) {
            Gauge.builder("sluice.bank.breaks", () -> count(kind))
                    .description("open breaks between the ledger, the orders and the bank")
                    .tags("rail", profile.rail(), "kind", kind.name())
                    .strongReference(true)
                    .register(meters);
        }
    }

    /// Reads the values.
    void read() {
        open = database.read(handle -> BankBreaks.byKind(handle, account)).stream()
                .collect(Collectors.toMap(BankBreaks.OfKind::kind, BankBreaks.OfKind::count));
    }

    private @Nullable Number count(BreakKind kind) {
        var known = open;
        return known == null ? null : known.getOrDefault(kind, 0L);
    }
}
