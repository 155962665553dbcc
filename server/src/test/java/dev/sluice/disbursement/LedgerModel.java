package dev.sluice.disbursement;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// Reference model of the ledger: a merchant's available balance follows from the outcome of each payout.
record LedgerModel(long start, Map<UUID, Owed> payouts) {
    LedgerModel(long start) {
        this(start, new ConcurrentHashMap<>());
    }

    /// A payout's amount and fee in units, and its status.
    record Owed(long amount, long fee, Status status, long returned) {
        long spent() {
            return switch (status) {
                case PENDING, COMPLETED -> amount + fee;
                case REVERSED -> fee + amount - returned;
                case FAILED, CANCELLED -> 0;
            };
        }

        long held() {
            return status == Status.PENDING ? amount + fee : 0;
        }

        Owed in(Status next) {
            return new Owed(amount, fee, next, amount);
        }

        /// Returns it once that much has come back in all.
        Owed back(long units) {
            return new Owed(amount, fee, Status.REVERSED, status == Status.REVERSED ? Math.max(returned, units) : units);
        }
    }

    long available() {
        return start - payouts.values().stream().mapToLong(Owed::spent).sum();
    }

    long held() {
        return payouts.values().stream().mapToLong(Owed::held).sum();
    }

    long count(Status status) {
        return payouts.values().stream().filter(each -> each.status() == status).count();
    }
}
