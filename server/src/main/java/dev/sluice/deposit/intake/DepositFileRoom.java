package dev.sluice.deposit.intake;

import dev.sluice.auth.Scope;
import dev.sluice.deposit.DepositOrders;
import dev.sluice.ledger.Ground;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import dev.sluice.sheet.file.Confirmers;
import dev.sluice.sheet.file.FileMac;
import dev.sluice.sheet.file.Intake;
import dev.sluice.sheet.file.SealedRows;
import java.util.function.BooleanSupplier;

/// Wiring of the module: files, worker, and deletion of unconfirmed files.
public record DepositFileRoom(DepositFiles files, DepositFileWorker worker, BooleanSupplier sweep) {
    private static final String DIGEST_PURPOSE = "deposit/intake/digest";

    /// @param alarm alarm about files that were altered in the database
    public static DepositFileRoom wire(Ground ground, DepositOrders orders, Users users, FileMac.Alarm alarm) {
        var contents = new SealedRows<>(ground.vault(), "deposit/intake", DepositColumn.class);
        var kept = new Intake<>(ground.database(), ground.clocks(), DepositFileStore.SQL, contents, alarm);
        var requests = new Rows(ground.references());
        var files = new DepositFiles(
                ground.database(),
                ground.clocks(),
                orders,
                requests,
                kept,
                ground.vault().key(DIGEST_PURPOSE));
        var confirmers = new Confirmers(users, ground.organizations(), Permission.MANAGE_DEPOSITS, Scope.DEPOSITS);
        var worker = new DepositFileWorker(ground.database(), kept, orders, requests, confirmers);
        return new DepositFileRoom(files, worker, kept.files()::sweep);
    }
}
