package dev.sluice.policy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/// Condition of a rule on a payout.
public sealed interface Condition {
    /// The amount, without fees, exceeds a limit.
    record PayoutAmount(BigDecimal amount) implements Condition {}

    /// The total of all payouts within a period exceeds a limit.
    record TotalAmount(BigDecimal amount, Duration window) implements Condition {}

    /// The number of payouts within a period exceeds a limit.
    record PayoutCount(int payouts, Duration window) implements Condition {}

    /// The wallet is not on the allowlist.
    record WalletAllowlist() implements Condition {}

    /// The recipient is saved for less than a minimum time.
    record NewPayee(Duration age) implements Condition {}

    /// Usage within a rule's period.
    record Used(BigDecimal amount, long payouts) {
        static final Used NOTHING = new Used(BigDecimal.ZERO, 0);

        Used plus(Proposal proposal) {
            return new Used(amount.add(proposal.amount().decimal()), payouts + 1);
        }

        Used minus(Proposal proposal) {
            return new Used(amount.subtract(proposal.amount().decimal()), payouts - 1);
        }
    }

    /// Returns the name in the database.
    default String kind() {
        return switch (this) {
            case PayoutAmount _ -> "PAYOUT_AMOUNT";
            case TotalAmount _ -> "TOTAL_AMOUNT";
            case PayoutCount _ -> "PAYOUT_COUNT";
            case WalletAllowlist _ -> "WALLET_ALLOWLIST";
            case NewPayee _ -> "NEW_PAYEE";
        };
    }

    default Optional<BigDecimal> most() {
        return switch (this) {
            case PayoutAmount(var amount) -> Optional.of(amount);
            case TotalAmount(var amount, var _) -> Optional.of(amount);
            case PayoutCount _, WalletAllowlist _, NewPayee _ -> Optional.empty();
        };
    }

    default Optional<Integer> count() {
        return this instanceof PayoutCount(int payouts, var _) ? Optional.of(payouts) : Optional.empty();
    }

    /// Returns the length of the period or the minimum time.
    default Optional<Duration> span() {
        return switch (this) {
            case TotalAmount(var _, var window) -> Optional.of(window);
            case PayoutCount(var _, var window) -> Optional.of(window);
            case NewPayee(var age) -> Optional.of(age);
            case PayoutAmount _, WalletAllowlist _ -> Optional.empty();
        };
    }

    /// Returns true if this condition applies to every payout to which another condition applies, given the same
    /// earlier payouts.
    default boolean isAsStrictAs(Condition other) {
        return switch (this) {
            case PayoutAmount(var amount) -> other instanceof PayoutAmount(var theirs) && amount.compareTo(theirs) <= 0;
            case TotalAmount(var amount, var window) ->
                other instanceof TotalAmount(var theirs, var theirWindow)
                        && amount.compareTo(theirs) <= 0
                        && window.compareTo(theirWindow) >= 0;
            case PayoutCount(int payouts, var window) ->
                other instanceof PayoutCount(int theirs, var theirWindow)
                        && payouts <= theirs
                        && window.compareTo(theirWindow) >= 0;
            case WalletAllowlist _ -> other instanceof WalletAllowlist;
            case NewPayee(var age) -> other instanceof NewPayee(var theirs) && age.compareTo(theirs) >= 0;
        };
    }

    /// Returns the reason why the condition applies, as a phrase that follows the payout's name.
    default Optional<String> objection(Proposal proposal, Used used) {
        var amount = proposal.amount().decimal();
        var code = proposal.amount().asset().code();
        return switch (this) {
            case PayoutAmount(var most) ->
                when(amount.compareTo(most) > 0, "is more than " + plain(most) + " " + code + " at once");
            case TotalAmount(var most, var window) -> {
                var total = used.amount().add(amount);
                yield when(
                        total.compareTo(most) > 0,
                        "makes it " + plain(total) + " " + code + " within " + text(window) + ", more than "
                                + plain(most));
            }
            case PayoutCount(int most, var window) -> {
                long number = used.payouts() + 1;
                yield when(number > most, "is number " + number + " within " + text(window) + ", more than " + most);
            }
            case WalletAllowlist _ ->
                when(
                        proposal.wallet() != null && !proposal.isListed(),
                        "goes to a wallet that is not on the allowlist");
            case NewPayee(var age) ->
                when(proposal.isNewerThan(age), "goes to a recipient known for less than " + text(age));
        };
    }

    private static Optional<String> when(boolean objects, String text) {
        return objects ? Optional.of(text) : Optional.empty();
    }

    static String plain(BigDecimal amount) {
        return amount.stripTrailingZeros().toPlainString();
    }

    private static String text(Duration span) {
        if (span.equals(Duration.ofDays(span.toDays()))) {
            return many(span.toDays(), "day");
        }
        return span.equals(Duration.ofHours(span.toHours()))
                ? many(span.toHours(), "hour")
                : many(span.toMinutes(), "minute");
    }

    private static String many(long count, String unit) {
        return count + " " + unit + (count == 1 ? "" : "s");
    }
}
