package dev.sluice.vault;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.refusal.CannotStart;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;

/// Adds MACs to rows that a version without MACs wrote, once in the life of a database. From then on, a row without a
/// MAC was not written by the service.
public final class Adoption {
    private static final String PURPOSE = "adoption";

    private Adoption() {}

    /// Adopts the rows of a subject in one transaction with the mark that records it. Nodes that start at the same
    /// time wait for the first.
    ///
    /// @param rooms owners of the rows, each of them adds its own MACs
    /// @throws NotOurs if the mark was not made with this database's keys
    public static void once(Database database, Vault vault, String subject, Instant now, List<Consumer<Tx>> rooms) {
        var mac = vault.mac(PURPOSE);
        var at = now.truncatedTo(ChronoUnit.MICROS);
        database.run(tx -> {
            if (AdoptionStore.insert(tx, subject, at, mac.of(List.of(subject, at)))) {
                rooms.forEach(room -> room.accept(tx));
                return;
            }
            var mark = AdoptionStore.read(tx, subject);
            if (!mac.isOf(mark.mac(), List.of(subject, mark.at()))) {
                throw new NotOurs(subject);
            }
        });
    }

    /// Thrown if the mark was not written by this database's service.
    public static final class NotOurs extends CannotStart {
        private static final long serialVersionUID = 1L;

        NotOurs(String subject) {
            super(
                    "the row '" + subject + "' of vault_adoption was not written by the service: the database was"
                            + " changed; see docs/operations/changed-records.md",
                    null);
        }
    }
}
