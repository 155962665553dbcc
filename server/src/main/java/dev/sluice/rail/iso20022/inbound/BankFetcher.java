package dev.sluice.rail.iso20022.inbound;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.rail.iso20022.transport.BankTransport.Remote;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Fetches the files of one account. A file is taken once its size is the same in two listings, since the bank may
/// still write it; it is done at the bank once it is stored here. A lease of the account keeps other nodes away.
public final class BankFetcher {
    private static final Logger LOG = LoggerFactory.getLogger(BankFetcher.class);

    /// Lease of a run: another node may take over after it. Two nodes at once do no harm, but twice the work.
    private static final Duration LEASE = Duration.ofMinutes(10);

    /// Maximum number of files of one run.
    private static final int FILES_MAX = 1_000;

    private final Database database;
    private final Clocks clocks;
    private final BankInbox inbox;
    private final BankProfile profile;
    private final BankTransport transport;
    /// Sizes in the last listing, by path.
    private Map<String, Long> sizes = Map.of();

    public BankFetcher(
            BankInbox.Dependencies dependencies, BankInbox inbox, BankProfile profile, BankTransport transport) {
        this.database = dependencies.database();
        this.clocks = dependencies.clocks();
        this.inbox = inbox;
        this.profile = profile;
        this.transport = transport;
    }

    /// Takes the files that do not grow any more, and applies those that are stored; returns true if it took any.
    public boolean step() {
        var now = clocks.instant();
        var until = now.plus(LEASE);
        if (!database.inTx(tx -> InboundFileStore.lease(tx, profile.id(), now, until))) {
            return false;
        }
        try {
            boolean any = fetch();
            inbox.applyAll(profile);
            return any;
        } finally {
            database.run(tx -> InboundFileStore.release(tx, profile.id(), until, clocks.instant()));
        }
    }

    private boolean fetch() {
        List<Remote> listed;
        try {
            listed = transport.list();
        } catch (IOException unavailable) {
            LOG.warn("files of {} are delayed: {}", profile.id(), unavailable.getMessage());
            return false;
        }
        var before = sizes;
        var seen = new HashMap<String, Long>();
        listed.forEach(each -> seen.put(each.path(), each.size()));
        sizes = seen;
        boolean any = false;
        for (var remote : listed.subList(0, Math.min(listed.size(), FILES_MAX))) {
            boolean stable = Long.valueOf(remote.size()).equals(before.get(remote.path()));
            if (stable && remote.size() <= BankInbox.SIZE_MAX) {
                any |= take(remote);
            } else if (stable) {
                LOG.warn("file {} of {} is too large: {} bytes", remote.name(), profile.id(), remote.size());
            }
        }
        return any;
    }

    private boolean take(Remote remote) {
        try {
            byte[] bytes;
            try (var in = transport.open(remote)) {
                bytes = in.readNBytes(BankInbox.SIZE_MAX + 1);
            }
            if (bytes.length != remote.size()) {
                return false;
            }
            var stored = inbox.store(profile, remote.name(), bytes);
            transport.done(remote);
            return stored.isNew();
        } catch (IOException unavailable) {
            LOG.warn("file {} of {} is delayed: {}", remote.name(), profile.id(), unavailable.getMessage());
            return false;
        }
    }
}
