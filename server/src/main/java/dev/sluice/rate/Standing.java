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

/// How a pair stands now.
public sealed interface Standing {
    /// How many digits of a rate are told.
    MathContext TOLD = new MathContext(10, RoundingMode.HALF_UP);

    /// It has a rate.
    ///
    /// @param sources who it is from
    /// @param from the time of the oldest price in it
    record Current(BigDecimal value, Set<String> sources, Instant from) implements Standing {
        public Current {
            sources = Collections.unmodifiableSet(new LinkedHashSet<>(sources));
        }

        private Current joined(Current other, BigDecimal value) {
            var all = new LinkedHashSet<>(sources);
            all.addAll(other.sources);
            return new Current(value, all, from.isBefore(other.from) ? from : other.from);
        }

        private Current newer(Standing other) {
            return other instanceof Current theirs && theirs.from.isAfter(from) ? theirs : this;
        }
    }

    /// It has none now.
    record Unknown(Reason reason) implements Standing {
        /// Whoever knows the pair is too old, or has not answered yet.
        static final Unknown OLD = new Unknown(Reason.OLD);

        /// Those who know the pair contradict each other.
        static final Unknown DISPUTED = new Unknown(Reason.DISPUTED);
    }

    /// Why a pair has no rate now.
    enum Reason {
        OLD,
        DISPUTED
    }

    /// Nobody has the pair.
    record Never() implements Standing {}

    /// The rate as people are told it, where there is one: in ten digits.
    default Optional<BigDecimal> told() {
        return this instanceof Current current ? Optional.of(current.value().round(TOLD)) : Optional.empty();
    }

    /// This one, unless another way leads to a current rate. There is no way around a dispute.
    default Standing or(Supplier<Standing> other) {
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

    /// This one, unless another way leads to a rate, and this one to none or to an older one.
    default Standing orNewer(Supplier<Standing> other) {
        return this instanceof Current current ? current.newer(other.get()) : or(other);
    }

    /// This one, unless nobody has the pair.
    default Standing orElse(Supplier<Standing> other) {
        return switch (this) {
            case Current _, Unknown _ -> this;
            case Never _ -> other.get();
        };
    }

    default Standing times(Standing other) {
        return with(other, (one, two) -> one.multiply(two, Price.PRECISE));
    }

    default Standing over(Standing other) {
        return with(other, (one, two) -> one.divide(two, Price.PRECISE));
    }

    private Standing with(Standing other, BinaryOperator<BigDecimal> operation) {
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
