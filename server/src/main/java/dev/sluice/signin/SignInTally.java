package dev.sluice.signin;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/// Counters of sign-in attempts by credential and outcome. They identify no user.
final class SignInTally {
    static final String NAME = "sluice.signin.attempts";

    /// Kind of credential.
    enum Step {
        PASSWORD,
        CODE,
        PASSKEY
    }

    private enum Outcome {
        RIGHT,
        WRONG,
        /// The throttle refused the attempt without checking it.
        LATER
    }

    private final Map<Step, Map<Outcome, LongAdder>> counts = new EnumMap<>(Step.class);

    SignInTally() {
        for (var step : Step.values()) {
            var outcomes = new EnumMap<Outcome, LongAdder>(Outcome.class);
            for (var outcome : Outcome.values()) {
                outcomes.put(outcome, new LongAdder());
            }
            counts.put(step, outcomes);
        }
    }

    /// Counts an attempt and returns it.
    <T> Attempt<T> counted(Step step, Attempt<T> attempt) {
        var outcome = switch (attempt) {
            case Attempt.Right<T> _ -> Outcome.RIGHT;
            case Attempt.Wrong<T> _ -> Outcome.WRONG;
            case Attempt.Later<T> _ -> Outcome.LATER;
        };
        counts.getOrDefault(step, Map.of())
                .getOrDefault(outcome, new LongAdder())
                .increment();
        return attempt;
    }

    void bindTo(MeterRegistry meters) {
        counts.forEach((step, outcomes) ->
                outcomes.forEach((outcome, count) -> FunctionCounter.builder(NAME, count, LongAdder::sum)
                        .description("the attempts to sign in at the dashboard")
                        .tag("step", step.name().toLowerCase(Locale.ROOT))
                        .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                        .register(meters)));
    }
}
