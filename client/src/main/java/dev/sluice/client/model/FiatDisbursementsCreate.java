package dev.sluice.client.model;

import java.util.List;

/// Payouts in one currency, 1 to 1,000: all of them are created, or none.
public record FiatDisbursementsCreate(String currency, List<FiatPayout> disburseData) {
    public FiatDisbursementsCreate {
        disburseData = Copies.of(disburseData);
    }

    public static FiatDisbursementsCreate of(String currency, FiatPayout... payouts) {
        return new FiatDisbursementsCreate(currency, List.of(payouts));
    }
}
