package dev.sluice.client.model;

import java.util.List;

/// Payouts of one request of version 1, with totals by currency.
public record FiatDisbursementsCreatedV1(
        int totalRecipient,
        List<FiatDisbursement> disburseData,
        List<CurrencyTotal> sumFees,
        List<CurrencyTotal> sumAmount) {
    public FiatDisbursementsCreatedV1 {
        disburseData = Copies.of(disburseData);
        sumFees = Copies.of(sumFees);
        sumAmount = Copies.of(sumAmount);
    }
}
