package dev.sluice.client.model;

import java.util.List;

/// Deposits of one request.
public record DepositBulk(String depositBulkId, int totalDeposit, List<Deposit> depositData) {
    public DepositBulk {
        depositData = Copies.of(depositData);
    }
}
