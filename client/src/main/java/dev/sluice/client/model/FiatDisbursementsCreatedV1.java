package dev.sluice.client.model;

import java.util.List;

/// The payouts of one request of version 1, with sums by currency.
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
