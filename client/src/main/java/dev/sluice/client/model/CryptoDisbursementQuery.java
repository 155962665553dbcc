package dev.sluice.client.model;

import java.math.BigDecimal;
import java.util.Map;

/// Filter of payouts to wallets.
public final class CryptoDisbursementQuery extends DatedQuery<CryptoDisbursementQuery> {
    private CryptoDisbursementQuery(Map<String, String> parameters) {
        super(parameters);
    }

    /// Returns a query without a filter, in the order of the service.
    public static CryptoDisbursementQuery all() {
        return new CryptoDisbursementQuery(Map.of());
    }

    public CryptoDisbursementQuery disbursementId(String disbursementId) {
        return with("disbursementId", disbursementId);
    }

    public CryptoDisbursementQuery status(String status) {
        return with("status", status);
    }

    /// Selects by the detail of a pending payout's status, such as `needs_approval`.
    public CryptoDisbursementQuery statusDetail(String statusDetail) {
        return with("statusDetail", statusDetail);
    }

    public CryptoDisbursementQuery reference(String reference) {
        return with("reference", reference);
    }

    public CryptoDisbursementQuery groupId(String groupId) {
        return with("groupId", groupId);
    }

    public CryptoDisbursementQuery amount(BigDecimal amount) {
        return with("amount", amount);
    }

    public CryptoDisbursementQuery token(String token) {
        return with("token", token);
    }

    public CryptoDisbursementQuery tokenAddress(String tokenAddress) {
        return with("tokenAddress", tokenAddress);
    }

    public CryptoDisbursementQuery receiverAddress(String receiverAddress) {
        return with("receiverAddress", receiverAddress);
    }

    public CryptoDisbursementQuery txHash(String txHash) {
        return with("txHash", txHash);
    }

    public CryptoDisbursementQuery sort(Sort sort) {
        return with("sort", sort.parameter());
    }

    @Override
    CryptoDisbursementQuery of(Map<String, String> others) {
        return new CryptoDisbursementQuery(others);
    }
}
