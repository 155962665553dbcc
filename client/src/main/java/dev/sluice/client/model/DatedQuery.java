package dev.sluice.client.model;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;

/// The parameters of a list of what was made at some time. The service wants both ends of a time or none.
///
/// @param <Q> the query itself
public abstract class DatedQuery<Q extends DatedQuery<Q>> extends ListQuery<Q> {
    DatedQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Made between two instants, both included.
    public final Q between(Instant from, Instant to) {
        return with("startDate", from.toString()).with("endDate", to.toString());
    }

    /// Made on days in UTC, both included.
    public final Q between(LocalDate from, LocalDate to) {
        return with("startDate", from.toString()).with("endDate", to.toString());
    }
}
