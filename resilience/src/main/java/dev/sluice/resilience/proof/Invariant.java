package dev.sluice.resilience.proof;

/// Invariants that hold under any fault.
public enum Invariant {
    /// Credits and debits of each asset are equal.
    BOOKS_SUM_TO_ZERO,
    /// No account is overdrawn.
    NO_OVERDRAFT,
    /// Every payment's transfers match its state, and every balance is the sum of its transfers.
    BOOKS_PROVED,
    /// A payout is never submitted again unless the rail has reported for certain that it does not know it.
    NOTHING_SENT_BLINDLY,
    /// The rail pays only requested payouts, with their amount and payee.
    ONLY_WHAT_WAS_ASKED_IS_PAID,
    /// Everything acknowledged exists.
    NOTHING_ACKNOWLEDGED_IS_LOST,
    /// A repeated request has one effect.
    NOTHING_HAPPENS_TWICE,
    /// A payout's status matches its outcome at the rail.
    PAYOUTS_AGREE_WITH_RAIL,
    /// Conflicting reports of a rail are shown to operators.
    CONTRADICTIONS_ARE_KEPT,
    /// The books match the rail's incoming and outgoing money.
    BOOKS_AGREE_WITH_RAIL,
    /// Each merchant's balance matches a reference model of the terms, given all requests and payments.
    BALANCES_AGREE_WITH_MODEL,
    /// Conversions use the price of their quote, or otherwise one that was in force.
    EXCHANGED_AS_PROMISED,
    /// A deposit is completed if and only if it was paid.
    DEPOSITS_AGREE_WITH_PAYERS,
    /// Without further faults, everything reaches a final status.
    EVERYTHING_ENDS,
    /// Without pending payouts, no money is held.
    NOTHING_STAYS_HELD,
    /// Every event is delivered, with a valid signature.
    EVERY_EVENT_DELIVERED,
    /// The feed contains every event once, without gaps.
    FEED_HAS_NO_GAPS,
    /// Every change has its event, and every event has its change.
    EVENTS_TELL_WHAT_IS,
    /// Every refusal has a valid reason.
    REFUSED_FOR_A_REASON,
    /// No answer is an internal error.
    NO_INTERNAL_ERROR
}
