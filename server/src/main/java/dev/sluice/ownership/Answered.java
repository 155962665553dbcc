package dev.sluice.ownership;

/// Answer to who asks for a change: it is made, it waits, or it is refused.
public sealed interface Answered<T> {
    record Made<T>(T value) implements Answered<T> {}

    record Waits<T>(OwnerChange change) implements Answered<T> {}

    record Refused<T>(OwnerChangeResult verdict) implements Answered<T> {}
}
