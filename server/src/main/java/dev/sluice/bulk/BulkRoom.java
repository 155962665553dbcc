package dev.sluice.bulk;

import dev.sluice.disbursement.Orders;
import dev.sluice.ledger.Ground;
import dev.sluice.ledger.Statement;
import java.util.function.BooleanSupplier;

/// The room, wired: the files, the worker that has them paid, and what forgets those that nobody wanted.
public record BulkRoom(Bulks bulks, BulkWorker worker, BooleanSupplier sweep) {
    public static BulkRoom wire(Ground ground, Orders orders) {
        var rows = new BulkRowStore(ground.vault());
        var requests = new Requests(ground.references());
        var bulks =
                new Bulks(ground.database(), rows, ground.clocks(), orders, requests, new Statement(ground.database()));
        var worker = new BulkWorker(ground.database(), rows, ground.clocks(), orders, requests, ground.organizations());
        return new BulkRoom(bulks, worker, bulks::sweep);
    }
}
