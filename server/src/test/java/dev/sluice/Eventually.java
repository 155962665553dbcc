package dev.sluice;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Waiting for what others do: processes, nodes, workers, browsers.
public final class Eventually {
    private static final Duration GLANCE = Duration.ofMillis(50);

    private Eventually() {}

    /// Waits until a condition holds.
    ///
    /// @throws AssertionError naming what was waited for, where it did not come about in time
    public static void within(Duration patience, String what, BooleanSupplier condition) {
        within(patience, what, condition, () -> "");
    }

    /// The same, with more to tell where it was in vain.
    public static void within(Duration patience, String what, BooleanSupplier condition, Supplier<String> more) {
        found(patience, what, condition::getAsBoolean, holds -> holds, _ -> more.get());
    }

    /// What is looked at, once it is as wanted.
    ///
    /// @throws AssertionError naming what was waited for and showing the last look, where it was in vain
    public static <T> T found(Duration patience, String what, Supplier<T> look, Predicate<T> wanted) {
        return found(patience, what, look, wanted, String::valueOf);
    }

    private static <T> T found(
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
