package dev.sluice.trial.stage;

import java.util.List;
import java.util.UUID;

/// A request as a merchant's program remembers it until it is answered.
///
/// @param key the same however often it is sent; looking at something needs none
public record Order(Kind kind, String key, String path, String body) {
    /// What is asked for, where the answer has what was made, and where that can be looked at.
    public enum Kind {
        PAYOUT("disburseData", "disbursementId", "/v1/disbursement/fiat/"),
        WALLET_PAYOUT("disburseData", "disbursementId", "/v1/disbursement/crypto/"),
        DEPOSIT("", "depositId", "/v1/deposit/fiat/"),
        /// A payer pays a deposit, whose identifier the answer has.
        PAYMENT("", "depositId", "/v1/deposit/"),
        CONVERSION("", "convertId", "/v1/convert/"),
        /// Makes nothing.
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

    /// What an order came to.
    ///
    /// @param ids of what was made; none where it was refused
    public record End(Order order, List<UUID> ids, String code) {
        public End {
            ids = List.copyOf(ids);
        }
    }
}
