package dev.sluice.resilience.soak;

import java.time.Duration;
import java.util.function.BiConsumer;

/// Finds the sustainable peak: the highest rate at which requests are answered and their payouts and webhooks keep
/// up. A closed loop with growing numbers of callers finds the maximum answered rate, without regard to the backlog.
/// The search then offers this rate in an open loop, and lowers it until the backlog does not grow.
final class Peak {
    /// Minimum gain in requests per second from more callers.
    private static final double MORE = 1.05;
    /// A single step without gain may be due to a pause of the disk.
    private static final int IN_VAIN_MAX = 2;

    private static final int CALLERS_MIN = 8;
    private static final int CALLERS_MAX = 256;
    private static final int LOOKS_A_MINUTE = 6;
    private static final double LESS = 0.9;
    private static final double LEAST = 0.1;
    static final Duration ANSWERED_WITHIN = Duration.ofSeconds(1);
    /// Permitted growth of the backlog from the first third of a period to its end, in seconds of requests.
    private static final double GROWTH_MAX_SECONDS = 2;

    private final Site site;
    private final BiConsumer<String, Stretch> listener;

    /// @param listener receives each step
    Peak(Site site, BiConsumer<String, Stretch> listener) {
        this.site = site;
        this.listener = listener;
    }

    /// @param look time that a rate has to be sustained
    /// @return requests per second
    double find(Duration look) {
        double answered = answered(look.dividedBy(LOOKS_A_MINUTE));
        for (double rate = answered; rate > answered * LEAST; rate *= LESS) {
            site.awaitBacklog(Math.round(rate));
            if (isBorne(rate, look)) {
                return rate;
            }
        }
        throw new IllegalStateException("less than a tenth of %.0f requests a second is sustained".formatted(answered));
    }

    /// Returns the highest answered rate, with as many callers as necessary.
    private double answered(Duration time) {
        double most = 0;
        int inVain = 0;
        for (int callers = CALLERS_MIN; callers <= CALLERS_MAX && inVain < IN_VAIN_MAX; callers *= 2) {
            var stretch = site.inTurn(callers, time);
            listener.accept(callers + " callers", stretch);
            inVain = stretch.rate() < most * MORE ? inVain + 1 : 0;
            most = Math.max(most, stretch.rate());
        }
        return most;
    }

    private boolean isBorne(double rate, Duration look) {
        var begin = site.arrive(rate, look.dividedBy(3));
        var rest = site.arrive(rate, look.minus(look.dividedBy(3)));
        listener.accept("%.0f a second".formatted(rate), rest);
        return isBorne(rate, begin, rest);
    }

    static boolean isBorne(double rate, Stretch begin, Stretch rest) {
        return rest.success() >= SoakLimits.SUCCESS_MIN
                && rest.percentile(99).compareTo(ANSWERED_WITHIN) <= 0
                && rest.backlog() - begin.backlog() <= rate * GROWTH_MAX_SECONDS;
    }
}
