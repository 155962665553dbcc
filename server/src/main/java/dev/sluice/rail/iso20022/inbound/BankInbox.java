package dev.sluice.rail.iso20022.inbound;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.http.Page;
import dev.sluice.iso20022.BankFile;
import dev.sluice.iso20022.BankFiles;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.money.Asset;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.iso20022.inbound.InboundFile.Decision;
import dev.sluice.rail.iso20022.inbound.InboundFile.Hold;
import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.transport.InboundContent;
import dev.sluice.vault.Vault;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Inbound files of the accounts. A file is stored by its hash before it is read, and applied as a whole or
/// not at all, under a lock of its account.
public final class BankInbox {
    private static final Logger LOG = LoggerFactory.getLogger(BankInbox.class);

    /// Maximum size of a file, in bytes.
    public static final int SIZE_MAX = BankFiles.SIZE_MAX;

    private static final String BEFORE_FILE = "before_file";

    private static final Set<BreakKind> OF_FILES =
            EnumSet.of(BreakKind.BALANCE_BROKEN, BreakKind.STATEMENT_GAP, BreakKind.CORRECTED);

    private final Database database;
    private final Clocks clocks;
    private final Function<String, Asset> assets;
    private final UnknownPayments unknownPayments;
    private final InboundFileStore store;
    private final FileContent contents;
    private final BankBreaks breaks;
    private final FileImport imports;
    private final ReceivedFiles received;

    private BankInbox(Dependencies dependencies) {
        this.database = dependencies.database();
        this.clocks = dependencies.clocks();
        this.assets = dependencies.assets();
        this.unknownPayments = dependencies.unknownPayments();
        this.store = new InboundFileStore(dependencies.vault());
        this.contents = new FileContent(dependencies.vault());
        this.breaks = new BankBreaks(dependencies.vault(), clocks);
        this.imports = new FileImport(dependencies, breaks);
        this.received = new ReceivedFiles(database, clocks, store, contents);
    }

    /// @param assets asset of a currency's code
    /// @param ownAccounts numbers of all accounts of ours
    public record Dependencies(
            Database database,
            Clocks clocks,
            Vault vault,
            IncomingPayments payments,
            PayoutBook payouts,
            OpenDestinations destinations,
            Function<String, Asset> assets,
            Set<String> ownAccounts,
            UnknownPayments unknownPayments) {
        public Dependencies {
            ownAccounts = Set.copyOf(ownAccounts);
        }
    }

    public static BankInbox wire(Dependencies dependencies) {
        return new BankInbox(dependencies);
    }

    /// Occasion on which a file is applied.
    private sealed interface Occasion {
        boolean isFor(InboundFile file);

        /// For the first time.
        record Arrival() implements Occasion {
            @Override
            public boolean isFor(InboundFile file) {
                return file.state() == State.RECEIVED;
            }
        }

        /// The statement before it may be there now.
        record Retry() implements Occasion {
            @Override
            public boolean isFor(InboundFile file) {
                var hold = file.hold();
                return file.state() == State.HELD && hold != null && hold.breakKind() == BreakKind.STATEMENT_GAP;
            }
        }

        /// People waive the checks.
        record Release(Decision decision) implements Occasion {
            @Override
            public boolean isFor(InboundFile file) {
                return file.state() == State.HELD;
            }
        }
    }

    /// A file that was stored.
    ///
    /// @param isNew false if the account has a file with the same content; it is that one
    public record Stored(InboundFile file, boolean isNew) {}

    /// Stores the files in a file as it came from the bank. One that cannot be unpacked, or is not signed by the
    /// bank, is stored as it is with the reason.
    public List<Stored> receive(BankProfile profile, InboundContent content, String name, byte[] bytes) {
        return received.receive(profile, content, name, bytes);
    }

    /// Stores a file before it is read. The same content in a file that could not be unpacked is read now.
    public Stored store(BankProfile profile, String name, byte[] bytes) {
        return received.store(profile, name, bytes);
    }

    /// Reads a stored file and applies it, unless it is applied, held or rejected. Statements that waited for
    /// it are applied next.
    public InboundFile apply(BankProfile profile, UUID file) {
        var applied = apply(profile, file, new Occasion.Arrival());
        if (applied.state() == State.APPLIED) {
            applyWaiting(
                    () -> database.read(handle -> InboundFileStore.gaps(handle, profile.id())),
                    id -> apply(profile, id, new Occasion.Retry()));
        }
        return applied;
    }

