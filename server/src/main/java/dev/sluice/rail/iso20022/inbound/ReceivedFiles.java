package dev.sluice.rail.iso20022.inbound;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.rail.iso20022.inbound.BankInbox.Stored;
import dev.sluice.rail.iso20022.inbound.InboundFile.Hold;
import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.transport.InboundContent;
import dev.sluice.text.Sha256;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Stores inbound files by their hash, before they are read.
record ReceivedFiles(Database database, Clocks clocks, InboundFileStore store, FileContent contents) {
    private static final Logger LOG = LoggerFactory.getLogger(ReceivedFiles.class);

    /// Kind of a file that could not be unpacked.
    private static final String PACKED = "packed";

    List<Stored> receive(BankProfile profile, InboundContent content, String name, byte[] bytes) {
        List<InboundContent.Part> parts;
        try {
            parts = content.unpack(name, bytes);
        } catch (Unreadable damaged) {
            var reason = String.valueOf(damaged.getMessage());
            LOG.warn("file {} of {} cannot be unpacked: {}", name, profile.id(), reason);
            return List.of(storeUnreadable(profile, name, bytes, reason));
        }
        return parts.stream()
                .map(part -> store(profile, part.name(), part.bytes()))
                .toList();
    }

    Stored store(BankProfile profile, String name, byte[] bytes) {
        var file = received(profile, name, bytes);
        var sealed = contents.seal(bytes);
        return database.inTx(tx -> {
            if (store.insert(tx, file, sealed)) {
                return new Stored(file, true);
            }
            var known = lockSame(tx, file);
            if (known.state() != State.UNREADABLE || !PACKED.equals(known.kind())) {
                return new Stored(known, false);
            }
            var again = known.read(State.RECEIVED, null, List.of(), null);
            store.update(tx, again);
            return new Stored(again, true);
        });
    }

    private Stored storeUnreadable(BankProfile profile, String name, byte[] bytes, String reason) {
        var file = received(profile, name, bytes);
        var sealed = contents.seal(bytes);
        return database.inTx(tx -> {
            if (!store.insert(tx, file, sealed)) {
                return new Stored(lockSame(tx, file), false);
            }
            var unreadable = file.read(State.UNREADABLE, PACKED, List.of(), Hold.because(reason));
            store.update(tx, unreadable);
            return new Stored(unreadable, true);
        });
    }

    /// Locks the account and its file with the same content.
    private InboundFile lockSame(Tx tx, InboundFile file) {
        var same = store.ofHash(tx, file.account(), file.sha256()).orElseThrow();
        InboundFileStore.lockAccount(tx, same.account(), clocks.instant());
        return store.lock(tx, same.id()).orElseThrow();
    }

    private InboundFile received(BankProfile profile, String name, byte[] bytes) {
        if (bytes.length > BankInbox.SIZE_MAX) {
            throw new IllegalArgumentException(name + " has more than " + BankInbox.SIZE_MAX + " bytes");
        }
        return new InboundFile(
                clocks.newId(),
                profile.id(),
                name,
                Sha256.hex(bytes),
                bytes.length,
                clocks.instant(),
                State.RECEIVED,
                null,
                List.of(),
                null,
                null,
                null);
    }
}
