package dev.sluice.screening;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.http.Fetch;
import dev.sluice.notification.Notifications;
import dev.sluice.screening.ScreeningWorker.CheckResult;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Wiring of the package: the checks and their provider. The worker is wired later, once the packages that it notifies
/// exist.
public final class ScreeningModule implements AutoCloseable {
    private final Database database;
    private final Clocks clocks;
    private final Screenings screenings;
    private final Screener screener;

    private ScreeningModule(Database database, Clocks clocks, Screenings screenings, Screener screener) {
        this.database = database;
        this.clocks = clocks;
        this.screenings = screenings;
        this.screener = screener;
    }

    public static ScreeningModule wire(Database database, Vault vault, Clocks clocks, ScreeningSettings settings) {
        var screener = screener(settings, clocks);
        return new ScreeningModule(
                database, clocks, new Screenings(database, vault, clocks, settings.isOn()), screener);
    }

    private static Screener screener(ScreeningSettings settings, Clocks clocks) {
        return switch (settings) {
            case ScreeningSettings.None _ -> Screener.NONE;
            case ScreeningSettings.LocalList(var file, var ageMax, var scoreMin) ->
                new ListScreener(file, ageMax, scoreMin, clocks::realInstant);
            case ScreeningSettings.Vendor(var url, var token, var timeout) ->
                new VendorScreener(url, token, new Fetch(timeout, clocks::realInstant));
        };
    }

    public Screenings screenings() {
        return screenings;
    }

    /// Returns the task that reads a changed list again, which each node runs every few seconds. Empty if the
    /// provider has no list.
    public Optional<Runnable> refreshTask() {
        return screener instanceof ListScreener list ? Optional.of(list::refresh) : Optional.empty();
    }

    /// Registers the metrics of a list, which each node reads for itself.
    public void measure(MeterRegistry meters) {
        if (screener instanceof ListScreener list) {
            list.measure(meters);
        }
    }

    /// @param owners receive the results of checks, by their kind
    public ScreeningWorker worker(
            Notifications notifications, Map<CheckKind, Consumer<List<CheckResult>>> owners, MeterRegistry meters) {
        return new ScreeningWorker(database, clocks, screenings, screener, notifications, owners, meters);
    }

    @Override
    public void close() {
        if (screener instanceof VendorScreener vendor) {
            vendor.close();
        }
    }
}
