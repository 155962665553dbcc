package dev.sluice.ownership;

/// Answer to a requested change: done, waiting, or refused.
public sealed interface ChangeAnswer<T> {
    record Created<T>(T value) implements ChangeAnswer<T> {}

    record Pending<T>(OwnerChange change) implements ChangeAnswer<T> {}

    record Refused<T>(OwnerChangeResult result) implements ChangeAnswer<T> {}
}
