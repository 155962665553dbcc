package dev.sluice.convert;

import dev.sluice.convert.BatchRun.Order;
import dev.sluice.db.Database;
import dev.sluice.db.Lanes;
import dev.sluice.db.Tx;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.replay.Decision;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// Conversions: both legs or none, through the organization's lane.
public final class Conversions implements AutoCloseable {
    private final Database database;
    private final Lanes<Order, Decision> lanes;

    Conversions(Database database, BatchRun.Parts parts) {
        this.database = database;
        this.lanes = new Lanes<>("convert", Order::organizationId, _ -> 1, orders -> commit(parts, orders));
    }

    /// Where another node claimed a key of a batch in between, the lane commits the members one by one.
    private List<Decision> commit(BatchRun.Parts parts, List<Order> orders) {
        Function<Tx, List<Decision>> work = tx -> BatchRun.run(parts, tx, orders);
        return orders.size() > 1 ? database.inTx(work) : database.lookThenAct(work);
    }

    /// Converts, once.
    ///
    /// @throws dev.sluice.refusal.Refused `INSUFFICIENT_INPUT_BALANCE`, what the pair's limits forbid, or why the
    ///     quote cannot be used
    Answer convert(Order order) {
        return lanes.submit(order).answer();
    }

    Optional<Conversion> find(UUID organizationId, UUID id) {
        return database.read(handle -> ConversionStore.find(handle, organizationId, id));
    }

    Page<Conversion> list(UUID organizationId, ConversionFilter filter, Page.Request page) {
        return database.browse(handle -> ConversionStore.page(handle, organizationId, filter, page));
    }

    /// Finishes what is under way.
    @Override
    public void close() {
        lanes.close();
    }
}
