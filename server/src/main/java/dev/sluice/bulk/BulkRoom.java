package dev.sluice.bulk;

import dev.sluice.auth.Scope;
import dev.sluice.disbursement.Orders;
import dev.sluice.ledger.Ground;
import dev.sluice.ledger.Statement;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import dev.sluice.sheet.file.Confirmers;
import dev.sluice.sheet.file.FileMac;
import dev.sluice.sheet.file.SentFiles;
import java.util.function.BooleanSupplier;

/// Wiring of the module: files, worker, and deletion of unconfirmed files.
public record BulkRoom(Bulks bulks, BulkWorker worker, BooleanSupplier sweep) {
    private static final String DIGEST_PURPOSE = "bulk/digest";

    /// @param alarm receives files that were changed behind the service's back
    public static BulkRoom wire(Ground ground, Orders orders, Users users, FileMac.Alarm alarm) {
        var rows = new BulkRowStore(ground.vault());
        var requests = new Requests(ground.references());
        var database = ground.database();
        var files = new SentFiles<>(database, ground.clocks(), BulkStore.TABLE, rows.macs(), alarm);
        var bulks = new Bulks(
                database,
                files,
                rows,
                ground.clocks(),
                orders,
                requests,
                new Statement(database),
                ground.vault().key(DIGEST_PURPOSE));
        var confirmers = new Confirmers(users, ground.organizations(), Permission.CREATE_PAYOUTS, Scope.PAYOUTS);
        var worker = new BulkWorker(database, files, rows, orders, requests, ground.organizations(), confirmers);
        return new BulkRoom(bulks, worker, files::sweep);
    }
}
