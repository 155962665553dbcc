package dev.sluice.fileimport.deposit;

import dev.sluice.auth.Scope;
import dev.sluice.deposit.DepositPreparation;
import dev.sluice.fileimport.Confirmers;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.FileMac;
import dev.sluice.fileimport.SealedRows;
import dev.sluice.ledger.CoreServices;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import java.util.function.BooleanSupplier;

/// Wiring of the module: files, worker, and deletion of unconfirmed files.
public record DepositFileModule(DepositFiles files, DepositFileWorker worker, BooleanSupplier sweep) {
    private static final String DIGEST_PURPOSE = "fileimport/deposit/digest";

    /// @param alarm alarm about files that were altered in the database
    public static DepositFileModule wire(
            CoreServices core, DepositPreparation preparation, Users users, FileMac.Alarm alarm) {
        var contents = new SealedRows<>(core.vault(), "fileimport/deposit", DepositColumn.class);
        var kept = new FileImport<>(core.database(), core.clocks(), DepositFileStore.SQL, contents, alarm);
        var requests = new DepositRequests(core.references());
        var files = new DepositFiles(
                core.database(),
                core.clocks(),
                preparation,
                requests,
                kept,
                core.vault().key(DIGEST_PURPOSE));
        var confirmers = new Confirmers(users, core.organizations(), Permission.MANAGE_DEPOSITS, Scope.DEPOSITS);
        var worker = new DepositFileWorker(core.database(), kept, preparation, requests, confirmers);
        return new DepositFileModule(files, worker, kept.files()::sweep);
    }
}
