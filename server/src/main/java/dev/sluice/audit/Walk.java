package dev.sluice.audit;

import dev.sluice.audit.AuditStore.Row;
import dev.sluice.audit.HeadStore.Head;
import dev.sluice.db.Database;
import java.security.MessageDigest;
import java.util.List;
import java.util.UUID;

/// Walks a chain from its beginning to its head. Rows that stand at a position beside the one that was linked there are
/// no part of it: [Strays] finds them.
final class Walk {
    /// Few, since entries from before they were bounded may be large.
    private static final int BATCH_MAX = 20;

    /// No row at a position comes after it.
    private static final UUID LAST = new UUID(-1, -1);

    private final Database database;
    private final Chain chain;
    private final Macs macs;
    private final Details details;
    private final Head head;
    private final List<String> faults;

    private long position;
    private byte[] hash = Chain.BEGINNING;

    /// The last position at which a row stands that was not linked there.
    private long wrong;

    /// @param faults takes what is found wrong
    Walk(Database database, Chain chain, Macs macs, Details details, Head head, List<String> faults) {
        this.database = database;
        this.chain = chain;
        this.macs = macs;
        this.details = details;
        this.head = head;
        this.faults = faults;
    }

    /// Walks, and tells how far the chain is right.
    long walk() {
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
            fault("the chain does not end where it should");
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
        if (row.mac() != null && !macs.isRight(row)) {
            fault("the MAC of entry " + position + " is not right");
        }
        if (!details.areOf(row)) {
            fault("the details of entry " + position + " were not sealed for it");
        }
    }

    private long broken() {
        fault(
                wrong == position + 1
                        ? "entry " + wrong + " is not what was linked there"
                        : "entries after " + position + " of " + head.position() + " are missing");
        return position;
    }

    private void fault(String what) {
        faults.add("organization " + head.organizationId() + ": " + what);
    }
}
