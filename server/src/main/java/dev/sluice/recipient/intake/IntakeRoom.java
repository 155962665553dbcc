package dev.sluice.recipient.intake;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.merchant.Organizations;
import dev.sluice.recipient.Recipients;
import dev.sluice.sheet.file.SentFiles;
import dev.sluice.vault.Vault;
import java.util.function.BooleanSupplier;

/// The room, wired: the files, the worker that has their payees stored, and what forgets those that nobody wanted.
public record IntakeRoom(Intakes intakes, IntakeWorker worker, BooleanSupplier sweep) {
    public static IntakeRoom wire(
            Database database, Vault vault, Clocks clocks, Organizations organizations, Recipients recipients) {
        var rows = new IntakeRowStore(vault);
        var files = new SentFiles<>(database, clocks, IntakeStore.TABLE);
        var intakes = new Intakes(database, files, clocks, recipients, rows);
        var worker = new IntakeWorker(database, files, recipients, organizations, rows);
        return new IntakeRoom(intakes, worker, files::sweep);
    }
}
