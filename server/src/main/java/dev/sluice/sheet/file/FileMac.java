package dev.sluice.sheet.file;

import dev.sluice.sheet.file.SentFile.Person;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The MACs of files: of each row from its reading on, which says at what place of which file it stands and who sent
/// that, and of the confirmation, which says who confirmed the file and when. A row that was settled needs none.
public final class FileMac {
    private final RecordMac rows;
    private final RecordMac confirmations;

    /// @param purpose for which the rows are sealed
    public FileMac(Vault vault, String purpose) {
        this.rows = vault.mac(purpose + "/row");
        this.confirmations = vault.mac(purpose + "/confirmation");
    }

    /// @param content what the row says, as it is sealed
    /// @param more what else decides of the row
    public byte[] of(SentFile file, int number, byte[] content, List<? extends @Nullable Object> more) {
        return rows.of(fields(file, number, content, more));
    }

    /// Reports whether a row is the one that its MAC was made of.
    public boolean isOf(
            byte @Nullable [] stored,
            SentFile file,
            int number,
            byte[] content,
            List<? extends @Nullable Object> more) {
        return rows.isOf(stored, fields(file, number, content, more));
    }

    /// The MAC of a confirmation.
    public byte[] ofConfirmation(SentFile file, Person by, Instant at) {
        return confirmations.of(confirmation(file, by, at));
    }

    /// Reports whether a file was confirmed as it says.
    boolean isConfirmation(byte @Nullable [] stored, SentFile file) {
        var by = file.confirmedBy();
        var at = file.confirmedAt();
        return by != null && at != null && confirmations.isOf(stored, confirmation(file, by, at));
    }

    private static List<Object> confirmation(SentFile file, Person by, Instant at) {
        return List.of(
                file.organizationId(), file.id(), file.createdBy().id(), by.id(), at.truncatedTo(ChronoUnit.MICROS));
    }

    private static List<@Nullable Object> fields(
            SentFile file, int number, byte[] content, List<? extends @Nullable Object> more) {
        var fields = new ArrayList<@Nullable Object>(
                Arrays.asList(file.organizationId(), file.id(), file.createdBy().id(), number, content));
        fields.addAll(more);
        return fields;
    }

    /// Reports files whose rows were changed behind the service's back.
    @FunctionalInterface
    public interface Alarm {
        void raise(UUID organizationId, UUID fileId);
    }
}
