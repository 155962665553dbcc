package dev.sluice.audit;

import dev.sluice.audit.AuditStore.Row;
import dev.sluice.audit.HeadStore.Head;
import dev.sluice.db.Database;
import java.security.MessageDigest;
import java.util.List;
import java.util.UUID;

/// Verifies a chain from beginning to head. Additional rows at a linked position are not part of the chain;
/// [StrayEntryFinder] finds them.
final class ChainVerifier {
    /// Small, since entries may be large.
    private static final int BATCH_MAX = 20;

    /// Greatest id: no row of a position sorts after it.
    private static final UUID LAST = new UUID(-1, -1);

    private final Database database;
    private final Chain chain;
    private final Macs macs;
    private final Details details;
    private final Head head;
    private final List<String> faults;

    private long position;
    private byte[] hash = Chain.BEGINNING;

    /// Last position with a row whose hash does not match.
    private long wrong;

    /// @param faults receives the faults
    ChainVerifier(Database database, Chain chain, Macs macs, Details details, Head head, List<String> faults) {
        this.database = database;
        this.chain = chain;
        this.macs = macs;
        this.details = details;
        this.head = head;
        this.faults = faults;
    }

    /// Verifies the chain and returns its last valid position.
    long verify() {
        long afterPosition = 0;
        var afterId = LAST;
        while (position < head.position()) {
            long before = afterPosition;
            var beforeId = afterId;
            var rows = database.browse(
                    handle -> AuditStore.linkedAfter(handle, head.organizationId(), before, beforeId, BATCH_MAX));
            for (var row : rows) {
                afterPosition = placeOf(row);
                afterId = row.id();
                if (afterPosition > position + 1) {
                    return broken();
                }
                pass(row);
                if (position == head.position()) {
                    break;
                }
            }
            if (rows.isEmpty()) {
                return broken();
            }
        }
        if (!MessageDigest.isEqual(hash, head.hash())) {
            fault("the chain does not end at its recorded hash");
        }
        return position;
    }

    private static long placeOf(Row row) {
        return row.position() == null ? 0 : row.position();
    }

    private void pass(Row row) {
        long next = position + 1;
        if (placeOf(row) != next) {
            return;
        }
        var link = chain.link(hash, next, row);
        if (row.hash() == null || !MessageDigest.isEqual(link, row.hash())) {
            wrong = next;
            return;
        }
        position = next;
        hash = link;
        if (!macs.isValid(row)) {
            fault("the MAC of entry " + position + " is wrong");
        }
        if (!details.areOf(row)) {
            fault("the details of entry " + position + " were not encrypted for it");
        }
    }

    private long broken() {
        fault(
                wrong == position + 1
                        ? "entry " + wrong + " differs from the linked entry"
                        : "entries after " + position + " of " + head.position() + " are missing");
        return position;
    }

    private void fault(String what) {
        faults.add("organization " + head.organizationId() + ": " + what);
    }
}
