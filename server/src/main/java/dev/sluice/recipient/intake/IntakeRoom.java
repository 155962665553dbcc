package dev.sluice.recipient.intake;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.merchant.Organizations;
import dev.sluice.recipient.Recipients;
import dev.sluice.sheet.file.Intake;
import dev.sluice.sheet.file.SealedRows;
import dev.sluice.vault.Vault;
import java.util.function.BooleanSupplier;

/// The room, wired: the files, the worker that has their payees stored, and what forgets those that nobody wanted.
public record IntakeRoom(Intakes intakes, IntakeWorker worker, BooleanSupplier sweep) {
    public static IntakeRoom wire(
            Database database, Vault vault, Clocks clocks, Organizations organizations, Recipients recipients) {
        var contents = new SealedRows<>(vault, "recipient/intake", IntakeColumn.class);
        var kept = new Intake<>(database, clocks, IntakeStore.SQL, contents);
        var intakes = new Intakes(database, clocks, recipients, kept);
        return new IntakeRoom(
                intakes, new IntakeWorker(database, kept, recipients, organizations), kept.files()::sweep);
    }
}
