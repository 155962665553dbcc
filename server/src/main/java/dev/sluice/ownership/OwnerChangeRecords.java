package dev.sluice.ownership;

import dev.sluice.db.Tx;
import dev.sluice.ownership.OwnerChangeStore.Ref;
import dev.sluice.ownership.OwnerChangeStore.Row;
import dev.sluice.ownership.OwnerChangeStore.StepRow;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Storage of requests and their steps: sealed, each with a MAC that covers the one before. A writer with database
/// access alone cannot add, change or move a row unnoticed.
final class OwnerChangeRecords {
    private static final String PURPOSE = "ownership/change";

    private final Vault vault;
    private final RecordMac mac;

    OwnerChangeRecords(Vault vault) {
        this.vault = vault;
        this.mac = vault.mac(PURPOSE);
    }

    /// Change as stored.
    ///
    /// @param genuine the change; empty if a row differs from the record that the service wrote
    public record Stored(UUID organizationId, UUID id, Optional<OwnerChange> genuine) {}

    OwnerChange begin(Tx tx, OwnerChangeRequest request) {
        var ref = new Ref(request.organizationId(), request.id());
        var written = request.written();
        var code = code(ref, 0, null, written);
        OwnerChangeStore.insert(tx.handle(), ref.organizationId(), new Row(ref.id(), sealed(ref, 0, written), code));
        return new OwnerChange(request, List.of(), code);
    }

    /// Adds a step to a change that the transaction has locked.
    OwnerChange add(Tx tx, OwnerChange change, OwnerChangeStep step, Instant now) {
        var ref = new Ref(change.request().organizationId(), change.request().id());
        int number = change.steps().size() + 1;
        var written = step.written();
        var code = code(ref, number, change.mac(), written);
        OwnerChangeStore.insert(tx.handle(), ref, new StepRow(number, sealed(ref, number, written), code));
        var steps = new ArrayList<>(change.steps());
        steps.add(step);
        var after = new OwnerChange(change.request(), steps, code);
        if (!after.isPending()) {
            OwnerChangeStore.close(tx.handle(), ref, now);
        }
        return after;
    }

    /// Returns a change, locked until the transaction ends; empty if there is none.
    Optional<Stored> locked(Tx tx, Ref ref) {
        return OwnerChangeStore.lock(tx.handle(), ref).map(row -> stored(tx.handle(), ref.organizationId(), row));
    }

    /// Returns the latest changes of an organization, the newest first.
    List<Stored> list(Handle handle, UUID organizationId, int limit) {
        return OwnerChangeStore.list(handle, organizationId, limit).stream()
                .map(row -> stored(handle, organizationId, row))
                .toList();
    }

    private Stored stored(Handle handle, UUID organizationId, Row row) {
        var ref = new Ref(organizationId, row.id());
        var steps = OwnerChangeStore.steps(handle, ref);
        return new Stored(organizationId, row.id(), opened(ref, row, steps));
    }

    private Optional<OwnerChange> opened(Ref ref, Row row, List<StepRow> rows) {
        try {
            var written = proved(ref, 0, null, row.sealed(), row.mac());
            var request = OwnerChangeRequest.read(ref.organizationId(), ref.id(), written);
            var steps = new ArrayList<OwnerChangeStep>();
            var last = row.mac();
            for (var each : rows) {
                steps.add(OwnerChangeStep.read(proved(ref, steps.size() + 1, last, each.sealed(), each.mac())));
                last = each.mac();
            }
            var change = new OwnerChange(request, steps, last);
            change.state();
            return Optional.of(change);
        } catch (IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }

    /// Opens a row after verifying its MAC for its position.
    ///
    /// @throws IllegalArgumentException if the MAC is wrong
    private byte[] proved(Ref ref, int number, byte @Nullable [] before, byte[] sealed, byte[] code) {
        var written = vault.opened(ref.organizationId(), purpose(ref, number), sealed)
                .orElseThrow(() -> new IllegalArgumentException("sealed elsewhere"));
        if (!mac.isOf(code, fields(ref, number, before, written))) {
            throw new IllegalArgumentException("a wrong MAC");
        }
        return written;
    }

    private byte[] sealed(Ref ref, int number, byte[] written) {
        return vault.seal(ref.organizationId(), purpose(ref, number), written);
    }

    private static String purpose(Ref ref, int number) {
        return PURPOSE + "/" + ref.id() + "/" + number;
    }

    private byte[] code(Ref ref, int number, byte @Nullable [] before, byte[] written) {
        return mac.of(fields(ref, number, before, written));
    }

    private static List<@Nullable Object> fields(Ref ref, int number, byte @Nullable [] before, byte[] written) {
        var fields = new ArrayList<@Nullable Object>();
        fields.add(ref.organizationId());
        fields.add(ref.id());
        fields.add(number);
        fields.add(before);
        fields.add(written);
        return fields;
    }
}
