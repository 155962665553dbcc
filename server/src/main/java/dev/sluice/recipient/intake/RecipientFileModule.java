package dev.sluice.recipient.intake;

import dev.sluice.auth.Scope;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import dev.sluice.recipient.Recipients;
import dev.sluice.sheet.file.Confirmers;
import dev.sluice.sheet.file.FileMac;
import dev.sluice.sheet.file.Intake;
import dev.sluice.sheet.file.SealedRows;
import dev.sluice.vault.Vault;
import java.util.function.BooleanSupplier;

/// Wiring of the module: files, worker, and deletion of unconfirmed files.
public record RecipientFileModule(Intakes intakes, IntakeWorker worker, BooleanSupplier sweep) {
    /// @param alarm reports files that were changed outside of the service
    public static RecipientFileModule wire(
            Database database,
            Vault vault,
            Clocks clocks,
            Organizations organizations,
            Users users,
            Recipients recipients,
            FileMac.Alarm alarm) {
        var contents = new SealedRows<>(vault, "recipient/intake", IntakeColumn.class);
        var kept = new Intake<>(database, clocks, IntakeStore.SQL, contents, alarm);
        var intakes = new Intakes(database, clocks, recipients, kept);
        var confirmers = new Confirmers(users, organizations, Permission.MANAGE_RECIPIENTS, Scope.RECIPIENTS);
        return new RecipientFileModule(
                intakes, new IntakeWorker(database, kept, recipients, confirmers), kept.files()::sweep);
    }
}
