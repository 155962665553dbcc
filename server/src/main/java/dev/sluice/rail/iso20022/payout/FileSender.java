package dev.sluice.rail.iso20022.payout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.rail.iso20022.transport.BankTransport.OutgoingFile;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Delivers sealed files of one account. Each step is stored before it is taken:
///
/// 1. `uploading`: an attempt begins. Nothing has the final name before the next step, so an interrupted upload is
///    repeated.
/// 2. `ready`: the file is complete under its temporary name and is about to get its final one.
/// 3. `delivered`: it has its final name. A file that was `ready` and is found nowhere is doubtful, because the bank
///    may have taken it: it is not sent again.
final class FileSender {
    private static final Logger LOG = LoggerFactory.getLogger(FileSender.class);
    /// Longer than a session of a transport.
    private static final Duration LEASE = Duration.ofMinutes(15);

    private static final Duration RETRY_AFTER = Duration.ofSeconds(30);
    private static final Duration HELD_FOR = Duration.ofHours(1);

    private final BankPayouts.Dependencies dependencies;
    private final BankProfile profile;
    private final Database database;
    private final Clocks clocks;
    private final FileContent contents;
    private final BankTransport.Opener transports;

    FileSender(
            BankPayouts.Dependencies dependencies,
            BankProfile profile,
            FileContent contents,
            BankTransport.Opener transports) {
        this.dependencies = dependencies;
        this.profile = profile;
        this.database = dependencies.database();
        this.clocks = dependencies.clocks();
        this.contents = contents;
        this.transports = transports;
    }

    /// Delivers one file.
    ///
    /// @return true if there may be more
    boolean step() {
        if (dependencies.suspension().isStopped(profile.rail())) {
            return false;
        }
        var now = clocks.instant();
        var claimed = database.inTx(tx -> FileStore.claim(tx, profile.id(), now, now.plus(LEASE)));
        claimed.ifPresent(this::deliver);
        return claimed.isPresent();
    }

    private void deliver(BankFile file) {
        var bytes = authentic(file);
        if (bytes == null) {
            hold(file);
            return;
        }
        try (var transport = transports.open()) {
            switch (file.state()) {
                case SEALED, UPLOADING -> {
                    if (isFrozen(file)) {
                        later(file);
                    } else {
                        send(transport, file, bytes);
                    }
                }
                case READY -> finish(transport, file, bytes);
                case DELIVERED, DOUBTFUL -> {
                    // Neither is claimed.
                }
            }
        } catch (IOException failed) {
            LOG.warn("{}: the file {} could not be delivered: {}", profile.rail(), file.msgId(), failed.toString());
            retry(file, failed);
        }
    }

    /// Opens the bytes of a file, and compares them with the orders that it contains. Write access to the database is
    /// not enough to add a payment.
    private byte @Nullable [] authentic(BankFile file) {
        var bytes = contents.open(file);
        if (bytes == null) {
            return null;
        }
        var sum = database.inTx(tx -> OrderStore.ofFile(tx, file.id())).stream()
                .map(each -> each.order().amount().units())
                .reduce(BigInteger.ZERO, BigInteger::add);
        return sum.equals(file.units()) ? bytes : null;
    }

    /// Reports whether the file has a payout of a frozen organization. It is not sent before that has changed.
    private boolean isFrozen(BankFile file) {
        var frozen = dependencies.suspension().frozen().get();
        return !frozen.isEmpty()
                && database.inTx(tx -> OrderStore.ofFile(tx, file.id())).stream()
                        .anyMatch(each -> frozen.contains(each.order().payout().organizationId()));
    }

    private void later(BankFile file) {
        var at = clocks.instant().plus(RETRY_AFTER);
        database.run(tx -> FileStore.retry(tx, file, at));
    }

    private void hold(BankFile file) {
        var now = clocks.instant();
        database.run(tx -> {
            dependencies.alarm().raise(tx, "bank file", file.msgId());
            FileStore.retry(tx, file, now.plus(HELD_FOR));
        });
    }

    private void send(BankTransport transport, BankFile file, byte[] bytes) throws IOException {
        var now = clocks.instant();
        if (!database.inTx(tx -> FileStore.begin(tx, file, now, now.plus(LEASE)))) {
            return;
        }
        var begun = file.next();
        transport.upload(outgoing(begun, bytes));
        if (database.inTx(tx -> FileStore.ready(tx, begun, clocks.instant().plus(LEASE)))) {
            release(transport, begun, bytes);
        }
    }

    /// Continues a file whose last step is unknown.
    private void finish(BankTransport transport, BankFile file, byte[] bytes) throws IOException {
        switch (transport.find(outgoing(file, bytes))) {
            case DELIVERED -> delivered(file);
            case UPLOADED -> release(transport, file, bytes);
            case NOWHERE -> doubt(file);
        }
    }

    private void release(BankTransport transport, BankFile file, byte[] bytes) throws IOException {
        transport.release(outgoing(file, bytes));
        delivered(file);
    }

    private void delivered(BankFile file) {
        Instant now = clocks.instant();
        database.run(tx -> FileStore.delivered(tx, file, now));
        LOG.info("{}: delivered the file {}", profile.rail(), file.msgId());
    }

    private void doubt(BankFile file) {
        var now = clocks.instant();
        database.run(tx -> {
            if (FileStore.doubtful(tx, file, now, "It is neither under its final nor under its temporary name")) {
                dependencies
                        .alerts()
                        .raise(
                                tx,
                                new Alert(
                                        profile.rail(),
                                        "doubtful/" + file.msgId(),
                                        "File " + file.msgId()
                                                + " may not have reached the bank: ask the bank for it"));
            }
        });
        LOG.error("{}: nobody knows if the bank has the file {}", profile.rail(), file.msgId());
    }

    private void retry(BankFile file, IOException failed) {
        var now = clocks.instant();
        database.run(tx -> FileStore.lock(tx, profile.id(), file.msgId()).ifPresent(current -> {
            if (current.attempt() == file.attempt() || current.attempt() == file.attempt() + 1) {
                if (current.state() == BankFile.State.UPLOADING) {
                    FileStore.endAttempt(tx, current, now, "failed", words(failed));
                }
                FileStore.retry(tx, current, now.plus(RETRY_AFTER));
            }
        }));
    }

    private static String words(IOException failed) {
        return Optional.ofNullable(failed.getMessage()).orElse(failed.getClass().getSimpleName());
    }

    private static OutgoingFile outgoing(BankFile file, byte[] bytes) {
        return new OutgoingFile(file.name(), file.msgId(), bytes, file.attempt(), file.sealedAt());
    }
}
