package dev.sluice.app;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Waits for the effects of other processes, nodes, workers or browsers.
public final class Eventually {
    private static final Duration GLANCE = Duration.ofMillis(50);

    private Eventually() {}

    /// Waits until a condition holds.
    ///
    /// @throws AssertionError with the name of the condition, if it does not hold in time
    public static void within(Duration patience, String what, BooleanSupplier condition) {
        within(patience, what, condition, () -> "");
    }

    /// Waits until a condition holds, with more details in case of failure.
    public static void within(Duration patience, String what, BooleanSupplier condition, Supplier<String> more) {
        await(patience, what, condition::getAsBoolean, holds -> holds, _ -> more.get());
    }

    /// Returns an observed value once it satisfies a condition.
    ///
    /// @throws AssertionError with the name of the condition and the last value, if it does not hold in time
    public static <T> T await(Duration patience, String what, Supplier<T> look, Predicate<T> wanted) {
        return await(patience, what, look, wanted, String::valueOf);
    }

    private static <T> T await(
            Duration patience, String what, Supplier<T> look, Predicate<T> wanted, Function<T, String> more) {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            var seen = look.get();
            if (wanted.test(seen)) {
                return seen;
            }
            if (System.nanoTime() > end) {
                throw new AssertionError("waited " + patience + " in vain: " + what + "\n" + more.apply(seen));
            }
            pause(GLANCE);
        }
    }

    public static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
