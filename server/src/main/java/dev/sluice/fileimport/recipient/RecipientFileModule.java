package dev.sluice.fileimport.recipient;

import dev.sluice.auth.Scope;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.fileimport.Confirmers;
import dev.sluice.fileimport.FileImport;
import dev.sluice.fileimport.FileMac;
import dev.sluice.fileimport.ImportKind;
import dev.sluice.fileimport.ImportWorker;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import dev.sluice.recipient.Recipients;
import dev.sluice.vault.Vault;

/// Wiring of the module: files and their worker.
public record RecipientFileModule(RecipientFiles files, ImportWorker<RecipientColumn> worker) {
    /// @param alarm reports files that were changed outside of the service
    public static RecipientFileModule wire(
            Database database,
            Vault vault,
            Clocks clocks,
            Organizations organizations,
            Users users,
            Recipients recipients,
            FileMac.Alarm alarm) {
        var imports = new FileImport<>(database, clocks, vault, ImportKind.RECIPIENT, RecipientColumn.class, alarm);
        var confirmers = new Confirmers(users, organizations, Permission.MANAGE_RECIPIENTS, Scope.RECIPIENTS);
        var creator = new RecipientCreator(database, imports, recipients, confirmers);
        return new RecipientFileModule(
                new RecipientFiles(database, recipients, imports), new ImportWorker<>(imports, confirmers, creator));
    }
}
