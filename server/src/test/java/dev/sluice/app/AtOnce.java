package dev.sluice.app;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Runs calls concurrently, each in a thread of its own.
public final class AtOnce {
    private AtOnce() {}

    /// Returns the results of calls, in order, once all have ended.
    ///
    /// @throws AssertionError if a call fails, with its exception as the cause
    public static <T> List<T> all(Collection<? extends Callable<T>> calls) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(calls).stream().map(AtOnce::result).toList();
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    /// Returns the results of two concurrent calls.
    public static <T> List<T> both(Callable<T> one, Callable<T> other) {
        return all(List.of(one, other));
    }

    /// Returns the results of a call for each element.
    public static <E, T> List<T> each(Collection<E> these, Function<? super E, T> call) {
        return all(these.stream().<Callable<T>>map(one -> () -> call.apply(one)).toList());
    }

    /// Returns the results of repeated calls with their index, from 0 on.
    public static <T> List<T> times(int count, IntFunction<T> call) {
        return each(IntStream.range(0, count).boxed().toList(), call::apply);
    }

    private static <T> T result(Future<T> ended) {
        try {
            return ended.get();
        } catch (ExecutionException failed) {
            throw new AssertionError("one of several at once failed", failed.getCause());
        } catch (InterruptedException interrupted) {
            throw interrupted(interrupted);
        }
    }

    private static IllegalStateException interrupted(InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return new IllegalStateException(interrupted);
    }
}
