package dev.sluice.rail.iso20022.inbound;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.rail.iso20022.transport.BankTransport.Remote;
import dev.sluice.rail.iso20022.transport.InboundContent;
import dev.sluice.rail.iso20022.transport.StableListing;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Fetches the files of one account. A file is taken once its size is the same in two listings, since the bank may
/// still write it; it is done at the bank once it is stored here. A lease of the account keeps other nodes away.
public final class BankFetcher {
    private static final Logger LOG = LoggerFactory.getLogger(BankFetcher.class);

    /// Lease of a run: another node may take over after it. Two nodes at once do no harm, but twice the work.
    private static final Duration LEASE = Duration.ofMinutes(2);

    /// Minimum time between two listings that show a file with the same size.
    private static final Duration GAP = Duration.ofMillis(500);

    /// Maximum number of files of one run.
    private static final int FILES_MAX = 1_000;

    private final Database database;
    private final Clocks clocks;
    private final BankInbox inbox;
    private final BankProfile profile;
    private final BankTransport.Opener transports;
    private final StableListing listing = new StableListing(GAP);

    public BankFetcher(
            BankInbox.Dependencies dependencies,
            BankInbox inbox,
            BankProfile profile,
            BankTransport.Opener transports) {
        this.database = dependencies.database();
        this.clocks = dependencies.clocks();
        this.inbox = inbox;
        this.profile = profile;
        this.transports = transports;
    }

    /// Takes the files that do not grow any more, and applies those that are stored; returns true if it took any.
    public boolean step() {
        var until = lease();
        if (until.isEmpty()) {
            return false;
        }
        try {
            boolean any = fetch();
            inbox.applyAll(profile);
            return any;
        } finally {
            release(until.get());
        }
    }

    /// Takes the lease of the account; empty if another node has it.
    private Optional<Instant> lease() {
        var now = clocks.instant();
        var until = now.plus(LEASE);
        return database.inTx(tx -> InboundFileStore.lease(tx, profile.id(), now, until))
                ? Optional.of(until)
                : Optional.empty();
    }

    private void release(Instant until) {
        database.run(tx -> InboundFileStore.release(tx, profile.id(), until, clocks.instant()));
    }

    /// Fetches for a person, under the lease of the workers: lists twice, takes the files that do not
    /// grow any more, and applies those that are stored.
    ///
    /// @param pause waits as long as given, between the two listings
    /// @return false if a worker fetches at the moment
    /// @throws IOException if the bank cannot be reached
    public boolean fetchNow(Pause pause) throws IOException, InterruptedException {
        var until = lease();
        if (until.isEmpty()) {
            return false;
        }
        try (var transport = transports.open()) {
            takeStable(transport);
            pause.of(GAP.plusMillis(1));
            takeStable(transport);
            inbox.applyAll(profile);
            return true;
        } finally {
            release(until.get());
        }
    }

    /// Way to wait.
    @FunctionalInterface
    public interface Pause {
        void of(Duration time) throws InterruptedException;
    }

    private boolean fetch() {
        try (var transport = transports.open()) {
            return takeStable(transport);
        } catch (IOException unavailable) {
            LOG.warn("files of {} are delayed: {}", profile.id(), unavailable.getMessage());
            return false;
        }
    }

    private boolean takeStable(BankTransport transport) throws IOException {
        var content = InboundContent.of(profile.transport());
        boolean any = false;
        var stable = listing.stable(transport.list(), clocks.realInstant());
        for (var remote : stable.subList(0, Math.min(stable.size(), FILES_MAX))) {
            any |= take(transport, content, remote);
        }
        return any;
    }

    private boolean take(BankTransport transport, InboundContent content, Remote remote) throws IOException {
        if (remote.size() > BankInbox.SIZE_MAX) {
            LOG.warn("file {} of {} is too large: {} bytes", remote.name(), profile.id(), remote.size());
            return false;
        }
        var bytes = transport.read(remote, BankInbox.SIZE_MAX);
        if (bytes.isEmpty()) {
            return false;
        }
        boolean any = inbox.receive(profile, content, remote.name(), bytes.get()).stream()
                .anyMatch(BankInbox.Stored::isNew);
        transport.done(remote);
        return any;
    }
}
