package dev.sluice.rail.iso20022.payout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.rail.iso20022.transport.BankTransport.OutgoingFile;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
///    may have taken it. The same bytes are sent again under the same name only if the bank promises to refuse a
///    duplicate, while the promise holds, and after the time within which the bank would have sent a status.
final class FileSender {
    private static final Logger LOG = LoggerFactory.getLogger(FileSender.class);
    /// Longer than a session of a transport.
    private static final Duration LEASE = Duration.ofMinutes(15);

    private static final Duration RETRY_AFTER = Duration.ofSeconds(30);
    private static final Duration HELD_FOR = Duration.ofHours(1);
    /// Time between two looks for a doubtful file: an acknowledgement may come late.
    private static final Duration LOOK_AGAIN_AFTER = Duration.ofMinutes(10);

    private final BankPayouts.Dependencies dependencies;
    private final BankProfile profile;
    private final Database database;
    private final Clocks clocks;
    private final FileContent contents;
    private final BankTransport.Opener transports;
    private final SentFilesCheck sent;
    private final VoidFiles voids;

    FileSender(
            BankPayouts.Dependencies dependencies,
            BankProfile profile,
            FileContent contents,
            BankTransport.Opener transports,
            SentFilesCheck sent) {
        this.dependencies = dependencies;
        this.profile = profile;
        this.database = dependencies.database();
        this.clocks = dependencies.clocks();
        this.contents = contents;
        this.transports = transports;
        this.sent = sent;
        this.voids = new VoidFiles(dependencies.vault());
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
        var orders = database.inTx(tx -> OrderStore.ofFile(tx, file));
        var bytes = authentic(file, orders);
        if (bytes == null) {
            hold(file);
            return;
        }
        if (file.kind() == BankFile.Kind.RECALL && file.isUnsent() && isOver(orders)) {
            drop(file);
            return;
        }
        try (var transport = transports.open()) {
            switch (file.state()) {
                case SEALED, UPLOADING -> {
                    if (file.maybeTwice()) {
                        look(transport, file, orders, bytes);
                    } else if (isFrozen(file, orders) || !sent.passes(transport)) {
                        later(file, RETRY_AFTER);
                    } else {
                        send(transport, file, bytes);
                    }
                }
                case READY -> finish(transport, file, bytes);
                case DOUBTFUL -> look(transport, file, orders, bytes);
                case DELIVERED, TAKEN, VOID -> {
                    // None of them is claimed.
                }
            }
        } catch (IOException failed) {
            LOG.warn("{}: the file {} could not be delivered: {}", profile.rail(), file.msgId(), failed.toString());
            retry(file, failed);
        }
    }

    /// Opens the bytes of a file, and compares them with the orders that it contains. Write access to the database is
    /// not enough to add a payment.
    private byte @Nullable [] authentic(BankFile file, List<OrderStore.Stored> orders) {
        var bytes = contents.open(file);
        if (bytes == null) {
            return null;
        }
        var sum = orders.stream().map(each -> each.order().amount().units()).reduce(BigInteger.ZERO, BigInteger::add);
        return sum.equals(file.units()) ? bytes : null;
    }

    /// Reports whether the file pays for a frozen organization. It is not sent before that has changed.
    private boolean isFrozen(BankFile file, List<OrderStore.Stored> orders) {
        var frozen = dependencies.suspension().frozen().get();
        return file.kind() == BankFile.Kind.PAYMENT
                && orders.stream()
                        .anyMatch(each -> frozen.contains(each.order().payout().organizationId()));
    }

    /// Reports whether all orders of a recall have ended, so that there is nothing to cancel.
    private static boolean isOver(List<OrderStore.Stored> orders) {
        return orders.stream().noneMatch(each -> each.order().state().isOpen());
    }

    private void drop(BankFile recall) {
        database.run(tx -> FileStore.lock(tx, recall.id())
                .filter(BankFile::isUnsent)
                .ifPresent(current -> voids.end(tx, current, "The payouts ended before", clocks.instant())));
    }

    /// Looks for a file that the bank may have. Found nowhere, it is sent again if the bank
    /// refuses duplicates.
    private void look(BankTransport transport, BankFile file, List<OrderStore.Stored> orders, byte[] bytes)
            throws IOException {
        if (transport.find(outgoing(file, bytes)) == BankTransport.Found.DELIVERED) {
            delivered(file);
        } else if (mayRepeat(file, orders.stream().map(OrderStore.Stored::order).toList()) && !isFrozen(file, orders)) {
            LOG.warn("{}: sends the same file {} again", profile.rail(), file.msgId());
            send(transport, file, bytes);
        } else if (file.state() == BankFile.State.UPLOADING) {
            doubt(file);
        } else {
            later(file, LOOK_AGAIN_AFTER);
        }
    }

    /// Reports whether the same bytes may be sent again: the bank promises to refuse a duplicate, would
    /// have sent a status of the first copy by now, and no order of the file was decided otherwise.
    private boolean mayRepeat(BankFile file, List<BankOrder> orders) {
        var refusedFor = profile.promises().duplicatesRefusedFor();
        var first = file.delivery().readyAt();
        if (refusedFor == null || first == null || file.delivery().status() != null) {
            return false;
        }
        var now = clocks.instant();
        return !now.isBefore(first.plus(profile.promises().statusBy()))
                && now.plus(LEASE).isBefore(first.plus(refusedFor))
                && orders.stream().allMatch(FileSender::isUntouched);
    }

    private static boolean isUntouched(BankOrder order) {
        return order.state() == BankOrder.State.SEALED && order.status() == null && order.doubt() == null;
    }

    private void later(BankFile file, Duration wait) {
        var at = clocks.instant().plus(wait);
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
        boolean begun = database.inTx(tx -> isStillToSend(tx, file) && FileStore.begin(tx, file, now, now.plus(LEASE)));
        if (!begun) {
            return;
        }
        var next = file.next();
        transport.upload(outgoing(next, bytes));
        var uploaded = clocks.instant();
        if (database.inTx(tx -> FileStore.ready(tx, next, uploaded, uploaded.plus(LEASE)))) {
            release(transport, next, bytes);
        }
    }

    /// Locks a file that the bank may have: people may have decided about its orders
    /// meanwhile.
    private boolean isStillToSend(Tx tx, BankFile file) {
        return !file.maybeTwice()
                || FileStore.lock(tx, file.id())
                        .filter(each -> mayRepeat(each, OrderStore.lockOfFile(tx, each.id())))
                        .isPresent();
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
        sent.delivered(file);
        LOG.info("{}: delivered the file {}", profile.rail(), file.msgId());
    }

    private void doubt(BankFile file) {
        var now = clocks.instant();
        database.run(tx -> {
            var message = "It is neither under its final nor under its temporary name";
            if (FileStore.doubtful(tx, file, now, now.plus(LOOK_AGAIN_AFTER), message)) {
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
