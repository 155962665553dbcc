package dev.sluice.client.model;

import java.math.BigDecimal;
import java.util.List;

/// Payouts of one request.
public record CryptoDisbursementsCreated(
        int totalReceiver, List<CryptoDisbursement> disburseData, BigDecimal sumFees, BigDecimal sumAmount) {
    public CryptoDisbursementsCreated {
        disburseData = Copies.of(disburseData);
    }
}
