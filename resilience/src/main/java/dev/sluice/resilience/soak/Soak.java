package dev.sluice.resilience.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.function.BiConsumer;

/// Finds the peak load, and runs half of it for long, four times the peak for a while, and half of it again.
final class Soak {
    static final int MANIFOLD = 4;
    private static final int CALLERS = 16;

    private final Site site;
    private final BiConsumer<String, Stretch> listener;

    /// @param listener receives each step
    Soak(Site site, BiConsumer<String, Stretch> listener) {
        this.site = site;
        this.listener = listener;
    }

    /// Durations of a soak.
    ///
    /// @param warm warm-up before the search for the peak
    /// @param look time that a rate has to be sustained
    /// @param minutes number of periods at half of the peak, each as long as `minute`
    /// @param burst time at four times the peak, and time after it
    /// @param manifoldMax maximum multiple of the peak, if a smaller overload causes no refusals: a short search
    ///     beside other work underestimates the peak
    record Times(Duration warm, Duration look, int minutes, Duration minute, Duration burst, int manifoldMax) {}

    Report run(Times times) {
        listener.accept("warming up", site.inTurn(CALLERS, times.warm()));
        double peak = new Peak(site, listener).find(times.look());
        site.awaitBacklog(Math.round(peak));
        var minutes = new ArrayList<Stretch>();
        for (int i = 1; i <= times.minutes(); i++) {
            var minute = site.arrive(peak / 2, times.minute());
            // Between two periods, so that no request waits for the collection.
            minutes.add(tell("minute " + i, minute.withLive(site.live())));
        }
        var overload = overload(peak, times);
        var after = tell("after overload", site.arrive(peak / 2, times.burst()));
        var rest = site.finish();
        return new Report(
                peak,
                minutes,
                overload,
                after,
                rest,
                site.wrong(),
                site.findings().all());
    }

    private Stretch overload(double peak, Times times) {
        int manifold = MANIFOLD;
        var overload = tell("overload", site.arrive(peak * manifold, times.burst()));
        while (overload.count(Sample::isShed) == 0 && 2 * manifold <= times.manifoldMax()) {
            manifold *= 2;
            overload = tell("overload", site.arrive(peak * manifold, times.burst()));
        }
        return overload;
    }

    private Stretch tell(String name, Stretch stretch) {
        listener.accept(name, stretch);
        return stretch;
    }
}
