package dev.sluice.signin;

import dev.sluice.merchant.User;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Result of an attempt to authenticate.
public sealed interface Attempt<T> {
    /// The throttle refused the attempt without checking it.
    ///
    /// @param pause time to wait before the next attempt
    record Later<T>(Duration pause) implements Attempt<T> {}

    /// The credential is wrong.
    record Wrong<T>() implements Attempt<T> {}

    /// The credential is right.
    record Right<T>(T value) implements Attempt<T> {}

    /// Checks a credential unless the throttle refuses. Success resets the count of failures.
    static <T> Attempt<T> at(Throttle throttle, AttemptLimit limit, Supplier<Optional<T>> proof) {
        return at(throttle, List.of(limit), proof);
    }

    /// Checks several credentials at once, without revealing the wrong one.
    static <T> Attempt<T> at(Throttle throttle, List<AttemptLimit> buckets, Supplier<Optional<T>> proof) {
        return counted(throttle, buckets, List.of(), proof);
    }

    /// Checks a password. Hashing takes a while, so the throttle counts right passwords, too.
    static <T> Attempt<T> ofPassword(
            Throttle throttle, User user, List<AttemptLimit> buckets, Supplier<Optional<T>> proof) {
        return counted(throttle, buckets, List.of(AttemptLimit.correctPassword(user.id())), proof);
    }

    /// @param wrong buckets that count failures
    /// @param right buckets that count successes
    private static <T> Attempt<T> counted(
            Throttle throttle, List<AttemptLimit> wrong, List<AttemptLimit> right, Supplier<Optional<T>> proof) {
        var all = Stream.concat(wrong.stream(), right.stream()).toList();
        var wait = throttle.tryAcquire(all.toArray(AttemptLimit[]::new));
        if (wait.isPresent()) {
            return new Later<>(wait.get());
        }
        var proved = checked(throttle, all, proof);
        if (proved.isEmpty()) {
            right.forEach(throttle::release);
            return new Wrong<>();
        }
        wrong.forEach(throttle::reset);
        return new Right<>(proved.get());
    }

    /// Does not count an attempt that was never checked because of overload or an unavailable database.
    private static <T> Optional<T> checked(Throttle throttle, List<AttemptLimit> buckets, Supplier<Optional<T>> proof) {
        try {
            return proof.get();
        } catch (Refused busy) {
            buckets.forEach(throttle::release);
            throw busy;
        }
    }
}
