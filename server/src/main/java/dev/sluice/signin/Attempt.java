package dev.sluice.signin;

import dev.sluice.merchant.User;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What came of proving something.
public sealed interface Attempt<T> {
    /// It came too early and was not looked at.
    ///
    /// @param pause how long to wait
    record Later<T>(Duration pause) implements Attempt<T> {}

    /// It is not right.
    record Wrong<T>() implements Attempt<T> {}

    /// It is right.
    record Right<T>(T value) implements Attempt<T> {}

    /// Looks at a proof, if it does not come too early. What was right forgets what was wrong before.
    static <T> Attempt<T> at(Throttle throttle, Bucket bucket, Supplier<Optional<T>> proof) {
        return at(throttle, List.of(bucket), proof);
    }

    /// The same of a proof of several things at once, where it is not told which of them was wrong.
    static <T> Attempt<T> at(Throttle throttle, List<Bucket> buckets, Supplier<Optional<T>> proof) {
        return counted(throttle, buckets, List.of(), proof);
    }

    /// The same of a password, which takes a while to look at: those that were right are counted, too.
    static <T> Attempt<T> ofPassword(Throttle throttle, User user, List<Bucket> buckets, Supplier<Optional<T>> proof) {
        return counted(throttle, buckets, List.of(Bucket.right(user.id())), proof);
    }

    /// @param wrong what counts those that were wrong
    /// @param right what counts those that were right
    private static <T> Attempt<T> counted(
            Throttle throttle, List<Bucket> wrong, List<Bucket> right, Supplier<Optional<T>> proof) {
        var all = Stream.concat(wrong.stream(), right.stream()).toList();
        var wait = throttle.enter(all.toArray(Bucket[]::new));
        if (wait.isPresent()) {
            return new Later<>(wait.get());
        }
        var proved = looked(throttle, all, proof);
        if (proved.isEmpty()) {
            right.forEach(throttle::giveBack);
            return new Wrong<>();
        }
        wrong.forEach(throttle::forget);
        return new Right<>(proved.get());
    }

    /// An attempt that was not looked at, because too many were or the database is away, is none.
    private static <T> Optional<T> looked(Throttle throttle, List<Bucket> buckets, Supplier<Optional<T>> proof) {
        try {
            return proof.get();
        } catch (Refused busy) {
            buckets.forEach(throttle::giveBack);
            throw busy;
        }
    }
}
