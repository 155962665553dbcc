package dev.sluice.ownership;

/// Answer to a requested change: done, waiting, or refused.
public sealed interface Answered<T> {
    record Created<T>(T value) implements Answered<T> {}

    record Waits<T>(OwnerChange change) implements Answered<T> {}

    record Refused<T>(OwnerChangeResult result) implements Answered<T> {}
}
