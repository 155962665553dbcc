package dev.sluice.trial.simulate;

import dev.sluice.http.Method;
import dev.sluice.merchant.Organization;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A request as a merchant's program remembers it: what was asked for under which key, and what was answered, as far
/// as an answer was heard.
final class Asked {
    final int number;
    final Kind kind;
    final Organization who;
    final Method method;
    final String target;
    final String body;
    /// When it was sent first: a key is kept for a day.
    final Instant at;

    State state = State.OPEN;
    /// What the answer said was made, once there was one.
    List<String> ids = List.of();
    String code = "";
    /// What the answer said it comes to: of a refund its amount, of a conversion what is left of it.
    BigDecimal shown = BigDecimal.ZERO;
    /// What the answer said its state is.
    String status = "";
    /// Whether something is exchanged by it, and the quote that it names.
    Exchange exchange = Exchange.NONE;

    @Nullable
    Promise promise;

    /// At which rate, as the answer says.
    BigDecimal rate = BigDecimal.ZERO;
    /// The prices that were in force while it was sent.
    final Set<BigDecimal> prices = new TreeSet<>();

    Asked(int number, Kind kind, Organization who, Method method, String target, String body, Instant at) {
        this.number = number;
        this.kind = kind;
        this.who = who;
        this.method = method;
        this.target = target;
        this.body = body;
        this.at = at;
    }

    /// What is asked for.
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

        /// What is made, or changed.
        final String made;

        /// Where the answer has what was made: the list, if it is one, and the id's name.
        final String list;

        final String id;

        /// The reasons for which it is refused in this world, as it is asked for here.
        final Set<String> refusals;

        Kind(String made, String list, String id, String... refusals) {
            this.made = made;
            this.list = list;
            this.id = id;
            this.refusals = Set.of(refusals);
        }
    }

    /// What is exchanged: a token is given for money, or money for a token.
    enum Exchange {
        NONE,
        SELLS,
        BUYS
    }

    /// What the program knows.
    enum State {
        /// Nothing: no answer was heard, or one that says to try again.
        OPEN,
        DONE,
        REFUSED
    }

    /// The id of what it changes, where it changes something.
    String subject() {
        return target.split("/")[3];
    }

    /// The same whenever it is sent again.
    String key() {
        return "request-" + number;
    }
}
