package dev.sluice.deposit.intake;

import dev.sluice.auth.Scope;
import dev.sluice.deposit.DepositPreparation;
import dev.sluice.ledger.CoreServices;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import dev.sluice.sheet.file.Confirmers;
import dev.sluice.sheet.file.FileMac;
import dev.sluice.sheet.file.Intake;
import dev.sluice.sheet.file.SealedRows;
import java.util.function.BooleanSupplier;

/// Wiring of the module: files, worker, and deletion of unconfirmed files.
public record DepositFileModule(DepositFiles files, DepositFileWorker worker, BooleanSupplier sweep) {
    private static final String DIGEST_PURPOSE = "deposit/intake/digest";

    /// @param alarm alarm about files that were altered in the database
    public static DepositFileModule wire(
            CoreServices core, DepositPreparation preparation, Users users, FileMac.Alarm alarm) {
        var contents = new SealedRows<>(core.vault(), "deposit/intake", DepositColumn.class);
        var kept = new Intake<>(core.database(), core.clocks(), DepositFileStore.SQL, contents, alarm);
        var requests = new Rows(core.references());
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
