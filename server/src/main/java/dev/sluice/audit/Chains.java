package dev.sluice.audit;

import dev.sluice.audit.AuditStore.Row;
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
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The hash chains of all organizations: links entries to them and verifies them. A broken part is never sealed
/// again, so that later links do not hide it.
final class Chains {
    /// Small, since entries may be large.
    private static final int BATCH_MAX = 20;
    private static final int ORGANIZATIONS_MAX = 200;

    /// Position of forged rows, outside every chain.
    private static final long ASIDE = 0;

    private static final UUID FIRST = new UUID(0, 0);

    /// Maximum number of batches to link before the check for stray entries, so that rows of a new backlog do not count
    /// as such.
    private static final int ROUNDS_MAX = 500;

    /// An entry without an outcome after this time stays without one and is linked.
    private static final Duration OUTCOME_AWAITED = Duration.ofMinutes(2);

    private static final Logger LOG = LoggerFactory.getLogger(Chains.class);

    private final Database database;
    private final Clocks clocks;
    private final Chain chain;
    private final Seals seals;
    private final Macs macs;
    private final Details details;
    private final StrayEntryFinder strayFinder;
    private volatile boolean begun;

    /// Organization to start with, so that no organization's backlog starves the others.
    private volatile UUID next = FIRST;

    Chains(Database database, Vault vault, Clocks clocks, Details details, Macs macs) {
        this.database = database;
        this.clocks = clocks;
        this.chain = new Chain(vault.key("audit/chain"));
        this.seals = new Seals(vault);
        this.macs = macs;
        this.details = details;
        this.strayFinder = new StrayEntryFinder(database, clocks, macs);
    }

    /// Links settled entries; true if there may be more.
    boolean link() {
        if (!begun) {
            begin();
            begun = true;
        }
        var loose = database.read(this::loose);
        return !loose.isEmpty() && database.inTx(tx -> link(tx, loose)) == BATCH_MAX;
    }

    /// Returns organizations with unlinked rows, round robin: from the next one to the last, then from the first.
    private List<UUID> loose(Handle handle) {
        var from = next;
        var loose = new LinkedHashSet<>(AuditStore.loose(handle, from, ORGANIZATIONS_MAX));
        if (loose.size() < ORGANIZATIONS_MAX && !from.equals(FIRST)) {
            loose.addAll(AuditStore.loose(handle, FIRST, ORGANIZATIONS_MAX));
        }
        return loose.stream().limit(ORGANIZATIONS_MAX).toList();
    }

    /// Links waiting entries, then reports stray entries if their number has grown since the last report.
    void watch(BiConsumer<Tx, StrayEntries> listener) {
        int rounds = 0;
        while (rounds < ROUNDS_MAX && link()) {
            rounds++;
        }
        strayFinder.watch(listener);
    }

    /// Seals the register of a log that has no chains yet. It never does so if chains exist: an attacker who
    /// deletes the seal and changes linked entries must not get them sealed as valid.
    private void begin() {
        if (!database.read(HeadStore::state).isNew()) {
            return;
        }
        boolean unsealed = database.inTx(tx -> {
            HeadStore.lockRegister(tx);
            var state = HeadStore.state(tx.handle());
            boolean begins = state.isNew() && isEmpty(tx.handle(), state);
            if (begins) {
                sealRegister(tx, state);
            }
            return state.isNew() && !begins;
        });
        if (unsealed) {
            LOG.error("THE AUDIT LOG HAS CHAINS WITHOUT MACS: its register was emptied. Run verify-audit, and see"
                    + " docs/operations/verify-audit.md");
        }
    }

    /// Returns true if nothing was ever linked.
    private static boolean isEmpty(Handle handle, State state) {
        return state.heads().isEmpty() && !AuditStore.isLinked(handle);
    }

    private void sealRegister(Tx tx, State state) {
        var since = now();
        HeadStore.sealRegister(tx, since, seals.of(since, state.heads()));
    }

    private Instant now() {
        return clocks.realInstant().truncatedTo(ChronoUnit.MICROS);
    }

