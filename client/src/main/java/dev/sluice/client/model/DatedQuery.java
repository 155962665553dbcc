package dev.sluice.client.model;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;

/// Parameters of a list with a range of creation times. The service requires both ends of a range or none.
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
