package dev.sluice;

import dev.sluice.disbursement.DisbursementRoom;
import dev.sluice.notice.Notices;
import dev.sluice.policy.Policies;
import dev.sluice.screening.CheckKind;
import dev.sluice.screening.ScreeningRoom;
import dev.sluice.screening.ScreeningWorker.Told;
import dev.sluice.screening.Screenings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The screening of a deployment: its provider, and the workers that ask it.
final class Screening implements AutoCloseable {
    private static final Duration OFTEN = Duration.ofMillis(200);
    private static final Duration NOW_AND_THEN = Duration.ofSeconds(2);

    private final Foundation ground;
    private final Notices notices;
    private final ScreeningRoom room;

    Screening(Config config, Foundation ground, Notices notices) {
        this.ground = ground;
        this.notices = notices;
        this.room = ScreeningRoom.wire(ground.database(), ground.vault(), ground.clocks(), config.screening());
        room.measure(ground.meters());
    }

    /// Rules that payouts have to keep to.
    DisbursementRoom.Rules rules(Policies policies) {
        return new DisbursementRoom.Rules(policies, notices, ConfiguredRails.alarm(ground, notices), room.screenings());
    }

    Screenings checks() {
        return room.screenings();
    }

    /// Returns the work that every node does for itself; empty if there is no list to read.
    Optional<Runnable> refresh() {
        return room.refresh();
    }

    /// Work that any node does for the whole deployment. Checks that waited when screening was turned off continue
    /// as well.
    ///
    /// @param owners receivers of the checks' results, by their kind
    void work(Workers workers, Map<CheckKind, Consumer<List<Told>>> owners) {
        var worker = room.worker(notices, owners, ground.meters());
        var pause = room.screenings().isOn() ? OFTEN : NOW_AND_THEN;
        // Two, so that one goes on while the other waits for a slow answer.
        workers.every("screening-1", pause, worker::step);
        workers.every("screening-2", pause, worker::step);
        workers.every("screening-count", NOW_AND_THEN, () -> {
            worker.count();
            return false;
        });
    }

    @Override
    public void close() {
        room.close();
    }
}
