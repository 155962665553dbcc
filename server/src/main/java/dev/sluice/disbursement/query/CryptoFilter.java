package dev.sluice.disbursement.query;

import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.disbursement.Status;
import dev.sluice.http.DateRange;
import dev.sluice.http.Ids;
import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import java.math.BigDecimal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Filter of a list of payouts to wallets. An id filter that is not an id matches no payout.
public record CryptoFilter(
        @Nullable UUID id,
        @Nullable UUID groupId,
        @Nullable String status,
        @Nullable Stage stage,
        @Nullable String reference,
        @Nullable BigDecimal amount,
        @Nullable DateRange created,
        @Nullable String token,
        @Nullable String tokenAddress,
        @Nullable String receiver,
        @Nullable String txHash,
        boolean matchesNothing) {

    public static CryptoFilter of(Query query) {
        var id = query.text("disbursementId");
        var group = query.text("groupId");
        var parsedId = id.flatMap(Ids::parse);
        var parsedGroup = group.flatMap(Ids::parse);
        return new CryptoFilter(
                parsedId.orElse(null),
                parsedGroup.orElse(null),
                query.oneOf("status", Status.WIRE).orElse(null),
                Stage.of(query).orElse(null),
                query.text("reference").map(String::strip).orElse(null),
                query.positive("amount").orElse(null),
                query.dates().orElse(null),
                query.text("token").map(Asset::codeOf).orElse(null),
                query.text("tokenAddress").orElse(null),
                query.text("receiverAddress").orElse(null),
                query.text("txHash").orElse(null),
                id.isPresent() != parsedId.isPresent() || group.isPresent() != parsedGroup.isPresent());
    }

    /// Reports whether the maintained counts have the total.
    boolean isTallied() {
        return id == null
                && groupId == null
                && stage == null
                && reference == null
                && amount == null
                && created == null
                && tokenAddress == null
                && receiver == null
                && txHash == null;
    }
}
