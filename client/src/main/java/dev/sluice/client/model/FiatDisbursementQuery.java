package dev.sluice.client.model;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;

/// Which payouts to bank accounts.
public final class FiatDisbursementQuery extends ListQuery<FiatDisbursementQuery> {
    private FiatDisbursementQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Everything, in the order of the service.
    public static FiatDisbursementQuery all() {
        return new FiatDisbursementQuery(Map.of());
    }

    public FiatDisbursementQuery disbursementId(String disbursementId) {
        return with("disbursementId", disbursementId);
    }

    public FiatDisbursementQuery status(String status) {
        return with("status", status);
    }

    public FiatDisbursementQuery currency(String currency) {
        return with("currency", currency);
    }

    public FiatDisbursementQuery reference(String reference) {
        return with("reference", reference);
    }

    public FiatDisbursementQuery groupId(String groupId) {
        return with("groupId", groupId);
    }

    public FiatDisbursementQuery sort(Sort sort) {
        return with("sort", sort.parameter());
    }

    /// Created between two instants, both included.
    public FiatDisbursementQuery between(Instant from, Instant to) {
        return created(from, to);
    }

    /// Created on days in UTC, both included.
    public FiatDisbursementQuery between(LocalDate from, LocalDate to) {
        return created(from, to);
    }

    @Override
    FiatDisbursementQuery of(Map<String, String> others) {
        return new FiatDisbursementQuery(others);
    }
}
