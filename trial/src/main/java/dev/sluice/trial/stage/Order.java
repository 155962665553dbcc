package dev.sluice.trial.stage;

import java.util.List;

/// A request as a merchant's program remembers it until it is answered.
///
/// @param key the same however often it is sent
public record Order(Kind kind, String key, String path, String body) {
    /// What is asked for, and where the answer has what was made.
    public enum Kind {
        PAYOUT("disburseData", "disbursementId"),
        WALLET_PAYOUT("disburseData", "disbursementId"),
        DEPOSIT("", "depositId"),
        CONVERSION("", "convertId");

        public final String list;
        public final String id;

        Kind(String list, String id) {
            this.list = list;
            this.id = id;
        }
    }

    /// What an order came to.
    ///
    /// @param ids of what was made; none where it was refused
    public record End(Order order, List<String> ids, String code) {
        public End {
            ids = List.copyOf(ids);
        }
    }
}
