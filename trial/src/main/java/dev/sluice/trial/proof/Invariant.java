package dev.sluice.trial.proof;

/// What must hold whatever happens.
public enum Invariant {
    /// Credits and debits of each asset are equal.
    BOOKS_SUM_TO_ZERO,
    /// Nobody spends what is not there.
    NO_OVERDRAFT,
    /// Every payment's transfers are those that its state asks for, and every balance is the sum of its transfers.
    BOOKS_PROVED,
    /// A rail is never handed a payout again unless it has said for certain that it does not know it.
    NOTHING_SENT_BLINDLY,
    /// What the rail paid, somebody had asked for, at that amount, to that payee.
    ONLY_WHAT_WAS_ASKED_IS_PAID,
    /// What was answered with success is there.
    NOTHING_ACKNOWLEDGED_IS_LOST,
    /// The same request twice does one thing.
    NOTHING_HAPPENS_TWICE,
    /// What a payout says became of it is what became of it at the rail.
    PAYOUTS_AGREE_WITH_RAIL,
    /// Where a rail says one thing and then another, operators are told of it.
    CONTRADICTIONS_ARE_KEPT,
    /// What has come in and gone out by a rail is what the books say of it.
    BOOKS_AGREE_WITH_RAIL,
    /// What each merchant has is what a model of the terms makes of what was asked for and what was paid.
    BALANCES_AGREE_WITH_MODEL,
    /// What is exchanged is exchanged at the price of its quote, or else at one that was in force.
    EXCHANGED_AS_PROMISED,
    /// A deposit is completed where somebody has paid it, and not otherwise.
    DEPOSITS_AGREE_WITH_PAYERS,
    /// Once nothing disturbs any more, everything ends.
    EVERYTHING_ENDS,
    /// Where no payout is under way, no money is set aside for one.
    NOTHING_STAYS_HELD,
    /// Every event arrives, with a valid signature.
    EVERY_EVENT_DELIVERED,
    /// The feed has every event once, without gaps.
    FEED_HAS_NO_GAPS,
    /// What happens has its event, and no event tells of what has not happened.
    EVENTS_TELL_WHAT_IS,
    /// Nothing is refused but for a reason that there can be.
    REFUSED_FOR_A_REASON,
    /// No answer is a failure of the service's own.
    NO_INTERNAL_ERROR
}
