package dev.sluice.convert;

import dev.sluice.convert.BatchRun.Order;
import dev.sluice.db.Database;
import dev.sluice.db.Lanes;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.idempotency.Decision;
import java.util.Optional;
import java.util.UUID;

/// Conversions: both legs or none, through the organization's lane.
public final class Conversions implements AutoCloseable {
    private final Database database;
    private final Lanes<Order, Decision> lanes;

    Conversions(Database database, BatchRun.Parts parts) {
        this.database = database;
        this.lanes = new Lanes<>(
                "convert",
                Order::organizationId,
                _ -> 1,
                orders -> database.inBatchTx(orders.size(), tx -> BatchRun.run(parts, tx, orders)));
    }

    /// Executes a conversion at most once per idempotency key.
    ///
    /// @throws dev.sluice.refusal.Refused `INSUFFICIENT_INPUT_BALANCE`, a violation of the pair's limits, or the
    ///     reason why the quote cannot be used
    Answer convert(Order order) {
        return lanes.submit(order).answer();
    }

    Optional<Conversion> find(UUID organizationId, UUID id) {
        return database.read(handle -> ConversionStore.find(handle, organizationId, id));
    }

    Page<Conversion> list(UUID organizationId, ConversionFilter filter, Page.Request page) {
        return database.browse(handle -> ConversionStore.page(handle, organizationId, filter, page));
    }

    /// Completes the conversions in progress.
    @Override
    public void close() {
        lanes.close();
    }
}
