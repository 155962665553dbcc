package dev.sluice.fileimport.payout;

import dev.sluice.auth.Scope;
import dev.sluice.disbursement.PayoutPreparation;
import dev.sluice.fileimport.Confirmers;
import dev.sluice.fileimport.FileMac;
import dev.sluice.fileimport.ImportFiles;
import dev.sluice.ledger.CoreServices;
import dev.sluice.ledger.Statement;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import java.util.function.BooleanSupplier;

/// Wiring of the module: files, worker, and deletion of unconfirmed files.
public record PayoutFileModule(PayoutFiles bulks, PayoutFileWorker worker, BooleanSupplier sweep) {
    private static final String DIGEST_PURPOSE = "fileimport/payout/digest";

    /// @param alarm receives files that were changed behind the service's back
    public static PayoutFileModule wire(
            CoreServices core, PayoutPreparation preparation, Users users, FileMac.Alarm alarm) {
        var rows = new PayoutRowStore(core.vault());
        var requests = new PayoutRequests(core.references());
        var database = core.database();
        var files = new ImportFiles<>(database, core.clocks(), PayoutFileStore.TABLE, rows.macs(), alarm);
        var bulks = new PayoutFiles(
                database,
                files,
                rows,
                core.clocks(),
                preparation,
                requests,
                new Statement(database),
                core.vault().key(DIGEST_PURPOSE));
        var confirmers = new Confirmers(users, core.organizations(), Permission.CREATE_PAYOUTS, Scope.PAYOUTS);
        var worker =
                new PayoutFileWorker(database, files, rows, preparation, requests, core.organizations(), confirmers);
        return new PayoutFileModule(bulks, worker, files::sweep);
    }
}
