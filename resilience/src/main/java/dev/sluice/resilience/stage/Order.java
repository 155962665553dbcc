package dev.sluice.resilience.stage;

import java.util.List;
import java.util.UUID;

/// A request, as a merchant's program remembers it until it is answered.
///
/// @param key idempotency key, the same for every retry; reads need none
public record Order(Kind kind, String key, String path, String body) {
    /// Kind of request, with the place of the result in the answer, and its API path.
    public enum Kind {
        PAYOUT("disburseData", "disbursementId", "/v1/disbursement/fiat/"),
        WALLET_PAYOUT("disburseData", "disbursementId", "/v1/disbursement/crypto/"),
        DEPOSIT("", "depositId", "/v1/deposit/fiat/"),
        /// Payment of a deposit; the answer contains the deposit's id.
        PAYMENT("", "depositId", "/v1/deposit/"),
        CONVERSION("", "convertId", "/v1/convert/"),
        /// A read, which creates nothing.
        LOOK("", "", "");

        final String list;
        final String id;
        final String place;

        Kind(String list, String id, String place) {
            this.list = list;
            this.id = id;
            this.place = place;
        }
    }

    public boolean isLook() {
        return kind == Kind.LOOK;
    }

    public String method() {
        return isLook() ? "GET" : "POST";
    }

    /// Settled request.
    ///
    /// @param ids ids of the created objects; empty if it was refused
    public record End(Order order, List<UUID> ids, String code) {
        public End {
            ids = List.copyOf(ids);
        }
    }
}