    /// Applies the stored files that are not read yet. A file that fails does not keep others back.
    public void applyAll(BankProfile profile) {
        for (var id : waiting(profile.id())) {
            try {
                apply(profile, id);
            } catch (AlteredRecord altered) {
                LOG.error("bank file {} is not applied: {}", id, altered.getMessage());
            }
        }
    }

    /// Applies a held file in the transaction in which two people decide so, and the statements that
    /// waited for it.
    ///
    /// @return the file; still held if it is not for this account, or names payments that the database
    ///     does not know
    public InboundFile release(Tx tx, BankProfile profile, UUID file, String by, String secondPerson) {
        var decision = new Decision(by, secondPerson, clocks.instant());
        var released = apply(tx, profile, file, new Occasion.Release(decision));
        if (released.state() == State.APPLIED) {
            applyWaiting(
                    () -> InboundFileStore.gaps(tx.handle(), profile.id()),
                    id -> apply(tx, profile, id, new Occasion.Retry()));
        }
        return released;
    }

    /// Rejects a file that is held or unreadable: nothing of it will be applied.
    public InboundFile reject(UUID id, String by, String reason) {
        return database.inTx(tx -> {
            var file = store.lock(tx, id).orElseThrow();
            if (file.state() != State.HELD && file.state() != State.UNREADABLE) {
                return file;
            }
            var rejected = file.read(State.REJECTED, file.kind(), file.messageIds(), Hold.because(reason))
                    .decided(new Decision(by, null, clocks.instant()));
            store.update(tx, rejected);
            breaks.close(tx, file.account(), BankBreak.file(id), OF_FILES, "the file was rejected by " + by);
            return rejected;
        });
    }

    /// Opens the breaks of a day whose statement should be there by now: `STATEMENT_LATE`, and
    /// `NOTICE_NOT_STATED` of each credit of the day that no statement has named. The caller knows the
    /// profile's deadline and calendar.
    public void expectStatement(BankProfile profile, LocalDate day) {
        database.run(tx -> {
            InboundFileStore.lockAccount(tx, profile.id(), clocks.instant());
            imports.expectStatement(tx, profile, day);
        });
    }

    /// Returns the stored files of an account that are not read yet, the oldest first.
    public List<UUID> waiting(String account) {
        return database.read(handle -> InboundFileStore.waiting(handle, account));
    }

    /// Returns the newest files of an account.
    public List<InboundFile> newest(String account, int limit) {
        return database.read(handle -> store.newest(handle, account, limit));
    }

    /// Returns a page of the files of an account, the newest first.
    ///
    /// @param state the only state to list; null for all
    public Page<InboundFile> list(String account, @Nullable State state, Page.Request page) {
        return database.read(handle -> Page.of(
                InboundFileStore.count(handle, account, state), page, () -> store.list(handle, account, state, page)));
    }

    public Optional<InboundFile> find(UUID id) {
        return database.read(handle -> store.find(handle, id));
    }

    /// Returns the bytes of a file.
    public byte[] content(InboundFile file) {
        return contents.open(
                file,
                database.read(handle -> InboundFileStore.content(handle, file.id()))
                        .orElseThrow());
    }

    /// Reports each file, statement, entry and break that differs from the record that the service wrote.
    public static void verify(Handle snapshot, Vault vault, Consumer<String> fault) {
        new InboundFileStore(vault).verify(snapshot, fault);
        new StatementStore(vault).verify(snapshot, fault);
        new EntryStore(vault).verify(snapshot, fault);
        new BreakStore(vault).verify(snapshot, fault);
    }

    /// Applies held statements whose balances fit by now.
    private static void applyWaiting(Supplier<List<UUID>> gaps, Function<UUID, InboundFile> retry) {
        boolean more = true;
        while (more) {
            more = false;
            for (var id : gaps.get()) {
                more |= retry.apply(id).state() == State.APPLIED;
            }
        }
    }

    private InboundFile apply(BankProfile profile, UUID id, Occasion occasion) {
        var file = required(profile, find(id));
        if (!occasion.isFor(file)) {
            return file;
        }
        var reading = read(profile, file, database.read(handle -> InboundFileStore.content(handle, id)));
        return database.inTx(tx -> apply(tx, profile, file, reading, occasion));
    }

    private InboundFile apply(Tx tx, BankProfile profile, UUID id, Occasion occasion) {
        var file = required(profile, store.find(tx.handle(), id));
        return occasion.isFor(file)
                ? apply(tx, profile, file, read(profile, file, InboundFileStore.content(tx.handle(), id)), occasion)
                : file;
    }

