package dev.sluice.audit;

import dev.sluice.audit.Audits.Proof;
import dev.sluice.audit.Audits.Sealing;
import dev.sluice.audit.HeadStore.Head;
import dev.sluice.audit.HeadStore.State;
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
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The chains of all organizations: linking entries to their ends, and proving that they are whole. What is found wrong
/// is never sealed anew, so that going on does not hide it.
final class Chains {
    /// Few, since entries from before they were bounded may be large.
    private static final int BATCH_MAX = 20;
    private static final int ORGANIZATIONS_MAX = 200;

    /// What has no outcome after this time gets none any more.
    private static final Duration OUTCOME_AWAITED = Duration.ofMinutes(2);

    private static final Logger LOG = LoggerFactory.getLogger(Chains.class);

    private final Database database;
    private final Clocks clocks;
    private final Chain chain;
    private final Seals seals;
    private final Details details;
    private volatile boolean begun;

    Chains(Database database, Vault vault, Clocks clocks, Details details) {
        this.database = database;
        this.clocks = clocks;
        this.chain = new Chain(vault.key("audit/chain"));
        this.seals = new Seals(vault);
        this.details = details;
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

    /// Seals the register of a log that has no chain yet. Where there are chains, it is never sealed by
    /// itself: whoever emptied it, and changed what is linked, would have that sealed as true.
    private void begin() {
        if (!database.read(HeadStore::state).isNew()) {
            return;
        }
        boolean unsealed = database.inTx(tx -> {
            HeadStore.lockRegister(tx);
            var state = HeadStore.state(tx.handle());
            boolean begins = state.isNew() && isEmpty(tx.handle(), state);
            if (begins) {
                sealRegister(tx, state.heads());
            }
            return state.isNew() && !begins;
        });
        if (unsealed) {
            LOG.error("THE AUDIT LOG IS NOT SEALED, though it has chains: somebody emptied its register, or this is the"
                    + " first start after a version that sealed none. See docs/operations.md, and run verify-audit");
        }
    }

    /// Whether nothing was ever linked.
    private static boolean isEmpty(Handle handle, State state) {
        return state.heads().isEmpty() && !AuditStore.isLinked(handle);
    }

    private void sealRegister(Tx tx, List<Head> heads) {
        var since = clocks.realInstant().truncatedTo(ChronoUnit.MICROS);
        HeadStore.sealRegister(tx, since, seals.of(since, heads));
    }

    /// Seals those of the chains that are right, and the register over all.
    ///
    /// @param noted writes down in each log what of it is sealed
    /// @throws IllegalArgumentException where there is nothing to seal, or an end moves meanwhile
    Sealing seal(BiConsumer<Tx, End> noted) {
        var found = database.read(HeadStore::state);
        requireUnsealed(found);
        var faults = new ArrayList<String>();
        var right = new ArrayList<Head>();
        for (var head : found.heads()) {
            var own = new ArrayList<String>();
            walk(head, own);
            if (head.seal() != null && !seals.isRight(head)) {
                own.add(notSealedSo(head));
            }
            if (own.isEmpty()) {
                right.add(head);
            }
            faults.addAll(own);
        }
        return database.inTx(tx -> {
            HeadStore.lockRegister(tx);
            var state = HeadStore.state(tx.handle());
            requireUnsealed(state);
            if (!ends(state).equals(ends(found))) {
                throw new IllegalArgumentException("entries were linked meanwhile: run it once more");
            }
            for (var head : right) {
                if (head.seal() == null) {
                    HeadStore.seal(tx, head, seals.of(head.organizationId(), head.position(), head.hash()));
                }
                noted.accept(tx, End.of(head));
            }
            sealRegister(tx, state.heads());
            return new Sealing(right.stream().map(End::of).toList(), faults);
        });
    }

    private static void requireUnsealed(State state) {
        if (!state.isNew()) {
            throw new IllegalArgumentException(state.since()
                    .map(since -> "the chains are sealed, since " + since)
                    .orElse("the register of all chains is missing"));
        }
        if (state.heads().isEmpty()) {
            throw new IllegalArgumentException("there is no chain to seal");
        }
    }

    private static Set<End> ends(State state) {
        return state.heads().stream().map(End::of).collect(Collectors.toSet());
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
                faults.add(notSealedSo(head));
            }
        }
        if (!state.isThere()) {
            faults.add("the register of all chains is missing");
        } else if (!state.isNew() && !seals.isRight(state)) {
            faults.add(
                    "the ends of the chains are not those that were sealed together: one was set back or taken away");
        } else if (state.isNew() && !database.read(handle -> isEmpty(handle, state))) {
            faults.add("the ends of the chains are not sealed: somebody took the seals away, or no version sealed them"
                    + " yet (docs/operations.md says what to do)");
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

    private static String notSealedSo(Head head) {
        return "organization " + head.organizationId() + ": the end of the chain is not what was sealed";
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
                if (!details.areOf(row)) {
                    faults.add("organization " + head.organizationId() + ": the details of entry " + position
                            + " were not sealed for it");
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
