package dev.sluice.trial.proxy;

import java.time.Duration;

/// What happens to a request on its way.
public sealed interface Fault {
    Fault NONE = new None();

    /// Nothing: it goes through.
    record None() implements Fault {}

    /// It waits.
    record Delay(Duration by) implements Fault {}

    /// The connection breaks before PostgreSQL hears of it.
    record Cut() implements Fault {}

    /// PostgreSQL does it, and the connection breaks before its answer is heard.
    record LostAnswer() implements Fault {}

    /// From now on nothing comes through in either direction, and nobody is told.
    record Silence() implements Fault {}
}
