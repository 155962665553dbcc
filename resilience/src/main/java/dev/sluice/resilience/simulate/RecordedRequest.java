package dev.sluice.resilience.simulate;

import dev.sluice.http.Method;
import dev.sluice.merchant.Organization;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A request as a merchant's program remembers it: content, key, and the answer, if one was received.
final class RecordedRequest {
    final int number;
    final Kind kind;
    final Organization organization;
    final Method method;
    final String target;
    final String body;
    /// Time of the first attempt; keys expire after a day.
    final Instant at;

    State state = State.OPEN;
    /// Ids in the answer, once there was one.
    List<String> ids = List.of();
    String code = "";
    /// Amount in the answer: of a refund its amount, of a conversion the output.
    BigDecimal shown = BigDecimal.ZERO;
    /// Status in the answer.
    String status = "";
    /// Conversion by this request, and its quote.
    Exchange exchange = Exchange.NONE;

    @Nullable
    KnownQuote promise;

    /// Rate in the answer.
    BigDecimal rate = BigDecimal.ZERO;
    /// Prices that were in force during the request.
    final Set<BigDecimal> prices = new TreeSet<>();

    RecordedRequest(
            int number, Kind kind, Organization organization, Method method, String target, String body, Instant at) {
        this.number = number;
        this.kind = kind;
        this.organization = organization;
        this.method = method;
        this.target = target;
        this.body = body;
        this.at = at;
    }

    /// Kind of request.
    enum Kind {
        PAYOUT("payout", "disburseData", "disbursementId", "REFERENCE_EXISTS", "INSUFFICIENT_BALANCE"),
        WALLET_PAYOUT("payout", "disburseData", "disbursementId", "INSUFFICIENT_BALANCE"),
        CANCEL_PAYOUT("payout", "", "disbursementId", "DISBURSEMENT_NOT_CANCELLABLE"),
        DEPOSIT("deposit", "", "depositId", "QUOTE_NOT_FOUND", "QUOTE_EXPIRED", "QUOTE_USED"),
        WALLET_DEPOSIT("deposit", "", "depositId", "QUOTE_NOT_FOUND", "QUOTE_EXPIRED", "QUOTE_USED"),
        CANCEL_DEPOSIT("deposit", "", "depositId", "DEPOSIT_NOT_CANCELLABLE"),
        REFUND("payout", "", "disbursementId", "DEPOSIT_NOT_REFUNDABLE", "INSUFFICIENT_BALANCE"),
        CONVERSION(
                "conversion",
                "",
                "convertId",
                "INSUFFICIENT_INPUT_BALANCE",
                "QUOTE_NOT_FOUND",
                "QUOTE_EXPIRED",
                "QUOTE_USED"),
        CHECKOUT("page", "", "id");

        /// Type of the object that is created or changed.
        final String created;

        /// Place of the result in the answer: the list, if there is one, and the id's name.
        final String list;

        final String id;

        /// Valid reasons for a refusal in this world.
        final Set<String> refusals;

        Kind(String created, String list, String id, String... refusals) {
            this.created = created;
            this.list = list;
            this.id = id;
            this.refusals = Set.of(refusals);
        }
    }

    /// Conversion: a token is sold for fiat, or bought with it.
    enum Exchange {
        NONE,
        SELLS,
        BUYS
    }

    /// Knowledge of the program.
    enum State {
        /// Unknown: there was no answer, or one that asks to retry.
        OPEN,
        DONE,
        REFUSED
    }

    /// Returns the id of the object that the request changes.
    String subject() {
        return target.split("/")[3];
    }

    /// Returns the idempotency key, which is the same for every retry.
    String key() {
        return "request-" + number;
    }
}