    /// Seals the intact chains, and the register over all.
    ///
    /// @param noted writes an entry about the seal into each log
    /// @throws IllegalArgumentException if there is nothing to seal, or an end moves in between
    Sealing seal(BiConsumer<Tx, End> noted) {
        var found = database.read(HeadStore::state);
        requireUnsealed(found);
        var faults = new ArrayList<String>();
        var right = new ArrayList<Head>();
        for (var head : found.heads()) {
            var own = new ArrayList<String>();
            walk(head, own);
            if (head.seal() != null && !seals.isValid(head)) {
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
                throw new IllegalArgumentException("entries were linked in the meantime: run the command again");
            }
            for (var head : right) {
                if (head.seal() == null) {
                    HeadStore.seal(tx, head, seals.of(head.organizationId(), head.position(), head.hash()));
                }
                noted.accept(tx, End.of(head));
            }
            sealRegister(tx, state);
            return new Sealing(right.stream().map(End::of).toList(), faults);
        });
    }

    private static void requireUnsealed(State state) {
        if (!state.isNew()) {
            throw new IllegalArgumentException(state.since()
                    .map(since -> "the chains are signed, since " + since)
                    .orElse("the register of all chains is missing"));
        }
        if (state.heads().isEmpty()) {
            throw new IllegalArgumentException("no chain to sign");
        }
    }

    private static Set<End> ends(State state) {
        return state.heads().stream().map(End::of).collect(Collectors.toSet());
    }

    /// Links settled rows of several organizations, up to one batch in all. Their heads move in one transaction,
    /// so that the register is read and sealed once.
    private int link(Tx tx, List<UUID> organizationIds) {
        HeadStore.lockRegister(tx);
        var state = HeadStore.state(tx.handle());
        var heads = new HashMap<UUID, Head>();
        state.heads().forEach(each -> heads.put(each.organizationId(), each));
        int done = 0;
        for (int index = 0; index < organizationIds.size() && done < BATCH_MAX; index++) {
            var linking = link(tx, organizationIds.get(index), BATCH_MAX - done);
            linking.head().ifPresent(head -> heads.put(head.organizationId(), head));
            done += linking.done();
            next = organizationIds.get((index + 1) % organizationIds.size());
        }
        if (done < BATCH_MAX && organizationIds.size() == ORGANIZATIONS_MAX) {
            next = organizationIds.getLast();
        }
        if (seals.isValid(state)) {
            var since = state.since().orElseThrow();
            HeadStore.sealRegister(tx, since, seals.of(since, List.copyOf(heads.values())));
        }
        return done;
    }

    /// Result of linking one chain.
    ///
    /// @param head the new end, if it has moved
    /// @param done number of rows that were linked or set aside
    private record Linking(Optional<Head> head, int done) {}

    /// Links the rows of one organization in the order of their ids, up to the first unfinished one. Forged rows
    /// are set aside and do not block the chain.
    private Linking link(Tx tx, UUID organizationId, int limit) {
        var given = clocks.realInstant().minus(OUTCOME_AWAITED);
        Optional<Head> head = Optional.empty();
        int done = 0;
        for (var row : AuditStore.unlinked(tx, organizationId, limit)) {
            if (!macs.isValid(row)) {
                if (!AuditStore.link(tx, row, ASIDE, Chain.BEGINNING)) {
                    break;
                }
            } else if (row.outcome() == null && !row.begunAt().isBefore(given)) {
                break;
            } else {
                var before = head.orElseGet(() -> lock(tx, organizationId));
                var after = before.goesOn() ? link(tx, before, row) : Optional.<Head>empty();
                if (after.isEmpty()) {
                    break;
                }
                head = after;
            }
            done++;
        }
        head.ifPresent(moved -> HeadStore.move(tx, moved));
        return new Linking(head, done);
    }

    private Head lock(Tx tx, UUID organizationId) {
        return HeadStore.lock(
                tx, new Head(organizationId, 0, Chain.BEGINNING, seals.of(organizationId, 0, Chain.BEGINNING)));
    }

    /// Links a row after a head; nothing if the row has changed and has to be read again.
    private Optional<Head> link(Tx tx, Head head, Row row) {
        long position = head.position() + 1;
        var hash = chain.link(head.hash(), position, row);
        var seal = seals.isValid(head) ? seals.of(head.organizationId(), position, hash) : head.seal();
        return AuditStore.link(tx, row, position, hash)
                ? Optional.of(new Head(head.organizationId(), position, hash, seal))
                : Optional.empty();
    }

    /// Verifies all chains from beginning to head.
    ///
    /// @param pinned earlier ends of chains that were stored elsewhere
    Proof verify(List<End> pinned) {
        long entries = 0;
        var faults = new ArrayList<String>();
        var state = database.read(HeadStore::state);
        for (var head : state.heads()) {
            entries += walk(head, faults);
            if (state.since().isPresent() && !seals.isValid(head)) {
                faults.add(notSealedSo(head));
            }
        }
        if (!state.isThere()) {
            faults.add("the register of all chains is missing");
        } else if (!state.isNew() && !seals.isValid(state)) {
            faults.add("the joint MAC does not match: a chain was rolled back or removed");
        } else if (state.isNew() && !database.read(handle -> isEmpty(handle, state))) {
            faults.add("the chains have no MACs: they were deleted (see docs/operations/verify-audit.md)");
        }
        strayFinder.find().forEach(strays -> faults.add(strays.line()));
        for (var end : pinned) {
            if (!leadsTo(end)) {
                faults.add("organization " + end.organizationId() + ": entry " + end.position()
                        + " differs from the pinned one");
            }
        }
        return new Proof(
                entries,
                faults,
                state.since(),
                state.heads().stream().map(End::of).toList());
    }

    private static String notSealedSo(Head head) {
        return "organization " + head.organizationId() + ": the MAC of the chain does not match";
    }

    /// Position 0 is the beginning, which every chain contains.
    private boolean leadsTo(End end) {
        var hash = HexFormat.of().parseHex(end.hash());
        return end.position() == 0
                ? MessageDigest.isEqual(Chain.BEGINNING, hash)
                : database.read(handle -> AuditStore.isLinkedAs(handle, end.organizationId(), end.position(), hash));
    }

    private long walk(Head head, List<String> faults) {
        return new ChainVerifier(database, chain, macs, details, head, faults).verify();
    }
}
