package dev.sluice.ownership;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.ownership.OwnerChangeState.Waiting;
import dev.sluice.ownership.OwnerChangeStep.NoticeChannel;
import dev.sluice.ownership.OwnerChangeStep.OwnerTold;
import dev.sluice.ownership.OwnerChangeStore.Ref;
import java.time.Instant;

/// Applies changes that are approved and due, records that owners got a mail, and ends changes that lapse. Several
/// nodes
/// take turns at each.
public final class OwnerChangeWorker {
    private final Database database;
    private final Clocks clocks;
    private final OwnerChangeRecords changes;
    private final OwnerDecisions decisions;
    private final Announcements announcements;
    private final OwnerChangeEffects effects;

    OwnerChangeWorker(
            Database database,
            Clocks clocks,
            OwnerChangeRecords changes,
            OwnerDecisions decisions,
            Announcements announcements,
            OwnerChangeEffects effects) {
        this.database = database;
        this.clocks = clocks;
        this.changes = changes;
        this.decisions = decisions;
        this.announcements = announcements;
        this.effects = effects;
    }

    /// Checks each open change once, without immediate repetition.
    public boolean step() {
        RuntimeException failure = null;
        for (var ref : decisions.open()) {
            try {
                database.run(tx -> process(tx, ref));
            } catch (RuntimeException failed) {
                // A change that fails does not block the others.
                failure = failed;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return false;
    }

    /// Records that a mail server accepted a mail to an owner, once.
    private OwnerChange notifyOwners(Tx tx, OwnerChange change, Instant now) {
        return change.isUnnotified()
                ? announcements
                        .accepted(tx, change)
                        .map(at -> changes.add(
                                tx, change, new OwnerTold(at, NoticeChannel.MAIL, Participant.SERVICE, ""), now))
                        .orElse(change)
                : change;
    }

    private void process(Tx tx, Ref ref) {
        var stored = changes.locked(tx, ref);
        if (stored.isEmpty()) {
            return;
        }
        var now = clocks.realInstant();
        var change = stored.get().genuine().map(each -> notifyOwners(tx, each, now));
        if (change.isEmpty()) {
            if (OwnerChangeStore.close(tx.handle(), ref, now)) {
                announcements.tampered(tx, ref.organizationId(), ref.id());
            }
        } else if (!(change.get().state() instanceof Waiting waiting)) {
            OwnerChangeStore.close(tx.handle(), ref, now);
        } else if (waiting.isReady(now) && !change.get().request().proposed().isPrinted()) {
            effects.apply(tx, change.get());
        } else if (waiting.isLapsed(now)) {
            var owners = Announcements.owners(tx, ref.organizationId());
            var after = changes.add(tx, change.get(), new OwnerChangeStep.Lapsed(now), now);
            announcements.announce(tx, owners, after, OwnerChangeEvent.LAPSED, Participant.SERVICE, "");
        }
    }
}
