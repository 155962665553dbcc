package dev.sluice.client.model;

import java.math.BigDecimal;
import java.util.List;

/// Payouts of one request.
public record FiatDisbursementsCreated(
        int totalRecipient, List<FiatDisbursement> disburseData, BigDecimal sumFees, BigDecimal sumAmount) {
    public FiatDisbursementsCreated {
        disburseData = Copies.of(disburseData);
    }
}