    private static InboundFile required(BankProfile profile, Optional<InboundFile> found) {
        var file = found.orElseThrow();
        if (!file.account().equals(profile.id())) {
            throw new IllegalArgumentException("file " + file.id() + " is one of " + file.account());
        }
        return file;
    }

    /// Result of reading a file.
    private sealed interface Reading {
        record Parsed(BankFile file) implements Reading {}

        record Failed(State state, @Nullable String reason) implements Reading {}
    }

    private Reading read(BankProfile profile, InboundFile file, Optional<byte[]> sealed) {
        try {
            var bytes = contents.open(file, sealed.orElseThrow());
            return new Reading.Parsed(
                    BankFiles.read(new ByteArrayInputStream(bytes), profile.in().csv()));
        } catch (Unreadable broken) {
            return new Reading.Failed(State.UNREADABLE, broken.getMessage());
        } catch (AlteredRecord altered) {
            return new Reading.Failed(State.HELD, altered.getMessage());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /// Applies a file as part of a transaction. A file that fails leaves nothing but its state.
    private InboundFile apply(Tx tx, BankProfile profile, InboundFile file, Reading reading, Occasion occasion) {
        return switch (reading) {
            case Reading.Failed(var state, var reason) -> end(tx, file, occasion, state, reason);
            case Reading.Parsed(var read) -> {
                tx.handle().savepoint(BEFORE_FILE);
                try {
                    var locked = lock(tx, file);
                    yield occasion.isFor(locked) ? apply(tx, profile, locked, read, occasion) : locked;
                } catch (AlteredRecord altered) {
                    tx.handle().rollbackToSavepoint(BEFORE_FILE);
                    yield end(tx, file, occasion, State.HELD, altered.getMessage());
                } catch (FileImport.NamesUnknown unknown) {
                    tx.handle().rollbackToSavepoint(BEFORE_FILE);
                    unknownPayments.found(tx, profile, file, unknown.ids());
                    yield end(tx, file, occasion, State.HELD, unknown.getMessage());
                }
            }
        };
    }

    private InboundFile lock(Tx tx, InboundFile file) {
        InboundFileStore.lockAccount(tx, file.account(), clocks.instant());
        return store.lock(tx, file.id()).orElseThrow();
    }

    private InboundFile apply(Tx tx, BankProfile profile, InboundFile file, BankFile read, Occasion occasion) {
        var now = clocks.instant();
        var plan =
                FilePlan.of(profile, file, read, assets.apply(profile.account().currency()), clocks::newId, now);
        boolean isWaived = occasion instanceof Occasion.Release;
        var hold = plan.foreign() != null || isWaived ? plan.foreign() : imports.check(tx, profile, file, plan);
        if (hold != null) {
            return hold(tx, file.read(State.HELD, read.kind(), plan.messageIds(), hold));
        }
        imports.apply(tx, profile, file, plan, isWaived, now);
        var applied = file.applied(read.kind(), plan.messageIds(), now);
        if (occasion instanceof Occasion.Release(var decision)) {
            applied = applied.decided(decision);
        }
        store.update(tx, applied);
        breaks.close(tx, file.account(), BankBreak.file(file.id()), OF_FILES, "the file was applied");
        return applied;
    }

    private InboundFile end(Tx tx, InboundFile file, Occasion occasion, State state, @Nullable String reason) {
        var locked = lock(tx, file);
        return occasion.isFor(locked)
                ? hold(tx, locked.read(state, locked.kind(), locked.messageIds(), Hold.because(String.valueOf(reason))))
                : locked;
    }

    private InboundFile hold(Tx tx, InboundFile file) {
        store.update(tx, file);
        var hold = file.hold();
        var kind = hold == null ? null : hold.breakKind();
        var others = EnumSet.copyOf(OF_FILES);
        if (kind != null) {
            others.remove(kind);
        }
        breaks.close(tx, file.account(), BankBreak.file(file.id()), others, "the file is held for another reason");
        if (hold != null && kind != null) {
            var since = LocalDate.ofInstant(file.receivedAt(), ZoneOffset.UTC);
            var amount = hold.difference() == null ? BigDecimal.ZERO : hold.difference();
            breaks.open(tx, file.account(), kind, BankBreak.file(file.id()), amount, hold.reason(), since);
        }
        return file;
    }
}
