package dev.sluice.bulk;

import dev.sluice.auth.Scope;
import dev.sluice.disbursement.PayoutPreparation;
import dev.sluice.ledger.CoreServices;
import dev.sluice.ledger.Statement;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import dev.sluice.sheet.file.Confirmers;
import dev.sluice.sheet.file.FileMac;
import dev.sluice.sheet.file.SentFiles;
import java.util.function.BooleanSupplier;

/// Wiring of the module: files, worker, and deletion of unconfirmed files.
public record BulkModule(Bulks bulks, BulkWorker worker, BooleanSupplier sweep) {
    private static final String DIGEST_PURPOSE = "bulk/digest";

    /// @param alarm receives files that were changed behind the service's back
    public static BulkModule wire(CoreServices core, PayoutPreparation preparation, Users users, FileMac.Alarm alarm) {
        var rows = new BulkRowStore(core.vault());
        var requests = new Requests(core.references());
        var database = core.database();
        var files = new SentFiles<>(database, core.clocks(), BulkStore.TABLE, rows.macs(), alarm);
        var bulks = new Bulks(
                database,
                files,
                rows,
                core.clocks(),
                preparation,
                requests,
                new Statement(database),
                core.vault().key(DIGEST_PURPOSE));
        var confirmers = new Confirmers(users, core.organizations(), Permission.CREATE_PAYOUTS, Scope.PAYOUTS);
        var worker = new BulkWorker(database, files, rows, preparation, requests, core.organizations(), confirmers);
        return new BulkModule(bulks, worker, files::sweep);
    }
}
