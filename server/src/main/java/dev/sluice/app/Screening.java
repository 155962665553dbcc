package dev.sluice.app;

import dev.sluice.config.Config;
import dev.sluice.disbursement.DisbursementModule;
import dev.sluice.notification.Notifications;
import dev.sluice.policy.Policies;
import dev.sluice.screening.CheckKind;
import dev.sluice.screening.ScreeningModule;
import dev.sluice.screening.ScreeningWorker.CheckResult;
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

    private final Infrastructure infrastructure;
    private final Notifications notifications;
    private final ScreeningModule module;

    Screening(Config config, Infrastructure infrastructure, Notifications notifications) {
        this.infrastructure = infrastructure;
        this.notifications = notifications;
        this.module = ScreeningModule.wire(
                infrastructure.database(), infrastructure.vault(), infrastructure.clocks(), config.screening());
        module.measure(infrastructure.meters());
    }

    /// Rules that payouts have to keep to.
    DisbursementModule.Rules rules(Policies policies) {
        return new DisbursementModule.Rules(
                policies, notifications, ConfiguredRails.alarm(infrastructure, notifications), module.screenings());
    }

    Screenings checks() {
        return module.screenings();
    }

    /// Returns the work that every node does for itself; empty if there is no list to read.
    Optional<Runnable> refreshTask() {
        return module.refreshTask();
    }

    /// Work that any node does for the whole deployment. Checks that waited when screening was turned off continue
    /// as well.
    ///
    /// @param owners receivers of the checks' results, by their kind
    void work(Workers workers, Map<CheckKind, Consumer<List<CheckResult>>> owners) {
        var worker = module.worker(notifications, owners, infrastructure.meters());
        var pause = module.screenings().isOn() ? OFTEN : NOW_AND_THEN;
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
        module.close();
    }
}
