package dev.sluice.fileimport.payout;

import dev.sluice.auth.Scope;
import dev.sluice.disbursement.create.PayoutPreparation;
import dev.sluice.fileimport.Confirmers;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.FileMac;
import dev.sluice.fileimport.ImportKind;
import dev.sluice.fileimport.ImportWorker;
import dev.sluice.ledger.CoreServices;
import dev.sluice.ledger.Statement;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;

/// Wiring of the module: files and their worker.
public record PayoutFileModule(PayoutFiles files, ImportWorker<PayoutColumn> worker) {
    /// @param alarm receives files that were changed behind the service's back
    public static PayoutFileModule wire(
            CoreServices core, PayoutPreparation preparation, Users users, FileMac.Alarm alarm) {
        var database = core.database();
        var kind = ImportKind.PAYOUT;
        var imports = new FileImport<>(database, core.clocks(), core.vault(), kind, PayoutColumn.class, alarm);
        var requests = new PayoutRequests(core.references());
        var files = new PayoutFiles(
                database,
                imports,
                core.clocks(),
                preparation,
                requests,
                new Statement(database),
                core.vault().key(kind.purpose() + "/digest"));
        var confirmers = new Confirmers(users, core.organizations(), Permission.CREATE_PAYOUTS, Scope.PAYOUTS);
        var creator = new PayoutCreator(database, imports, preparation, requests, core.organizations());
        return new PayoutFileModule(files, new ImportWorker<>(imports, confirmers, creator));
    }
}
