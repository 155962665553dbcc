package dev.sluice.client.model;

import java.util.Map;

/// Filter of payouts to bank accounts.
public final class FiatDisbursementQuery extends DatedQuery<FiatDisbursementQuery> {
    private FiatDisbursementQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Returns a query without a filter, in the order of the service.
    public static FiatDisbursementQuery all() {
        return new FiatDisbursementQuery(Map.of());
    }

    public FiatDisbursementQuery disbursementId(String disbursementId) {
        return with("disbursementId", disbursementId);
    }

    public FiatDisbursementQuery status(String status) {
        return with("status", status);
    }

    /// Selects by the detail of a pending payout's status, such as `needs_approval`.
    public FiatDisbursementQuery statusDetail(String statusDetail) {
        return with("statusDetail", statusDetail);
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

    /// Selects payouts to one payee.
    public FiatDisbursementQuery recipientId(String recipientId) {
        return with("recipientId", recipientId);
    }

    /// Selects by the bank's own reference, as on the transfer proof.
    public FiatDisbursementQuery bankReference(String bankReference) {
        return with("bankReference", bankReference);
    }

    public FiatDisbursementQuery sort(Sort sort) {
        return with("sort", sort.parameter());
    }

    @Override
    FiatDisbursementQuery of(Map<String, String> others) {
        return new FiatDisbursementQuery(others);
    }
}
