package dev.sluice.fileimport.deposit;

import dev.sluice.auth.Scope;
import dev.sluice.deposit.create.DepositPreparation;
import dev.sluice.fileimport.Confirmers;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.FileMac;
import dev.sluice.fileimport.ImportKind;
import dev.sluice.fileimport.ImportWorker;
import dev.sluice.ledger.CoreServices;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;

/// Wiring of the module: files and their worker.
public record DepositFileModule(DepositFiles files, ImportWorker<DepositColumn> worker) {
    /// @param alarm alarm about files that were altered in the database
    public static DepositFileModule wire(
            CoreServices core, DepositPreparation preparation, Users users, FileMac.Alarm alarm) {
        var database = core.database();
        var kind = ImportKind.DEPOSIT;
        var imports = new FileImport<>(database, core.clocks(), core.vault(), kind, DepositColumn.class, alarm);
        var requests = new DepositRequests(core.references());
        var digestKey = core.vault().key(kind.purpose() + "/digest");
        var confirmers = new Confirmers(users, core.organizations(), Permission.MANAGE_DEPOSITS, Scope.DEPOSITS);
        var creator = new DepositCreator(database, imports, preparation, requests, confirmers);
        return new DepositFileModule(
                new DepositFiles(database, preparation, requests, imports, digestKey),
                new ImportWorker<>(imports, confirmers, creator));
    }
}
