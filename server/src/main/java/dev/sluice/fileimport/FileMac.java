package dev.sluice.fileimport;

import dev.sluice.fileimport.ImportFile.Person;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// MACs of files. A row's MAC, made when the row is read, covers its file, its position and its sender; a
/// confirmation's MAC covers the confirming user and the time. A settled row needs none.
public final class FileMac {
    private final RecordMac rows;
    private final RecordMac confirmations;

    /// @param purpose purpose of the rows' encryption
    public FileMac(Vault vault, String purpose) {
        this.rows = vault.mac(purpose + "/row");
        this.confirmations = vault.mac(purpose + "/confirmation");
    }

    /// @param content sealed content of the row
    /// @param more further fields that affect the row's processing
    public byte[] of(ImportFile file, int number, byte[] content, List<? extends @Nullable Object> more) {
        return rows.of(fields(file, number, content, more));
    }

    /// Reports whether a row matches its MAC.
    public boolean isOf(
            byte @Nullable [] stored,
            ImportFile file,
            int number,
            byte[] content,
            List<? extends @Nullable Object> more) {
        return rows.isOf(stored, fields(file, number, content, more));
    }

    /// Returns the MAC of a confirmation.
    public byte[] ofConfirmation(ImportFile file, Person by, Instant at) {
        return confirmations.of(confirmation(file, by, at));
    }

    /// Reports whether a file's confirmation matches its MAC.
    boolean isConfirmation(byte @Nullable [] stored, ImportFile file) {
        var by = file.confirmedBy();
        var at = file.confirmedAt();
        return by != null && at != null && confirmations.isOf(stored, confirmation(file, by, at));
    }

    private static List<Object> confirmation(ImportFile file, Person by, Instant at) {
        return List.of(
                file.organizationId(), file.id(), file.createdBy().id(), by.id(), at.truncatedTo(ChronoUnit.MICROS));
    }

    private static List<@Nullable Object> fields(
            ImportFile file, int number, byte[] content, List<? extends @Nullable Object> more) {
        var fields = new ArrayList<@Nullable Object>(
                Arrays.asList(file.organizationId(), file.id(), file.createdBy().id(), number, content));
        fields.addAll(more);
        return fields;
    }

    /// Reports files with rows that were changed behind the service's back.
    @FunctionalInterface
    public interface Alarm {
        void raise(UUID organizationId, UUID fileId);
    }
}
