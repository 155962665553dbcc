package dev.sluice.resilience.proxy;

import java.time.Duration;

/// Fault of a request.
public sealed interface Fault {
    Fault NONE = new None();

    /// No fault: the request passes.
    record None() implements Fault {}

    /// Delays the request.
    record Delay(Duration by) implements Fault {}

    /// Breaks the connection before PostgreSQL receives the request.
    record Cut() implements Fault {}

    /// Breaks the connection after PostgreSQL has executed the request, before its answer.
    record LostAnswer() implements Fault {}

    /// Drops everything in both directions from now on, without closing the connection.
    record Silence() implements Fault {}
}
