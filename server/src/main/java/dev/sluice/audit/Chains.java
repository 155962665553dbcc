package dev.sluice.audit;

import dev.sluice.audit.Audits.Proof;
import dev.sluice.audit.HeadStore.Head;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.vault.Vault;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/// The chains of all organizations: linking entries to their ends, and proving that they are whole. What is found wrong
/// is never sealed anew, so that going on does not hide it.
final class Chains {
    /// Few, since entries from before they were bounded may be large.
    private static final int BATCH_MAX = 20;
    private static final int ORGANIZATIONS_MAX = 200;

    /// What has no outcome after this time gets none any more.
    private static final Duration OUTCOME_AWAITED = Duration.ofMinutes(2);

    private final Database database;
    private final Clocks clocks;
    private final Chain chain;
    private final Seals seals;
    private volatile boolean begun;

    Chains(Database database, Vault vault, Clocks clocks) {
        this.database = database;
        this.clocks = clocks;
        this.chain = new Chain(vault.key("audit/chain"));
        this.seals = new Seals(vault);
    }

    /// Links what is settled; true where there may be more.
    boolean link() {
        if (!begun) {
            begin();
            begun = true;
        }
        var loose = database.read(handle -> AuditStore.loose(handle, ORGANIZATIONS_MAX));
        return !loose.isEmpty() && database.inTx(tx -> link(tx, loose)) == BATCH_MAX;
    }

    /// Seals a new register over the chains from before there was one, and those of them that are right.
    private void begin() {
        var found = database.read(HeadStore::state);
        if (!found.isNew()) {
            return;
        }
        for (var head : found.heads()) {
            var faults = new ArrayList<String>();
            walk(head, faults);
            if (faults.isEmpty()) {
                var seal = seals.of(head.organizationId(), head.position(), head.hash());
                database.run(tx -> HeadStore.seal(tx, head, seal));
            }
        }
        database.run(tx -> {
            HeadStore.lockRegister(tx);
            var state = HeadStore.state(tx.handle());
            if (state.isNew()) {
                var since = clocks.realInstant().truncatedTo(ChronoUnit.MICROS);
                HeadStore.sealRegister(tx, since, seals.of(since, state.heads()));
            }
        });
    }

    /// Links what is settled of some organizations, up to a batch in all: their heads move together, so that the
    /// register is read and sealed once.
    private int link(Tx tx, List<UUID> organizationIds) {
        HeadStore.lockRegister(tx);
        var state = HeadStore.state(tx.handle());
        var heads = new HashMap<UUID, Head>();
        state.heads().forEach(each -> heads.put(each.organizationId(), each));
        int linked = 0;
        for (var organizationId : organizationIds) {
            var linking = link(tx, organizationId, BATCH_MAX - linked);
            heads.put(organizationId, linking.head());
            linked += linking.linked();
            if (linked == BATCH_MAX) {
                break;
            }
        }
        if (seals.isRight(state)) {
            var since = state.since().orElseThrow();
            HeadStore.sealRegister(tx, since, seals.of(since, List.copyOf(heads.values())));
        }
        return linked;
    }

    /// What came of linking one chain.
    private record Linking(Head head, int linked) {}

    private Linking link(Tx tx, UUID organizationId, int limit) {
        var head = HeadStore.lock(
                tx, new Head(organizationId, 0, Chain.BEGINNING, seals.of(organizationId, 0, Chain.BEGINNING)));
        boolean isRight = seals.isRight(head);
        var rows = AuditStore.settled(tx, organizationId, clocks.realInstant().minus(OUTCOME_AWAITED), limit);
        for (var row : rows) {
            long position = head.position() + 1;
            var hash = chain.link(head.hash(), position, row);
            head = new Head(
                    organizationId, position, hash, isRight ? seals.of(organizationId, position, hash) : head.seal());
            AuditStore.link(tx, row, position, hash);
        }
        HeadStore.move(tx, head);
        return new Linking(head, rows.size());
    }

    /// Walks all chains from their beginnings to their heads.
    ///
    /// @param pinned ends that chains had before, and that somebody kept elsewhere
    Proof prove(List<End> pinned) {
        long entries = 0;
        var faults = new ArrayList<String>();
        var state = database.read(HeadStore::state);
        for (var head : state.heads()) {
            entries += walk(head, faults);
            if (state.since().isPresent() && !seals.isRight(head)) {
                faults.add("organization " + head.organizationId() + ": the end of the chain is not what was sealed");
            }
        }
        if (!state.isThere()) {
            faults.add("the register of all chains is missing");
        } else if (!state.isNew() && !seals.isRight(state)) {
            faults.add(
                    "the ends of the chains are not those that were sealed together: one was set back or taken away");
        } else if (state.isNew() && !state.heads().isEmpty()) {
            faults.add("the ends of the chains are not sealed yet: the service does it when it runs, with its workers");
        }
        for (var end : pinned) {
            if (!leadsTo(end)) {
                faults.add("organization " + end.organizationId() + ": entry " + end.position()
                        + " is not the one that was kept");
            }
        }
        return new Proof(
                entries,
                faults,
                state.since(),
                state.heads().stream().map(End::of).toList());
    }

    /// Every chain leads to where it begins.
    private boolean leadsTo(End end) {
        var hash = end.position() == 0
                ? Chain.BEGINNING
                : database.read(handle -> AuditStore.hash(handle, end.organizationId(), end.position()))
                        .orElse(new byte[0]);
        return MessageDigest.isEqual(hash, HexFormat.of().parseHex(end.hash()));
    }

    private long walk(Head head, List<String> faults) {
        long position = 0;
        var hash = Chain.BEGINNING;
        while (position < head.position()) {
            long after = position;
            var rows =
                    database.browse(handle -> AuditStore.linkedAfter(handle, head.organizationId(), after, BATCH_MAX));
            for (var row : rows) {
                position++;
                hash = chain.link(hash, position, row);
                if (!Long.valueOf(position).equals(row.position()) || !MessageDigest.isEqual(hash, row.hash())) {
                    faults.add("organization " + head.organizationId() + ": entry " + position
                            + " is not what was linked there");
                    return position;
                }
                if (position == head.position()) {
                    break;
                }
            }
            if (rows.isEmpty()) {
                faults.add("organization " + head.organizationId() + ": entries after " + position + " of "
                        + head.position() + " are missing");
                return position;
            }
        }
        if (!MessageDigest.isEqual(hash, head.hash())) {
            faults.add("organization " + head.organizationId() + ": the chain does not end where it should");
        }
        return position;
    }
}
