package dev.sluice.rail.iso20022.payout;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.rail.iso20022.transport.BankTransport.OutgoingFile;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks for the bank's acknowledgements of delivered files. Without one by `silence.ack-by`, the outcome of the
/// file's payouts is unknown.
final class Acknowledgements {
    private static final Logger LOG = LoggerFactory.getLogger(Acknowledgements.class);

    /// Time between two looks, since each reads many files.
    private static final Duration LOOK_EVERY = Duration.ofMinutes(1);

    /// Age at which nobody looks for the acknowledgement of a file any more.
    private static final Duration LOOK_FOR = Duration.ofDays(10);

    private static final int FILES_MAX = 100;

    private final BankProfile profile;
    private final Database database;
    private final Clocks clocks;
    private final BankTransport.Opener transports;
    private Instant lookedAt = Instant.EPOCH;

    Acknowledgements(BankPayouts.Dependencies dependencies, BankProfile profile, BankTransport.Opener transports) {
        this.profile = profile;
        this.database = dependencies.database();
        this.clocks = dependencies.clocks();
        this.transports = transports;
    }

    /// Looks once, if the profile has a folder of acknowledgements and the last look is long enough ago.
    void step() {
        var now = clocks.instant();
        if (profile.transport().folders().acks() == null || now.isBefore(lookedAt.plus(LOOK_EVERY))) {
            return;
        }
        var expected =
                database.inTx(tx -> AcknowledgementStore.expected(tx, profile.id(), now.minus(LOOK_FOR), FILES_MAX));
        if (expected.isEmpty()) {
            return;
        }
        lookedAt = now;
        try (var transport = transports.open()) {
            for (var file : expected) {
                if (transport.isAcknowledged(new OutgoingFile(file.name(), file.msgId(), new byte[0], 0))) {
                    database.run(tx -> AcknowledgementStore.found(tx, file.id(), now));
                }
            }
        } catch (IOException unavailable) {
            LOG.warn("{}: acknowledgements are delayed: {}", profile.rail(), unavailable.toString());
        }
    }
}
