package dev.sluice.rate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/// State of a pair's rate.
public sealed interface RateState {
    /// Number of digits of a rate that are displayed.
    MathContext TOLD = new MathContext(10, RoundingMode.HALF_UP);

    /// The pair has a rate.
    ///
    /// @param sources sources of the rate
    /// @param from the time of the oldest price in it
    record Current(BigDecimal value, Set<String> sources, Instant from) implements RateState {
        public Current {
            sources = Collections.unmodifiableSet(new LinkedHashSet<>(sources));
        }

        private Current joined(Current other, BigDecimal value) {
            var all = new LinkedHashSet<>(sources);
            all.addAll(other.sources);
            return new Current(value, all, from.isBefore(other.from) ? from : other.from);
        }

        private Current newer(RateState other) {
            return other instanceof Current theirs && theirs.from.isAfter(from) ? theirs : this;
        }
    }

    /// The pair has no rate now.
    record Unknown(Reason reason) implements RateState {
        /// The prices of the pair are stale, or no source has answered yet.
        static final Unknown OLD = new Unknown(Reason.OLD);

        /// The sources of the pair disagree.
        static final Unknown DISPUTED = new Unknown(Reason.DISPUTED);
    }

    /// Reason for a missing rate.
    enum Reason {
        OLD,
        DISPUTED
    }

    /// No source has the pair.
    record Never() implements RateState {}

    /// Returns the rate for display, in ten digits; empty if there is none.
    default Optional<BigDecimal> displayRate() {
        return this instanceof Current current ? Optional.of(current.value().round(TOLD)) : Optional.empty();
    }

    /// Returns this state, unless it is stale or unquoted and the alternative is better. A dispute is final.
    default RateState or(Supplier<RateState> other) {
        return switch (this) {
            case Current current -> current;
            case Never _ -> other.get();
            case Unknown(var reason) when reason == Reason.DISPUTED -> this;
            case Unknown _ ->
                switch (other.get()) {
                    case Current current -> current;
                    case Unknown unknown -> unknown;
                    case Never _ -> this;
                };
        };
    }

    /// Returns this state, unless the alternative has a newer rate, or has a rate and this one has none.
    default RateState orNewer(Supplier<RateState> other) {
        return this instanceof Current current ? current.newer(other.get()) : or(other);
    }

    /// Returns this state, unless no source has the pair.
    default RateState orElse(Supplier<RateState> other) {
        return switch (this) {
            case Current _, Unknown _ -> this;
            case Never _ -> other.get();
        };
    }

    default RateState times(RateState other) {
        return with(other, (one, two) -> one.multiply(two, Price.PRECISE));
    }

    default RateState dividedBy(RateState other) {
        return with(other, (one, two) -> one.divide(two, Price.PRECISE));
    }

    private RateState with(RateState other, BinaryOperator<BigDecimal> operation) {
        return switch (this) {
            case Never never -> never;
            case Unknown unknown -> other instanceof Never ? other : unknown;
            case Current one ->
                switch (other) {
                    case Never never -> never;
                    case Unknown unknown -> unknown;
                    case Current two -> one.joined(two, operation.apply(one.value(), two.value()));
                };
        };
    }
}
