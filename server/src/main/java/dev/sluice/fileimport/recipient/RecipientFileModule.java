package dev.sluice.fileimport.recipient;

import dev.sluice.auth.Scope;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.fileimport.Confirmers;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.FileMac;
import dev.sluice.fileimport.SealedRows;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import dev.sluice.recipient.Recipients;
import dev.sluice.vault.Vault;
import java.util.function.BooleanSupplier;

/// Wiring of the module: files, worker, and deletion of unconfirmed files.
public record RecipientFileModule(RecipientFiles intakes, RecipientFileWorker worker, BooleanSupplier sweep) {
    /// @param alarm reports files that were changed outside of the service
    public static RecipientFileModule wire(
            Database database,
            Vault vault,
            Clocks clocks,
            Organizations organizations,
            Users users,
            Recipients recipients,
            FileMac.Alarm alarm) {
        var contents = new SealedRows<>(vault, "fileimport/recipient", RecipientColumn.class);
        var kept = new FileImport<>(database, clocks, RecipientFileStore.SQL, contents, alarm);
        var intakes = new RecipientFiles(database, clocks, recipients, kept);
        var confirmers = new Confirmers(users, organizations, Permission.MANAGE_RECIPIENTS, Scope.RECIPIENTS);
        return new RecipientFileModule(
                intakes, new RecipientFileWorker(database, kept, recipients, confirmers), kept.files()::sweep);
    }
}
