package dev.sluice.rail.iso20022.decision;

import java.util.Locale;

/// Kind of a decision. It gives the subject and the verdict their meaning.
public enum DecisionKind {
    /// A payout with an uncertain outcome is paid or not. Subject: the payout's id; verdict: `paid` or
    /// `unpaid`.
    RESOLVE_PAYOUT,
    /// A held inbound file is applied. Subject: the id of the inbound file; verdict: `release`.
    RELEASE_FILE,
    /// The orders of a file that the bank refused for our account are sent in another file. Subject: the
    /// MsgId; verdict: `requeue`.
    REQUEUE_ORDERS,
    /// A file that the bank certainly does not have is void, and its orders are sent in another one.
    /// Subject: the MsgId; verdict: `void`.
    VOID_FILE,
    /// An open entry belongs to a payout or deposit. Subject: the id of the entry; verdict: the match,
    /// such as `payout:<id>`.
    MATCH_ENTRY,
    /// A payout is sent although a limit of the profile is reached. Subject: the payout's id; verdict:
    /// `release`. One person is enough.
    LIFT_LIMIT;

    String stored() {
        return name().toLowerCase(Locale.ROOT);
    }

    static DecisionKind of(String stored) {
        return valueOf(stored.toUpperCase(Locale.ROOT));
    }
}
